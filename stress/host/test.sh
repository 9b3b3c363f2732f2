#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Run the tests in the given builds and sum them up. FILTER, SEED, DURATION and REPEAT pass through.
set -u
TOP=$(cd "$(dirname "$0")/../.." && pwd)
. "$TOP/vm/lib.sh"

passed=0 failed=0 skipped=0 bad=''
for build in "$@"; do
	log=$O/host/$build/test.log
	start=$(date +%s)
	"$O/host/$build/run" --filter "${FILTER:-*}" ${SEED:+--seed "$SEED"} ${DURATION:+--duration "$DURATION"} \
		${REPEAT:+--repeat "$REPEAT"} >"$log" 2>&1
	rc=$?
	sum=$(tail -n 1 "$log")
	case $sum in
	*' passed, '*' failed, '*' skipped') ;;
	*)
		[ "$rc" -eq 3 ] && die "$(tail -n 1 "$log" | sed 's/^ERROR: //')"
		die "$O/host/$build/run ended without a result, exit $rc: see $log"
		;;
	esac
	p=${sum%% passed*} f=${sum#*passed, } f=${f%% failed*} s=${sum##*failed, } s=${s%% skipped}
	passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
	[ "$f" -eq 0 ] || bad="$bad $build"
	printf '%-6s %s (%d s)\n' "$build" "$sum" $(($(date +%s) - start))
	# What a failed test said is what stands above its line.
	awk '/^(not ok|ok)/ { if (/^not ok/) printf "%s%s\n", said, $0; said = ""; next } { said = said $0 "\n" }' "$log"
	[ "${V:-0}" = 1 ] && cat "$log"
done
[ -z "$bad" ] || printf 'failed builds:%s; again with: %s/host/BUILD/run --filter NAME\n' "$bad" "$O"
printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
[ "$failed" -eq 0 ]
