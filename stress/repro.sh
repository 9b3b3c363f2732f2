#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# make repro CASE=<name>: a known-bad way to reset the map fails before your eyes in a VM, with the evidence; then the
# correct series passes under the same seed. LIST=1 lists the cases: stress/repro/<name>, a line of prose and the MUTANT.
# Made to be pasted into a review: at most 72 columns on stdout, progress on stderr.
#
#   usage: stress/repro.sh list | CASE      environment: what vm/run.sh reads; DURATION (default 50 s at most; a failure ends it), SEED
#   exit: 0 the bad one failed and the good one passed; 1 one of them did not; 2, 3 as everywhere
set -eu
TOP=$(cd "$(dirname "$0")/.." && pwd)
. "$TOP/vm/lib.sh"
cases=$TOP/stress/repro

title() { sed -n '2s/^# *//p' "$cases/$1"; }
fold72() { fold -s -w "${1:-72}" | sed 's/ *$//'; }

case ${1:-} in
'') die "usage: stress/repro.sh list | CASE" ;;
list)
	for f in "$cases"/*; do
		printf '%s\n' "$(basename "$f")"
		title "$(basename "$f")" | fold72 68 | sed 's/^/    /'
	done
	exit 0
	;;
*/* | .*) die "CASE=$1: a name from 'make repro LIST=1', not a path" ;;
esac
[ -f "$cases/$1" ] || die "CASE=$1 is unknown; known: $(ls "$cases" | tr '\n' ' ')"
mutant=$(sed -n 's/^MUTANT=//p' "$cases/$1")
patch=$TOP/patches/mutants/$mutant.patch
[ -f "$patch" ] || die "stress/repro/$1: there is no patches/mutants/$mutant.patch"

work=$(mktemp -d) || die "no temporary directory"
trap 'rm -rf "$work"' EXIT
trap 'exit $E_ERROR' INT TERM HUP
series=$("$TOP/vm/kernel.sh" patched) || exit "$E_ERROR"
cp -R "$series/kernel" "$work/" || die "cannot write $work"
patch -s -p1 -F2 -d "$work" <"$patch" >"$work/patch.log" 2>&1 ||
	die "patches/mutants/$mutant.patch does not apply: $(tail -n 1 "$work/patch.log")"

# storm WHAT [SOURCE]: the torture scenario; sets rc and run
storm() {
	say "running the $1 source in a guest of $ARCH; this takes up to a minute"
	rc=0
	env SCENARIO=torture DURATION="${DURATION:-50}" ${2:+STACKMAP_C="$2" PLANTED="$mutant"} "$TOP/vm/run.sh" >"$work/$1" 2>&1 || rc=$?
	run=$(dirname "$(sed -n 's/^record: //p' "$work/$1" | tail -n 1)")
}

verdict() { sed -n 's/^verdict: //p' "$work/$1" | fold72 66 | sed 's/^/      /'; }

# evidence: what the torture module said, without time stamps: the oracle, the last steps of both parties
evidence() {
	sed 's/^ *[0-9.]* *//; s/^\[ *[0-9.]*\] *//' "$run/console.log" | tr -d '\r' |
		awk '/torture: .*oracle / { on = 1; n = 0 } on && /torture:/ && !/End of test/ && n++ < 24 { sub(/^.*torture: /, ""); print }' |
		fold72 66 | sed 's/^/      /'
}

printf 'Case: %s (%s, seed %s)\n' "$1" "$ARCH" "${SEED:-1}"
title "$1" | fold72 70 | sed 's/^/  /'
printf '\n  The change to the correct series:\n'
sed -n '/^@@/,$p' "$patch" | expand -t 4 | cut -c1-66 | sed 's/^/      /'
storm bad "$work/kernel/trace/trace_stackmap.c"
printf '\n  With it:\n'
verdict bad
evidence
bad=$rc
storm good
printf '\n  Without it, same seed, same duration:\n'
verdict good
good=$rc
printf '\n  Again: make repro CASE=%s ARCH=%s SEED=%s DURATION=%s\n' "$1" "$ARCH" "${SEED:-1}" "${DURATION:-50}"
[ "$bad" -ne 3 ] && [ "$good" -ne 3 ] || die "a run could not be done: $(grep -h '^ERROR\|^verdict: ERROR' "$work/bad" "$work/good" | head -n 1)"
if [ "$bad" = 1 ] && [ "$good" = 0 ]; then
	printf '\nreproduced\n'
	exit 0
fi
printf '\nNOT reproduced: bad source exit %s (wanted 1), good source exit %s (wanted 0)\n' "$bad" "$good"
[ "$bad" != 1 ] || [ "$good" != 2 ] || exit 2
exit 1
