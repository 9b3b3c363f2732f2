#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The library's known answers, then the time line's: table, drawing, and what it says about bad input.
#
#   usage: stress/test/lib_test.sh LIB_TEST TIMELINE
set -u
here=$(cd "$(dirname "$0")" && pwd)
lib_test=$1 timeline=$2
t=$(mktemp -d) || exit 3
trap 'rm -rf "$t"' EXIT
passed=0 failed=0

# expect WHAT COMMAND...: the command succeeds
expect() {
	what=$1
	shift
	if "$@" >"$t/out" 2>&1; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf 'not ok %s\n' "$what"
		sed 's/^/    /' "$t/out"
	fi
}

# refused WORDS DIRECTORY: exit 3, one sentence with these words, nothing written
refused() {
	"$timeline" "$2" >"$t/out" 2>&1
	[ $? -eq 3 ] && [ "$(wc -l <"$t/out")" -eq 1 ] && grep -q "$1" "$t/out" && [ ! -e "$2/timeline.svg" ]
}

sum=$("$lib_test") || :
printf '%s\n' "$sum" | grep -v ' passed, '
n=$(printf '%s\n' "$sum" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed.*/\1 \2/p')
passed=$((passed + ${n% *})) failed=$((failed + ${n#* }))

mkdir "$t/good" "$t/empty" "$t/none" "$t/cut"
cp "$here/run.json" "$t/good/run.json"
"$timeline" "$t/good" >"$t/table" 2>&1
expect 'a series is drawn' test -s "$t/good/timeline.svg"
expect 'rates are differences over time' grep -q '^hits  *1/s  *300.0  *400.0  *2$' "$t/table"
expect 'a level stays a level' grep -q '^records  *count  *5.3  *9.0  *3$' "$t/table"
expect 'axes have units' grep -q 'time since the first sample \[s\]' "$t/good/timeline.svg"
expect 'names are escaped' grep -q 'a&lt;b s' "$t/good/timeline.svg"
expect 'the end of the drawing is there' grep -q '^</svg>$' "$t/good/timeline.svg"
printf '{"series": []}\n' >"$t/empty/run.json"
expect 'no series is no error' "$timeline" "$t/empty"
printf '{"series": [' >"$t/cut/run.json"
expect 'a cut-off file is refused' refused 'run.json:' "$t/cut"
expect 'no file is refused' refused 'run.json:' "$t/none"
printf '{}\n' >"$t/none/run.json"
expect 'a file without series is refused' refused "no array 'series'" "$t/none"
printf '%d passed, %d failed, 0 skipped\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
