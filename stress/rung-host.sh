#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The host rung for mutants: patch the extracted source, compile it into the cheapest fitting build, run
# the named test. Needs: plain (default), asan, tsan or m32.
#
#   usage: stress/rung-host.sh prepare | run NAME PATCH ORACLE WITHIN NEEDS
set -u
TOP=$(cd "$(dirname "$0")/.." && pwd)
. "$TOP/vm/lib.sh"
cd "$TOP" || exit "$E_ERROR"

if [ "$1" = prepare ]; then
	exec make -s host-mutants-ready
fi
[ "$1" = run ] || die "usage: rung-host.sh prepare | run NAME PATCH ORACLE WITHIN NEEDS"
name=$2 patch=$3 oracle=$4 within=$5 build=${6:-plain}
dir=$O/mutants/host/$name
mkdir -p "$dir/src"
cp -r "$O/host/src/kernel" "$dir/src/"
patch -s -p1 -F2 -d "$dir/src" <"$patch" >"$dir/patch.log" 2>&1 ||
	die "$patch does not apply to the series: refresh it ($(tail -n 1 "$dir/patch.log"))"
# What a mutant leaves unused is no reason to refuse it.
SUBJECT_CFLAGS=-w stress/host/link.sh "$build" "$dir/src" "$dir/run" || exit "$E_ERROR"

# Longer than its budget is not killed; a hang costs CPU time only up to its limit.
export HOST_CPU_LIMIT=10
try() {
	timeout $((within * 10)) stress/host/launch.sh "$build" "$1" --filter "$2" --repeat "$3" ${SEED:+--seed "$SEED"}
}
try "$O/host/$build/run" "$oracle" 1 >"$dir/twin.log" 2>&1 || {
	printf 'TWIN\t%s fails on the correct source too\t-\n' "$oracle"
	exit 1
}
try "$dir/run" "$oracle" 20 >"$dir/test.log" 2>&1
rc=$?
case $rc in
1 | 124)
	runs=$(sed -n 's/.*failed in run \([0-9]*\) of.*/\1/p' "$dir/test.log" | head -n 1)
	printf 'killed\t%s\t%s\n' "$oracle" "${runs:-1}"
	;;
0)
	try "$dir/run" '*' 1 >"$dir/all.log" 2>&1
	other=$(sed -n 's/^not ok [0-9]* \([a-z_.]*[a-z_0-9]*\).*/\1/p' "$dir/all.log" | head -n 3 | tr '\n' ' ')
	if [ -n "$other" ]; then
		printf 'other\t%s\t-\n' "$other"
	else
		printf 'SURVIVED\t%s\t20\n' "$oracle"
	fi
	exit 1
	;;
*) die "$dir/run ended with $rc: $(tail -n 1 "$dir/test.log")" ;;
esac
