#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# A soak: all scenarios in turn, a slice of the time each, every slice with the next seed. Each slice is a run of its own
# with its own record; what is done is written down after each, so the same command goes on where it was interrupted.
#
#   usage: stress/soak.sh SCENARIO...|all
#   environment: what vm/run.sh reads (ARCH or all, SEED ...); DURATION: seconds on each architecture (600);
#   SLICE: seconds of one slice (so that each scenario has its turn, 20 to 60)
#
# Exit code: as stress/run.sh; an interrupted soak is 3.
set -eu
TOP=$(cd "$(dirname "$0")/.." && pwd)
. "$TOP/vm/lib.sh"
[ $# -ge 1 ] || die "stress/soak.sh: scenarios are wanted, or all"

# Tests of the suite's own detectors say SOAK=no: a longer one of those proves nothing more.
mix() {
	for _s in $("$TOP/stress/run.sh" --list); do
		grep -q '^SOAK=no$' "$TOP/configs/scenario/$_s" || echo "$_s"
	done
}

# number NAME VALUE: not 0, at most 7 digits.
number() {
	case $2 in '' | *[!0-9]* | 0* | ????????*) die "$1=$2: a number of seconds is wanted" ;; esac
}

# totals STATE: what all slices delivered together, from their records.
totals() {
	sed -n 's/^done [^ ]* [^ ]* [^ ]* [^ ]* //p' "$1" | while read -r _d; do
		[ ! -f "$_d/report.ktap" ] || sed -n 's/^# stat //p' "$_d/report.ktap"
	done | awk '$2 == "count" { sum[$1] += $4; if (!seen[$1]++) order[++n] = $1 }
		END { for (i = 1; i <= n; i++) printf "  %-34s %16.0f\n", order[i], sum[order[i]] }'
}

soak() {
	state=$O/soak/$ARCH
	what="soak 1 $ARCH, $DURATION s in slices of $SLICE s, seeds from ${SEED:-1}, suite $(
		git -C "$TOP" describe --always --dirty 2>/dev/null || echo unknown), SERIES=${SERIES:-} KSRC=${KSRC:-} DEBUG=${DEBUG:-}: $mix"
	begun=0
	if [ "$(head -n 1 "$state" 2>/dev/null)" = "$what" ] && ! grep -q '^end' "$state"; then
		begun=$(grep -c '^done' "$state" || :)
		say "$ARCH: going on after slice $begun of $slices"
	else
		mkdir -p "$O/soak" || die "cannot write to $O"
		printf '%s\n' "$what" >"$state" || die "cannot write $state"
	fi
	start=$(date +%s)
	n=$begun
	while [ "$n" -lt "$slices" ]; do
		# shellcheck disable=SC2086 # words
		scenario=$(set -- $mix && shift $((n % $#)) && echo "$1")
		seed=$((${SEED:-1} + n))
		rc=0
		log=$state.log
		SEED=$seed DURATION=$SLICE LIVE=0 "$TOP/stress/run.sh" "$scenario" >"$log" 2>&1 || rc=$?
		[ "$stopped" = 0 ] || interrupted
		n=$((n + 1))
		dir=$(sed -n 's,^record: \(.*\)/run.json$,\1,p' "$log" | tail -n 1)
		verdict=$(sed -n 's/^verdict: //p' "$log" | tail -n 1)
		echo "done $n $scenario $seed $rc $dir" >>"$state" || die "cannot write $state"
		[ -n "$verdict" ] || verdict=$(grep -m 1 '^ERROR' "$log") || verdict="no verdict, exit $rc"
		left=$((($(date +%s) - start) * (slices - n) / (n - begun)))
		say "[$n/$slices] $ARCH $scenario, seed $seed: $verdict (about $left s to go)"
	done
	echo end >>"$state"
	echo "$ARCH: $slices slices of $SLICE s, together"
	totals "$state"
	while read -r _w _n _scenario _seed _rc _dir; do
		[ "$_w" = 'done' ] || continue
		case $_rc in
		0) passed=$((passed + 1)) ;;
		*) failed=$((failed + 1)) bad="$bad $ARCH/$_scenario/seed-$_seed($_rc)" ;;
		esac
		case $_rc/$worst in 0/* | */1) ;; 1/* | */0) worst=$_rc ;; 3/*) worst=3 ;; esac
	done <"$state"
}

interrupted() {
	say "interrupted after slice $n of $slices ($ARCH); the same command goes on from there"
	exit "$E_ERROR"
}

stopped=0
trap 'stopped=1' INT TERM HUP
DURATION=${DURATION:-600}
number DURATION "$DURATION"
mix=$*
[ "$mix" != all ] || mix=$(mix | tr '\n' ' ')
mix=${mix% }
# shellcheck disable=SC2086 # words
count=$(set -- $mix && echo $#)
if [ -z "${SLICE:-}" ]; then
	SLICE=$((DURATION / count))
	[ "$SLICE" -ge 20 ] || SLICE=20
	[ "$SLICE" -le 60 ] || SLICE=60
fi
number SLICE "$SLICE"
slices=$(((DURATION + SLICE - 1) / SLICE))
archs=$ARCH
[ "$archs" != all ] || archs=$(arch_list)
passed=0 failed=0 worst=0 bad=''
for ARCH in $archs; do
	export ARCH
	soak
done
[ -z "$bad" ] || say "not passed:$bad (1 FAIL, 2 UNRESOLVED, 3 ERROR)"
printf '%d passed, %d failed, 0 skipped\n' "$passed" "$failed"
exit "$worst"
