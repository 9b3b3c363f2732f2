#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Stress scenarios one after the other: a live line while each runs, then floors, numbers and a time line of each.
#
#   usage: stress/run.sh SCENARIO|all|--list
#   environment: what vm/run.sh reads (ARCH or all, DURATION, SEED ...); LIVE=0 or 1 overrules "is this a terminal?"
#
# Exit code: 1 if any run failed, else 3 if one could not be done, else 2 if a floor was missed, else 0.
set -eu
TOP=$(cd "$(dirname "$0")/.." && pwd)
. "$TOP/vm/lib.sh"
[ $# -eq 1 ] || die "stress/run.sh: one argument is wanted: a scenario, all, or --list"

# scenarios: those whose programs all live in stress/ and run on the plain kernel; the folder is the registry.
scenarios() {
	for _f in "$TOP"/configs/scenario/*; do
		! grep -q '^LOAD=\|^DEBUG=' "$_f" || continue
		_t=$(sed -n 's/^TESTS=//p' "$_f")
		case " $_t" in *' kselftest'* | *' bench'* | ' ') ;; *) basename "$_f" ;; esac
	done
}

# newest ARCH SCENARIO MARK: the run directory that appeared since MARK was touched.
newest() {
	find "$O/runs" -maxdepth 1 -name "*-$1-$2-*" -newer "$3" 2>/dev/null | sort | tail -n 1
}

# live MARK: one line that is rewritten with every sample; ends with the runner (killed by its parent).
live() {
	_dir=''
	while [ -z "$_dir" ] || [ ! -f "$_dir/report.ktap" ]; do
		sleep 0.5
		_dir=$(newest "$ARCH" "$scenario" "$1")
	done
	tail -n +1 -f "$_dir/report.ktap" | awk -v total="${DURATION:-0}" '
		/^# note .*: [0-9]+ s, seed/ { for (i = 2; i <= NF; i++) if ($i ~ /^s,?$/) total = $(i - 1) }
		/^# sample / {
			t = $3 / 1000; line = sprintf("%6.1f s", t)
			for (i = 4; i <= NF; i++) {
				split($i, kv, "=")
				if (kv[1] == "records") line = line sprintf("  occupancy %d%%", kv[2] * 100 / 16384)
				else if (t > last) line = line sprintf("  %s/s %d", kv[1], (kv[2] - was[kv[1]]) / (t - last))
				was[kv[1]] = kv[2]
			}
			last = t
			eta = total - t
			printf "\r\033[K%.150s  ETA %d s", line, eta > 0 ? eta : 0
			fflush()
		}'
}

# floors DIR: what had to be delivered and what was, from the report channel itself.
floors() {
	awk '/^# floor / { printf "  floor %-28s wanted %10s  got %10s  %s\n", $3, $4, $5, $5 + 0 < $4 + 0 ? "MISSED" : "reached" }
		/^# stat / { printf "  %-34s %14s %s\n", $3, $6, $4 }' "$1/report.ktap"
}

one() {
	mark=$O/.stress-mark.$$
	mkdir -p "$O/runs" && : >"$mark" || die "cannot write to $O"
	say "== $ARCH $scenario"
	live_pid=''
	if [ "${LIVE:-}" = 1 ] || { [ -z "${LIVE:-}" ] && [ -t 2 ]; }; then
		live "$mark" >&2 &
		live_pid=$!
	fi
	rc=0
	SCENARIO=$scenario "$TOP/vm/run.sh" || rc=$?
	[ -z "$live_pid" ] || { kill "$live_pid" 2>/dev/null || :; printf '\r\033[K' >&2; }
	dir=$(newest "$ARCH" "$scenario" "$mark")
	rm -f "$mark"
	if [ -n "$dir" ] && [ -f "$dir/run.json" ]; then
		[ ! -f "$dir/report.ktap" ] || floors "$dir"
		"$O/bin/timeline" "$dir" || :
	fi
	case $rc in
	0) passed=$((passed + 1)) ;;
	*) failed=$((failed + 1)) bad="$bad $ARCH/$scenario($rc)" ;;
	esac
	case $rc/$worst in 0/* | */1) ;; 1/* | */0) worst=$rc ;; 3/*) worst=3 ;; esac
}

names=$1
if [ "$names" = --list ]; then
	scenarios
	exit
fi
if [ "$names" = all ]; then
	names=$(scenarios)
	for f in $(grep -l '^TESTS=stress/' "$TOP"/configs/scenario/*); do
		case " $(echo $names) " in *" ${f##*/} "*) ;; *) say "left out of all: ${f##*/} (needs another kernel; name it)" ;; esac
	done
fi
archs=$ARCH
[ "$archs" != all ] || archs=$(arch_list)
passed=0 failed=0 worst=0 bad=''
for ARCH in $archs; do
	export ARCH
	for scenario in $names; do one; done
done
[ -z "$bad" ] || say "not passed:$bad (1 FAIL, 2 UNRESOLVED, 3 ERROR)"
printf '%d passed, %d failed, 0 skipped\n' "$passed" "$failed"
exit "$worst"
