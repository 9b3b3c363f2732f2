#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Start a program of one build. Not every kernel runs 32-bit programs itself; then qemu-i386 does.
#
#   usage: host/launch.sh BUILD PROGRAM ARGUMENT...
TOP=$(cd "$(dirname "$0")/../.." && pwd)
. "$TOP/vm/lib.sh"
build=$1 prog=$2
shift 2
[ -x "$prog" ] || die "$prog does not exist; build it with make host-test"
if [ "$build" = m32 ] && ! "$prog" --list >/dev/null 2>&1; then
	command -v qemu-i386 >/dev/null 2>&1 ||
		die "this kernel runs no 32-bit programs; install the Debian package qemu-user for qemu-i386"
	exec qemu-i386 "$prog" "$@"
fi
exec "$prog" "$@"
