#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# make setup: Debian packages, then everything that has to be downloaded. Does nothing, fast, when all is there.
# usage: vm/setup.sh [packages]    packages: only what needs root
#
# What to install is data: vm/packages.d/* (one package a line), and CC_PACKAGE and QEMU_PACKAGE of configs/arch/*.
# QEMU must be 10 or newer: Debian 13 has it, Debian 12 has it in bookworm-backports, which a private apt configuration
# reads (own sources and lists; the host's /etc/apt is neither changed nor needed to know backports).
# Other parts hook in with executable files vm/setup.d/*, run in order after the packages, without root.
set -eu
TOP=$(cd "$(dirname "$0")/.." && pwd)
. "$TOP/vm/lib.sh"
# shellcheck source=vm/kernel/apt.sh
. "$TOP/vm/kernel/apt.sh"
QEMU_MIN=10

# wanted: every package name, a choice between names as "a|b" (a compiler that is the native one on some hosts).
# A line of packages.d is PACKAGE [COMMAND]; with COMMAND the package is wanted only where that program is not in PATH
# (a host may have it from elsewhere, in a package that conflicts with Debian's).
wanted() {
	sed -e 's/#.*//' "$TOP"/vm/packages.d/* | while read -r _p _cmd _; do
		[ -z "$_p" ] || { [ -n "$_cmd" ] && command -v "$_cmd" >/dev/null; } || printf '%s\n' "$_p"
	done
	for _a in $(arch_list); do
		(arch_load "$_a" && command -v "${A_CROSS}gcc" >/dev/null || printf '%s\n' "$A_CC_PACKAGE" | tr ' ' '|')
	done
}

# missing_packages: those of wanted that dpkg does not have; one call to dpkg, so that "nothing to do" is quick.
missing_packages() {
	dpkg-query -W -f '${db:Status-Abbrev} ${Package}\n' | sed -n 's/^.i *//p' >"$CACHE/tmp/installed" ||
		die "cannot write to the cache $CACHE"
	wanted | sort -u | awk -F '|' 'NR == FNR { have[$0]; next }
		{ for (i = 1; i <= NF; i++) if ($i in have) next; print }' "$CACHE/tmp/installed" -
}

# missing_qemu: emulator packages whose program is absent or too old.
missing_qemu() {
	for _a in $(arch_list); do
		(arch_load "$_a"
		_v=$("$A_QEMU" --version 2>/dev/null | sed -n '1s/.*version \([0-9]*\).*/\1/p')
		[ "${_v:-0}" -ge "$QEMU_MIN" ] || printf '%s\n' "$A_QEMU_PACKAGE")
	done | sort -u
}

codename() {
	sed -n 's/^VERSION_CODENAME=//p' "${OS_RELEASE:-/etc/os-release}"
}

# choose: of each "a|b" on stdin the first that this Debian has.
choose() {
	while IFS='|' read -r _first _rest; do
		for _p in $_first $(printf '%s' "$_rest" | tr '|' ' ') ''; do
			[ -n "$_p" ] || die "no Debian package of this release is called ${_first}${_rest:+ or $_rest}"
			! apt-cache show "$_p" 2>/dev/null | grep -q '^Package:' || break
		done
		printf '%s\n' "$_p"
	done
}

# install SUITE PACKAGE...: apt-get with the host's dpkg settings but our own sources and lists.
install_packages() {
	_suite=$1
	shift
	_conf=$APT_CONFIG
	say "installing: $*"
	again "installing packages" env -u APT_CONFIG DEBIAN_FRONTEND=noninteractive apt-get -q -y \
		-o Dir::State::Lists="$CACHE/apt/setup/lists" -o Dir::Etc::SourceList="$CACHE/apt/setup/sources.list" \
		-o Dir::Etc::SourceParts=/dev/null -o Acquire::Retries=5 -o APT::Sandbox::User=root -o Dpkg::Use-Pty=0 \
		install --no-install-recommends ${_suite:+-t "$_suite"} "$@" >&2 ||
		die "apt-get could not install: $* (its messages are above)"
	export APT_CONFIG="$_conf"
}

setup_packages() {
	_pkgs=$(missing_packages) || exit "$E_ERROR"
	_qemu=$(missing_qemu) || exit "$E_ERROR"
	[ -n "$_pkgs$_qemu" ] || return 0
	_code=$(codename)
	case $_code in
	bookworm | trixie) ;;
	*) say "WARNING: this is not Debian 12 or 13 but '${_code:-unknown}'; trying all the same" ;;
	esac
	if [ "$(id -u)" != 0 ]; then
		say "missing Debian packages: $(printf '%s\n' "$_pkgs" "$_qemu" | xargs)"
		die "installing packages needs root: run 'sudo vm/setup.sh packages', then 'make setup' again as yourself"
	fi
	set -- "$_code" "$_code-updates" "$_code-security"
	[ "$_code" != bookworm ] || set -- "$@" bookworm-backports
	apt_private setup "$@"
	apt_update
	if [ -n "$_pkgs" ]; then
		_pkgs=$(printf '%s\n' "$_pkgs" | choose) || exit "$E_ERROR"
		# shellcheck disable=SC2086 # split on purpose
		install_packages '' $_pkgs
	fi
	[ -n "$_qemu" ] || return 0
	_from=
	[ "$_code" != bookworm ] || _from=bookworm-backports
	# shellcheck disable=SC2086 # split on purpose
	install_packages "$_from" $_qemu
	[ -z "$(missing_qemu)" ] || say "WARNING: QEMU is still older than $QEMU_MIN; what needs the newer one will say so"
}

# setup_hooks: downloads of the other parts.
setup_hooks() {
	for _hook in "$TOP"/vm/setup.d/*; do
		[ -x "$_hook" ] && [ -f "$_hook" ] || continue
		"$_hook" || die "vm/setup.d/$(basename "$_hook") failed (its messages are above)"
	done
}

mkdir -p "$CACHE/tmp" || die "cannot write to the cache $CACHE"
setup_packages
[ "${1:-}" != packages ] || exit 0
"$TOP/vm/kernel.sh" fetch
setup_hooks
say "setup: everything is in place ($CACHE)"
