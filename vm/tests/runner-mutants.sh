#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Proves the unit tests: plants one bug at a time in a copy of the runner and demands that they notice. A mutant is
# a line of runner-mutants.txt: file, unit test that has to fail, sed expression (which must change the file).
set -u
TOP=$(cd "$(dirname "$0")/../.." && pwd)
. "$TOP/vm/lib.sh"

work=$(mktemp -d) || die "no temporary directory"
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

not_ok() {
	failed=$((failed + 1))
	echo "not ok $*"
}

# objects DIR: everything but main, compiled once; a mutant recompiles one file
objects() {
	for c in "$1"/*.c; do
		[ "${c##*/}" = main.c ] || compile "$c" "${c%.c}.o" || die "$c does not compile"
	done
}

# compile SOURCE OBJECT
compile() {
	cc -std=gnu11 -D_GNU_SOURCE -O0 -w -I"$TOP/vm/runner" -I"$TOP/vm/tests" -c "$1" -o "$2" \
		-DCONSOLE_TABLE="\"$TOP/vm/runner/console/table\"" -DCONSOLE_LOGS="\"$TOP/vm/runner/console/logs\""
}

cp -r "$TOP/vm/runner" "$work/src"
objects "$work/src"
for unit in "$TOP"/vm/tests/runner-unit-*.c; do
	compile "$unit" "$work/$(basename "$unit" .c).o" || die "$unit does not compile"
done
while IFS='|' read -r file test expression; do
	case $file in '#'* | '') continue ;; esac
	src=$TOP/vm/runner/$file
	sed "$expression" "$src" >"$work/src/$file" || die "runner-mutants.txt: bad expression '$expression'"
	if cmp -s "$src" "$work/src/$file"; then
		not_ok "$file: '$expression' changes nothing; mend runner-mutants.txt"
	elif ! compile "$work/src/$file" "$work/src/${file%.c}.o" 2>"$work/cc"; then
		not_ok "$file: '$expression' does not compile: $(head -n 1 "$work/cc")"
	elif ! cc "$work/runner-unit-$test.o" "$work"/src/*.o -ljansson -lnettle -o "$work/unit"; then
		not_ok "$file: '$expression' does not link"
	elif timeout 20 "$work/unit" >/dev/null 2>&1; then
		not_ok "$file: '$expression' survived runner-unit-$test"
	else
		passed=$((passed + 1))
	fi
	cp "$src" "$work/src/$file"
	compile "$work/src/$file" "$work/src/${file%.c}.o" || die "$file does not compile"
done <"$TOP/vm/tests/runner-mutants.txt"
printf '%d passed, %d failed, 0 skipped\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
