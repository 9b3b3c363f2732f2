#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# How long the host rung takes to find a race, over 20 seeds; and that it finds none where there is none.
#
#   usage: stress/mutant-times.sh kill [MUTANT_GLOB]	every racy mutant, SEEDS seeds each (20)
#          stress/mutant-times.sh twins			every named oracle on the correct source, RUNS times (59)
#
# A racy mutant says "Races: BUILD TEST": a storm that has to meet the race by chance, unlike the window its
# oracle holds open. It gets 20 runs with seeds 100 n, 100 n + 1 ... for seed n. Time is CPU time of all threads and runs,
# which a busy machine changes least.
# FILE=name writes the table there as well.
set -u
TOP=$(cd "$(dirname "$0")/.." && pwd)
. "$TOP/vm/lib.sh"
. "$TOP/stress/mutants-lib.sh"
cd "$TOP" || exit "$E_ERROR"
unset SERIES STACKMAP_C

# header FILE KEY: its value in a mutant's header.
header() { sed -n "s/^$2: //p;/^---/q" "$1"; }

# ms_of LOG: CPU milliseconds of the failed test, nothing if none failed.
ms_of() { sed -n 's/^not ok .*cpu_ms=\([0-9]*\).*/\1/p' "$1"; }

# race NAME PATCH BUILD TEST: one line of the table.
race() {
	dir=$work/$1
	mkdir -p "$dir/src"
	cp -r "$O/host/src/kernel" "$dir/src/"
	patch -s -p1 -F2 -d "$dir/src" <"$2" || die "$2 does not apply to the series"
	SUBJECT_CFLAGS=-w stress/host/link.sh "$3" "$dir/src" "$dir/run" || exit "$E_ERROR"
	seed=0
	: >"$dir/ms"
	while [ $((seed += 1)) -le "$seeds" ]; do
		timeout 300 stress/host/launch.sh "$3" "$dir/run" --filter "$4" --seed $((seed * 100)) --repeat 20 \
			>"$dir/log" 2>&1
		ms_of "$dir/log" >>"$dir/ms"
	done
	sort -n "$dir/ms" | awk -v name="$1" -v build="$3" -v test="$4" -v seeds="$seeds" '
		{ v[NR] = $1 }
		END {
			median = NR ? (NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2) : "-"
			printf "%-31s %-6s %-22s %3d of %d %10s %10s\n", name, build, test, NR, seeds, median, NR ? v[NR] : "-"
		}'
}

# kill_table GLOB: the table of all races.
kill_table() {
	printf '%-31s %-6s %-22s %9s %10s %10s\n' mutant build test killed 'median ms' 'worst ms'
	for p in patches/mutants/*.patch; do
		name=$(basename "$p" .patch)
		# shellcheck disable=SC2254
		case $name in $1) ;; *) continue ;; esac
		races=$(header "$p" Races)
		[ -z "$races" ] || race "$name" "$p" "${races% *}" "${races#* }"
	done
}

# twins_table: every oracle some mutant names, in the build it is named for, RUNS seeds.
twins_table() {
	printf '%-6s %-32s %s\n' build oracle 'clean runs'
	for build in plain asan tsan m32; do
		oracles=$(for p in patches/mutants/*.patch; do
			needs=$(header "$p" Needs)
			[ "${needs:-plain}" != "$build" ] || header "$p" Killed-by | sed -n 's/^host //p'
		done | sort -u | paste -sd , -)
		[ -n "$oracles" ] || continue
		timeout 3600 stress/host/launch.sh "$build" "$O/host/$build/run" --filter "$oracles" --repeat "$runs" \
			>"$work/twins.$build" 2>&1
		grep -q ' passed, ' "$work/twins.$build" || die "$build did not end: see $work/twins.$build"
		awk -v build="$build" -v runs="$runs" '
			/failed in run/ { clean = $5 - 1 }
			/^ok/ { printf "%-6s %-32s %d of %d\n", build, $3, runs, runs }
			/^not ok/ { printf "%-6s %-32s %d of %d: FAILED\n", build, $4, clean, runs }' "$work/twins.$build"
	done
}

# Where a sanitizer saw it is not the question here, and takes seconds to say.
export TSAN_OPTIONS=symbolize=0 ASAN_OPTIONS=symbolize=0
mode=${1:-} seeds=${SEEDS:-20} runs=${RUNS:-59} work=$O/mutants/times
case $mode in kill | twins) ;; *) die "usage: mutant-times.sh kill [MUTANT_GLOB] | twins" ;; esac
rm -rf "$work"
mkdir -p "$work" || die "cannot create $work"
make -s -j2 host-mutants-ready || exit "$E_ERROR"
if [ "$mode" = kill ]; then
	table='kill_table' note="time to kill over $seeds seeds, 1 to $seeds; make mutant-times SEEDS=$seeds"
else
	table='twins_table' note="the correct source, $runs runs of each oracle with seeds 1 to $runs; make mutant-twins RUNS=$runs"
fi
{
	printf '# SPDX-License-Identifier: GPL-2.0\n# %s\n' "$note"
	$table "${2:-*}"
} | tee "$work/table"
[ -z "${FILE:-}" ] || cp "$work/table" "$FILE"
rows=$(($(wc -l <"$work/table") - 3))
if [ "$mode" = kill ]; then
	bad=$(awk 'NR > 3 && $4 == 0' "$work/table" | wc -l)
else
	bad=$(grep -c FAILED "$work/table")
fi
printf '%d passed, %d failed, 0 skipped\n' $((rows - bad)) "$bad"
[ "$bad" -eq 0 ] && [ "$rows" -gt 0 ]
