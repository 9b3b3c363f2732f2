#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The guest's initramfs for ARCH: /init, every program of kselftest/, stress/ and bench/, busybox, modules.
# Prints the path of an uncompressed newc archive, named by its content so that runs side by side keep theirs:
# the same inputs give the same bytes. docs/protocol.rst section 3.
#
#   usage: vm/guest.sh
#   environment: ARCH O CACHE V, what vm/toolchain.sh reads, and
#                GUEST_MODULES=<dir>  its *.ko go to /modules
set -eu
TOP=$(cd "$(dirname "$0")/.." && pwd)
. "$TOP/vm/lib.sh"
[ $# -eq 0 ] || die "vm/guest.sh takes no arguments, only the environment; see its head"
need make make
need cpio cpio
need flock util-linux

# check_names: registration is a file in a folder, so a stray file would run; names are strict.
check_names() {
	for _f in "$TOP"/kselftest/*.c "$TOP"/stress/*.c "$TOP"/bench/*.c; do
		_n=${_f##*/}
		case ${_n%.c} in
		'*') ;;
		*[!a-z0-9_]*) die "${_f#"$TOP"/}: guest programs are named [a-z0-9_]+.c; rename or remove it" ;;
		esac
	done
}

# stage_modules ROOT: a directory without modules is a mistake of the caller, not an empty wish.
stage_modules() {
	rm -rf "$1/modules"
	[ -n "${GUEST_MODULES:-}" ] || return 0
	set -- "$1" "$GUEST_MODULES"/*.ko
	[ -f "$2" ] || die "GUEST_MODULES=$GUEST_MODULES has no *.ko"
	_root=$1
	shift
	mkdir -p "$_root/modules" && cp "$@" "$_root/modules/" || die "cannot write $_root/modules"
}

# archive ROOT OUT: names sorted, owner root, times and inode numbers fixed: same content, same bytes.
archive() {
	find "$1" -exec touch -h -d 1970-01-01T00:00:00Z {} + || return 1
	(cd "$1" && find . | LC_ALL=C sort | cpio -o -H newc -R +0:+0 --reproducible --quiet) >"$2"
}

# warm: nothing was staged since the last archive, which "current" names.
warm() {
	[ -z "${GUEST_MODULES:-}" ] && [ -f "$build/current" ] || return 1
	_last=$(cat "$build/current")
	[ -f "$_last" ] && [ -z "$(find "$build/stage.stamp" "$TOP/vm/guest.sh" -newer "$build/current")" ] || return 1
	touch "$_last"
	printf '%s\n' "$_last"
}

# image: the archive of what is staged now, under its content's name; old ones go after a day.
image() {
	rm -rf "$build/image" && cp -a "$build/stage" "$build/image" || die "cannot write $build/image"
	stage_modules "$build/image"
	archive "$build/image" "$build/cpio.tmp" || die "cannot write $build/cpio.tmp (disk full?)"
	_hash=$(sha256sum "$build/cpio.tmp" | cut -c1-16)
	find "$build" -maxdepth 1 -name 'initrd-*.cpio' -mmin +1440 -delete
	mv "$build/cpio.tmp" "$build/initrd-$_hash.cpio" || die "cannot write $build/initrd-$_hash.cpio"
	rm -rf "$build/image"
	[ -n "${GUEST_MODULES:-}" ] || printf '%s\n' "$build/initrd-$_hash.cpio" >"$build/current"
	printf '%s\n' "$build/initrd-$_hash.cpio"
}

check_names
tools=$("$TOP/vm/toolchain.sh" all) || exit $?
{ read -r cc && read -r busybox && read -r ksft; } <<END || die "vm/toolchain.sh all printed '$tools'"
$tools
END
build=$O/guest/$ARCH
mkdir -p "$build/stage" || die "cannot create $build (disk full, or no permission?)"
(
	flock 9
	(cd "$build/stage" && mkdir -p bin dev proc sys tmp run root)
	cmp -s "$busybox" "$build/stage/bin/busybox" ||
		{ rm -f "$build/current" && cp "$busybox" "$build/stage/bin/busybox"; } || die "cannot write $build/stage"
	[ -L "$build/stage/bin/sh" ] || ln -s busybox "$build/stage/bin/sh"
	make -s -f "$TOP/vm/guest/build.mk" -j"$(nproc)" TOP="$TOP" B="$build" CC="$cc" STRIP="${cc%cc}strip" \
		KSFT="$ksft" V="${V:-}" "$build/stage.stamp" >&2 ||
		die "the guest's programs did not build for $ARCH; the compiler's words are above"
	warm || image
) 9>"$build/.lock"
