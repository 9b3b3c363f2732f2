#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The guest's userland toolchain for ARCH: static musl and the kernel's user headers behind the
# distribution's (cross) gcc; built once, kept in $CACHE/toolchain/<key>/<target>/.
#
#   usage: vm/toolchain.sh [cc | dir | busybox | kselftest | all]
#   prints the path of the compiler wrapper (default), of the toolchain directory, of a static busybox, or of
#   the kernel's selftest headers; all: cc, busybox and kselftest, one a line
#   environment: ARCH CACHE, and what vm/kernel.sh headers reads (KSRC SERIES O)
#                KHEADERS=<dir>       user headers instead of vm/kernel.sh's
#                KSELFTEST_INC=<dir>  a kernel's tools/testing/selftests instead of that of vm/kernel.sh tree
#                JOBS=<n>             compilers at once (default: all CPUs)
set -eu
TOP=$(cd "$(dirname "$0")/.." && pwd)
TOOLS=$TOP/vm/toolchain
. "$TOP/vm/lib.sh"
. "$TOP/vm/kernel/apt.sh"
for _f in fetch-source musl sysroot busybox; do
	. "$TOOLS/$_f.sh"
done

MUSL_OLDEST=1.2.5	# the first with riscv32
what=${1:-cc}
case $what in
cc | dir | busybox | kselftest | all) ;;
*) die "vm/toolchain.sh: unknown argument '$what'; usage: vm/toolchain.sh [cc | dir | busybox | kselftest | all]" ;;
esac

A_DEBIAN='' A_TARGET='' A_TARGET_CFLAGS='' A_TARGET_LDFLAGS='' A_LIBGCC_CC='' A_LIBGCC_PACKAGE=''
arch_load "$ARCH"
: "${A_TARGET:=${A_CROSS%%-*}}" "${A_LIBGCC_CC:=${A_CROSS}gcc}" "${A_LIBGCC_PACKAGE:=$A_CC_PACKAGE}"
: "${JOBS:=$(nproc)}"
need "${A_CROSS}gcc" "$A_CC_PACKAGE"
need "$A_LIBGCC_CC" "$A_LIBGCC_PACKAGE"
need flock util-linux
need dpkg-source dpkg-dev

# headers: the directory with linux/, asm/ ... for this architecture.
headers() {
	_h=${KHEADERS:-$("$TOP/vm/kernel.sh" headers)} || exit $?
	[ -d "$_h/include" ] && _h=$_h/include
	[ -f "$_h/linux/perf_event.h" ] ||
		die "no kernel user headers in $_h (linux/perf_event.h is missing); 'vm/kernel.sh headers' makes them"
	printf '%s\n' "$_h"
}

# headers_hash: vm/kernel.sh names its directory by content; a user's own is read.
headers_hash() {
	[ -n "${KHEADERS:-}" ] || { printf '%s\n' "$khdr"; return; }
	(cd "$khdr" && find . -name '*.h' | LC_ALL=C sort | xargs cat) | sha256sum
}

# key WORD FILE...: content address over the word, the recipe files, the architecture's data and the compiler.
key() {
	_word=$1
	shift
	_sum=$({
		printf '%s\n' "$_word" "$A_CROSS" "$A_TARGET" "$A_TARGET_CFLAGS" "$A_TARGET_LDFLAGS" "$A_LIBGCC_CC"
		printf '%s\n\n' "$cc_version"
		cd "$TOOLS" && cat "$@"
	} | sha256sum)
	printf '%.16s\n' "$_sum"
}

# once DIR FUNCTION ARGS...: build DIR in DIR.tmp under a lock and rename it: complete or absent.
once() {
	_dir=$1
	shift
	[ ! -d "$_dir" ] || return 0
	mkdir -p "$(dirname "$_dir")" || die "cannot create $(dirname "$_dir")"
	(
		flock 9
		[ ! -d "$_dir" ] || exit 0
		rm -rf "$_dir.tmp" && mkdir -p "$_dir.tmp" || die "cannot create $_dir.tmp"
		"$@" "$_dir.tmp"
		rm -f "$_dir.tmp.log"
		mv "$_dir.tmp" "$_dir" || die "cannot create $_dir"
	) 9>"$_dir.lock" || exit $?
}

# musl_make DST: libc alone; the costly part, independent of the kernel's headers.
musl_make() {
	say "building musl for $ARCH ($(cat "$musl_src.id"))"
	_t0=$(date +%s)
	musl_build "$musl_src" "$1"
	say "  $(($(date +%s) - _t0)) s"
}

# sysroot_make DST: musl, the kernel's headers, our libraries and the wrappers together.
sysroot_make() {
	cp -rl "$musl_dir/." "$1/" || die "cannot copy $musl_dir to $1"
	cp -r "$khdr/." "$1/include/" || die "cannot copy $khdr to $1/include"
	tools_write "$1"
	libs_build "$1"
	probe "$1"
}

# kselftest_make DST: kselftest_harness.h and its relatives; a copy, so that a warm call needs no kernel tree.
kselftest_make() {
	_tree=$("$TOP/vm/kernel.sh" tree) || exit $?
	cp "$_tree"/tools/testing/selftests/*.h "$1/" || die "no selftest headers in $_tree/tools/testing/selftests"
}

# kselftest: the directory with kselftest_harness.h.
kselftest() {
	_k=${KSELFTEST_INC:-$CACHE/toolchain/kselftest-$(printf '%s\n' "$khdr" | sha256sum | cut -c1-16)}
	[ -n "${KSELFTEST_INC:-}" ] || once "$_k" kselftest_make
	[ -f "$_k/kselftest_harness.h" ] ||
		die "no kselftest_harness.h in $_k; KSELFTEST_INC names a kernel's tools/testing/selftests"
	printf '%s\n' "$_k"
}

khdr=$(headers)
cc_version=$("${A_CROSS}gcc" --version)
musl_src=$(fetch_source musl) || die "no suite ($SOURCE_SUITES) has a usable musl source package; check the mirror $(source_mirror)"
_v=$(cut -d' ' -f2 "$musl_src.id")
[ "$(printf '%s\n%s\n' "$MUSL_OLDEST" "${_v#*:}" | sort -V | head -n 1)" = "$MUSL_OLDEST" ] ||
	die "musl $_v is older than $MUSL_OLDEST, which is the first with riscv32; remove $musl_src.id and retry"
musl_key=$(key "$(cat "$musl_src.id")" musl.sh)
musl_dir=$CACHE/toolchain/musl-$musl_key/$A_TARGET
once "$musl_dir" musl_make
dir=$CACHE/toolchain/$(key "$musl_key $(headers_hash)" sysroot.sh cc.in gcc.specs atomic.c probe.c)/$A_TARGET
once "$dir" sysroot_make

case $what in
cc) printf '%s\n' "$dir/bin/cc" ;;
dir) printf '%s\n' "$dir" ;;
busybox) busybox "$dir" "$musl_key" ;;
kselftest) kselftest ;;
all)
	printf '%s\n' "$dir/bin/cc"
	busybox "$dir" "$musl_key"
	kselftest
	;;
esac
