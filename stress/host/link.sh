#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Compile a subject for one build and link it with that build's harness, which must be built already.
#
#   usage: host/link.sh BUILD SUBJECT_DIR PROGRAM
set -eu
TOP=$(cd "$(dirname "$0")/../.." && pwd)
. "$TOP/vm/lib.sh"
cd "$TOP"
[ $# -eq 3 ] || die "usage: link.sh BUILD SUBJECT_DIR PROGRAM"
build=$1 src=$2 prog=$3
dir=$O/host/$build
[ -f "$dir/flags" ] || die "$dir/flags is missing: build the harness first (make host-harness)"
# CC, FLAGS, KFLAGS and LD, written by the makefile that built the harness. SUBJECT_CFLAGS: the caller's.
. "$dir/flags"
mkdir -p "$prog.d"
# shellcheck disable=SC2086
for f in "$src/kernel/trace/trace_stackmap.c" stress/host/subject.c; do
	stress/host/cc.sh "$prog.d/$(basename "$f" .c).o" "$f" $CC $FLAGS $KFLAGS ${SUBJECT_CFLAGS:-} "-I$src/kernel/trace" ||
		exit "$E_ERROR"
done
log=$prog.d/link.log
# shellcheck disable=SC2086
$CC $FLAGS -o "$prog" "$prog.d/trace_stackmap.o" "$prog.d/subject.o" \
	-Wl,--whole-archive "$dir/libhost.a" -Wl,--no-whole-archive $LD -pthread 2>"$log" || {
	missing=$(sed -n 's/.*undefined reference to .\([A-Za-z0-9_]*\).*/\1/p' "$log" | sort -u | tr '\n' ' ')
	[ -z "$missing" ] || die "$src needs ${missing% }, which has no shim: add it to stress/host/shim/"
	die "linking $prog failed: $(head -n 1 "$log") (all of it in $log)"
}
