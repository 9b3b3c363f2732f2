#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The gate's own test, in guests of ARCH: the same source is "same" each time, one instruction more is seen, and so
# is every mutant that only costs.
#
#   usage: bench/test/gate.sh        environment: AA (how many repetitions of the same, 10)
set -u
TOP=$(cd "$(dirname "$0")/../.." && pwd)
. "$TOP/vm/lib.sh"
cd "$TOP" || exit "$E_ERROR"
passed=0 failed=0
log=$O/logs/bench-gate
mkdir -p "$log" || die "cannot create $log"

# verdict WANT NAME NEW: the exit code of base against NEW
verdict() {
	bench/compare.sh "$base" "$3" >"$log/$2.log" 2>&1
	code=$?
	if [ "$code" -eq "$1" ]; then
		passed=$((passed + 1))
		printf 'ok %s: %s\n' "$2" "$(tail -n 1 "$log/$2.log")"
	else
		failed=$((failed + 1))
		printf 'not ok %s: exit %d, wanted %d: %s\n' "$2" "$code" "$1" "$(tail -n 1 "$log/$2.log")"
	fi
}

bench/compare.sh patches/series patches/series >"$log/same-0.log" 2>&1 || {
	cat "$log/same-0.log"
	die "the series against itself is not the same; see $log/same-0.log"
}
base=$(sed -n 's/^base \([^ ]*\) .*/\1/p' "$log/same-0.log")
passed=1
verdict 1 one-instruction 'patches/series bench/test/one-instruction.patch'
for m in $(grep -l '^Breaks: performance' patches/mutants/*.patch); do
	verdict 1 "$(basename "$m" .patch)" "patches/series $m"
done
i=1
while [ "$i" -lt "${AA:-10}" ]; do
	verdict 0 "same-$i" patches/series
	i=$((i + 1))
done
printf '%d passed, %d failed, 0 skipped\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
