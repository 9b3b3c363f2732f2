# SPDX-License-Identifier: GPL-2.0
# Sourced by every script: the house's error idiom, cache location and exit codes.
# Callers set $TOP (repository root) before sourcing.

E_FAIL=1 E_UNRESOLVED=2 E_ERROR=3
export E_FAIL E_UNRESOLVED E_ERROR

: "${O:=$TOP/out}"
: "${CACHE:=${XDG_CACHE_HOME:-$HOME/.cache}/stackmap}"
: "${ARCH:=x86_64}"
case $O in /*) ;; *) O=$TOP/$O ;; esac
export O CACHE ARCH

# Words from the user's make command line (O=, ARCH=, V=) must not reach the makes of kernel, musl or busybox.
unset MAKEFLAGS MFLAGS MAKEOVERRIDES MAKELEVEL

# die MESSAGE...: one clear sentence on stderr, exit ERROR. The suite could not do its job.
die() {
	printf 'ERROR: %s\n' "$*" >&2
	exit "$E_ERROR"
}

# say MESSAGE...: progress for humans, never on stdout (stdout carries results).
say() {
	[ "${QUIET:-0}" = 1 ] || printf '%s\n' "$*" >&2
}

# need COMMAND PACKAGE: refuse early, naming the remedy.
need() {
	command -v "$1" >/dev/null 2>&1 || die "$1 not found; install the Debian package $2 (or run 'make setup')"
}

# arch_load NAME: read configs/arch/NAME (KEY=VALUE data) into A_<KEY> variables.
arch_load() {
	[ -f "$TOP/configs/arch/$1" ] ||
		die "ARCH=$1 is unknown; known: $(arch_list | tr '\n' ' ')(a folder listing of configs/arch)"
	while IFS='=' read -r _k _v; do
		case $_k in '' | '#'*) continue ;; *[!A-Z0-9_]*) die "configs/arch/$1: bad key '$_k'" ;; esac
		eval "A_$_k=\$_v"
	done <"$TOP/configs/arch/$1"
}

# arch_list: every architecture, one per line. The folder is the registry.
arch_list() {
	for _f in "$TOP"/configs/arch/*; do
		case $_f in *.config) ;; *) basename "$_f" ;; esac
	done
}

# load_list: every load, in one line. The folder is the registry; what it has besides are their data.
load_list() {
	for _f in "$TOP"/loads/*; do
		case ${_f##*/} in *.*) ;; *) printf '%s ' "${_f##*/}" ;; esac
	done
}

# contract: "strict" where what is tested is our own series, to be judged by the whole contract; "own" where it is somebody
# else's, to be judged by what it has. CONTRACT= decides otherwise.
contract() {
	case ${CONTRACT:-} in
	strict | own) echo "$CONTRACT" && return ;;
	'') ;;
	*) die "CONTRACT=$CONTRACT: it is strict (by the contract) or own (by what the kernel has)" ;;
	esac
	for _w in ${STACKMAP_C:-${SERIES:-patches/series}}; do
		case ${_w#"$TOP"/} in
		patches/variants/*) echo own && return ;;
		patches/*) ;;
		*) echo own && return ;;
		esac
	done
	echo strict
}
