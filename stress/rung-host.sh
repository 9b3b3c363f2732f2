#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The host rung for mutants: patch the extracted source, compile it into the cheapest fitting build, run
# the named test. Needs: plain (default), asan, tsan or m32.
#
#   usage: stress/rung-host.sh key | prepare | run NAME PATCH ORACLE WITHIN NEEDS
set -u
TOP=$(cd "$(dirname "$0")/.." && pwd)
. "$TOP/vm/lib.sh"
. "$TOP/stress/mutants-lib.sh"
cd "$TOP" || exit "$E_ERROR"

# key: all a kill depends on but the mutant itself.
if [ "$1" = key ]; then
	printf '%s-%s\n' "$(sum_of patches/series stress/host stress/core stress/host.mk stress/rung-host.sh)" \
		"$(printf '%s' "$(gcc --version) $(clang --version) ${SEED:-1}" | sha256sum | cut -c 1-8)"
	exit 0
fi
if [ "$1" = prepare ]; then
	exec make -s -j2 host-mutants-ready
fi
[ "$1" = run ] || die "usage: rung-host.sh key | prepare | run NAME PATCH ORACLE WITHIN NEEDS"
name=$2 patch=$3 oracle=$4 within=$5 build=${6:-plain}
work=$O/mutants/host
dir=$work/$name
mkdir -p "$dir/src"
cp -r "$O/host/src/kernel" "$dir/src/"
patch -s -p1 -F2 -d "$dir/src" <"$patch" >"$dir/patch.log" 2>&1 ||
	die "$patch does not apply to the series: refresh it ($(tail -n 1 "$dir/patch.log"))"
# What a mutant leaves unused is no reason to refuse it.
SUBJECT_CFLAGS=-w stress/host/link.sh "$build" "$dir/src" "$dir/run" || exit "$E_ERROR"

# A hang costs CPU time only up to its limit, and nobody reads where exactly a sanitizer saw it.
export HOST_CPU_LIMIT=6 ASAN_OPTIONS=symbolize=0 TSAN_OPTIONS=symbolize=0 UBSAN_OPTIONS=symbolize=0
# try PROGRAM ORACLE RUNS LOG: seeds SEED, SEED + 1, ... until it fails. Out of time is no verdict: the machine was
# busy.
try() {
	timeout $((within * 10)) stress/host/launch.sh "$build" "$1" --filter "$2" --repeat "$3" \
		${SEED:+--seed "$SEED"} >"$4" 2>&1
}
try "$dir/run" "$oracle" 20 "$dir/test.log"
rc=$?
case $rc in
1)
	runs=$(sed -n 's/.*failed in run \([0-9]*\) of.*/\1/p' "$dir/test.log" | head -n 1)
	# The twin: the correct source under the same oracle, seeds and number of runs, once for all who ask the same.
	twin=$work/twin.$build.$oracle.${runs:=1}
	if ! [ -f "$twin" ]; then
		if ! try "$O/host/$build/run" "$oracle" "$runs" "$twin.$name"; then
			printf 'TWIN\t%s fails on the correct source too\t-\n' "$oracle"
			exit 1
		fi
		mv "$twin.$name" "$twin"
	fi
	printf 'killed\t%s\t%s\n' "$oracle" "$runs"
	;;
0)
	try "$dir/run" '*' 1 "$dir/all.log"
	other=$(sed -n 's/^not ok [0-9]* \([a-z_.]*[a-z_0-9]*\).*/\1/p' "$dir/all.log" | head -n 3 | tr '\n' ' ')
	if [ -n "$other" ]; then
		printf 'other\t%s\t-\n' "$other"
	else
		printf 'SURVIVED\t%s\t20\n' "$oracle"
	fi
	exit 1
	;;
124) die "20 runs of $oracle took over $((within * 10)) s: raise Within: in $patch, or try on an idle machine" ;;
*) die "$dir/run ended with $rc: $(tail -n 1 "$dir/test.log")" ;;
esac
