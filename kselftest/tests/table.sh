#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# README.rst says which test stands for which sentence and on which planted bug it was seen failing: every test must
# be there as file:name, and everything there must exist. Closes with "N passed, N failed, N skipped".
#
#   usage: kselftest/tests/table.sh [FOLDER]
set -u
cd "${1:-$(dirname "$0")/..}" || exit 3
passed=0 failed=0
tests=$(sed -n -E 's/^TEST(_F|_F_TIMEOUT)?\(((stackmap|boot), )?([a-z0-9_]+).*/\4/p;t;d' ./*.c | wc -l)
for f in *.c; do
	for name in $(sed -n -E 's/^TEST(_F|_F_TIMEOUT)?\(((stackmap|boot), )?([a-z0-9_]+).*/\4/p' "$f"); do
		if grep -q "${f%.c}:$name\b" README.rst; then
			passed=$((passed + 1))
		else
			failed=$((failed + 1))
			echo "not ok ${f%.c}:$name is not in README.rst"
		fi
	done
done
for ref in $(grep -o -E '\b[a-z_]+:[a-z0-9_]+\b' README.rst | sort -u); do
	f=${ref%%:*}.c
	[ -f "$f" ] || continue
	if grep -q -E "^TEST.*\b${ref#*:}\b" "$f"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "not ok README.rst names $ref, which does not exist"
	fi
done
# The harness's own SKIP() turns a failure that happened before it into a skip.
if grep -n '\bSKIP(' ./*.c; then
	failed=$((failed + 1))
	echo 'not ok use SKIP_TEST() of lib/report.h'
else
	passed=$((passed + 1))
fi
[ "$tests" -gt 0 ] || { failed=$((failed + 1)); echo 'not ok no test found at all'; }
printf '%d passed, %d failed, 0 skipped\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
