#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Run the tests in the given builds, two at a time, and sum them up. FILTER, SEED, DURATION and REPEAT
# pass through.
set -u
TOP=$(cd "$(dirname "$0")/../.." && pwd)
. "$TOP/vm/lib.sh"

# The fuzzer is one test: so many operation sequences against the reference map, none of which differed.
run_fuzz() {
	runs=${FUZZ_RUNS:-1000}
	if timeout 540 "$O/host/fuzz/run" -runs="$runs" -seed="${SEED:-1}" -max_len=64 -timeout=120 -rss_limit_mb=0 \
		-artifact_prefix="$O/host/fuzz/" >"$1" 2>&1 && grep -q "^Done " "$1"; then
		printf "ok 1 fuzz.reference_map\n1 passed, 0 failed, 0 skipped\n" >>"$1"
		return 0
	fi
	{ grep -E "^# |SUMMARY|Test unit written" "$1"; printf "not ok 1 fuzz.reference_map\n0 passed, 1 failed, 0 skipped\n"; } >"$1.short"
	cat "$1.short" >>"$1"
	return 1
}

run_build() {
	log=$O/host/$1/test.log
	start=$(date +%s)
	if [ "$1" = fuzz ]; then
		# shellcheck disable=SC2194,SC2254
		case fuzz.reference_map in
		${FILTER:-*}) run_fuzz "$log" ;;
		*)
			echo "ERROR: no test matches '$FILTER'" >"$log"
			false
			;;
		esac
		echo "$? $(($(date +%s) - start))" >"$log.rc"
		return
	fi
	timeout 540 "$TOP/stress/host/launch.sh" "$1" "$O/host/$1/run" --filter "${FILTER:-*}" ${SEED:+--seed "$SEED"} \
		${DURATION:+--duration "$DURATION"} ${REPEAT:+--repeat "$REPEAT"} >"$log" 2>&1
	echo "$? $(($(date +%s) - start))" >"$log.rc"
}

CONTRACT=$(contract) || exit $?
export CONTRACT
passed=0 failed=0 skipped=0 bad='' begin=$(date +%s)
pids='' running=0
for build in "$@"; do
	run_build "$build" &
	pids="$pids $!" running=$((running + 1))
	# shellcheck disable=SC2086
	[ "$running" -lt 2 ] || { set_pid=${pids# } && wait "${set_pid%% *}" && pids=${set_pid#"${set_pid%% *}"} && running=1; }
done
wait
for build in "$@"; do
	log=$O/host/$build/test.log
	read -r rc seconds <"$log.rc" && rm -f "$log.rc"
	sum=$(tail -n 1 "$log")
	case $sum in
	*' passed, '*' failed, '*' skipped') ;;
	*)
		# Not every build has every test: that FILTER fits none is wrong only if it fits none anywhere.
		grep -q '^ERROR: no test matches' "$log" && continue
		[ "$rc" -eq 3 ] && die "$(grep -m 1 '^ERROR: ' "$log" | sed 's/^ERROR: //')"
		[ "$rc" -eq 124 ] && die "$O/host/$build/run was stopped after 540 s: see $log"
		die "$O/host/$build/run ended without a result, exit $rc: see $log"
		;;
	esac
	p=${sum%% passed*} f=${sum#*passed, } f=${f%% failed*} s=${sum##*failed, } s=${s%% skipped}
	passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
	[ "$f" -eq 0 ] || bad="$bad $build"
	printf '%-6s %s (%d s)\n' "$build" "$sum" "$seconds"
	# What a failed test said is what stands above its line.
	awk '/^(not ok|ok)/ { if (/^not ok/) printf "%s%s\n", said, $0; said = ""; next } { said = said $0 "\n" }' "$log"
	[ "${V:-0}" = 1 ] && cat "$log"
done
[ -z "$bad" ] || printf 'failed builds:%s; again with: %s/host/BUILD/run --filter NAME\n' "$bad" "$O"
[ $((passed + failed + skipped)) -gt 0 ] || die "$(grep -h -m 1 '^ERROR: no test matches' "$log" | sed 's/^ERROR: //')"
printf 'total %d s\n' $(($(date +%s) - begin))
printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
[ "$failed" -eq 0 ]
