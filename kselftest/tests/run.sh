#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Host tests of the selftests themselves: their parsers, and the ways into and out of a kernel tree that need no
# kernel. Closes with "N passed, N failed, N skipped".
set -u
TOP=$(cd "$(dirname "$0")/../.." && pwd)
. "$TOP/vm/lib.sh"
cd "$TOP/kselftest" || exit "$E_ERROR"
t=$(mktemp -d) || exit "$E_ERROR"
trap 'rm -rf "$t"' EXIT
passed=0 failed=0

# expect WANTED_RC PATTERN COMMAND...: the exit code (any means not 0) and a sentence in the output.
expect() {
	want=$1 pattern=$2
	shift 2
	out=$("$@" 2>&1)
	rc=$?
	[ "$want" = any ] && [ "$rc" -ne 0 ] && want=$rc
	if [ "$rc" -eq "$want" ] && printf '%s\n' "$out" | grep -q -e "$pattern"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf 'not ok %s: exit %s (wanted %s), no "%s" in: %s\n' "$*" "$rc" "$want" "$pattern" "$out"
	fi
}

# holds WHAT CONDITION...: for what is left behind.
holds() {
	what=$1
	shift
	if "$@"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf 'not ok %s\n' "$what"
	fi
}

# shellcheck disable=SC2086
if ${HOST_CC:-cc} -std=gnu11 -D_GNU_SOURCE -O1 -g -Wall -Wextra -fsanitize=address,undefined -o "$t/parse" tests/parse.c lib/*.c; then
	sum=$("$t/parse") || printf '%s\n' "$sum"
	sum=$(printf '%s\n' "$sum" | tail -n 1)
	case $sum in
	*' passed, '*) passed=$((passed + ${sum%% *})) f=${sum#*passed, } failed=$((failed + ${f%% *})) ;;
	*) failed=$((failed + 1)) && echo 'not ok parse: no result line' ;;
	esac
else
	failed=$((failed + 1))
fi

expect 3 'needs KSRC=' ./install.sh ''
expect 3 'not a kernel tree' ./install.sh "$t"
expect any 'set KSRC=<kernel tree>' make -s KSRC="$t" all
self=$t/k/tools/testing/selftests
mkdir -p "$self/ftrace-stackmap"
: >"$self/lib.mk"
expect 3 'no kselftest_harness.h' ./install.sh "$t/k"
: >"$self/kselftest_harness.h"
: >"$self/ftrace-stackmap/mine"
expect 3 'is something else' ./install.sh "$t/k"
holds "a user's file was lost" test -e "$self/ftrace-stackmap/mine"
rm -r "$self/ftrace-stackmap"
expect 0 'TARGETS=ftrace-stackmap' ./install.sh "$t/k"
: >"$self/ftrace-stackmap/stale.c"
expect 0 'writing into' ./install.sh "$t/k"
holds 'stale.c was kept' test ! -e "$self/ftrace-stackmap/stale.c"
for f in *.c lib/*.[ch] module/*.c Makefile config settings README.rst; do
	holds "$f was not installed" cmp -s "$f" "$self/ftrace-stackmap/$f"
done
printf '%d passed, %d failed, 0 skipped\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
