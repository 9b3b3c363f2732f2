#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# One mutant on one rung; called by mutants.sh. Leaves a row: name, verdict, killed by, seconds, runs.
#
# Verdicts: killed (by the named oracle), other (by something else), SURVIVED, ERROR (does not apply or
# build), TWIN (the correct source fails the same oracle: a false alarm).
#
#   usage: stress/mutant.sh RUNG TOTAL NAME ORACLE
set -u
TOP=$(cd "$(dirname "$0")/.." && pwd)
. "$TOP/vm/lib.sh"
cd "$TOP" || exit "$E_ERROR"
rung=$1 total=$2 name=$3 oracle=$4
work=$O/mutants/$rung
patch=patches/mutants/$name.patch
header() { sed -n "s/^$1: //p;/^---/q" "$patch"; }
within=$(header Within)
needs=$(header Needs)

start=$(date +%s)
# The rung answers in one line: VERDICT<tab>killed by<tab>runs
row=$("stress/rung-$rung.sh" run "$name" "$patch" "$oracle" "${within:-30}" "$needs" 2>"$work/$name.err" | tail -n 1)
case $row in
killed* | other* | SURVIVED* | TWIN*) ;;
*) row=$(printf 'ERROR\t%s\t-' "$(sed -n 's/^ERROR: //p' "$work/$name.err" | tail -n 1)") ;;
esac
seconds=$(($(date +%s) - start))
printf '%s\t%s\t%s\t%d\t%s\n' "$name" "$(printf '%s' "$row" | cut -f 1)" "$(printf '%s' "$row" | cut -f 2)" \
	"$seconds" "$(printf '%s' "$row" | cut -f 3)" >"$work/$name.row.tmp"
mv "$work/$name.row.tmp" "$work/$name.row"

n=$(find "$work" -name '*.row' | wc -l)
passed=$(($(date +%s) - $(cat "$work/begin")))
printf '[%d/%d] %-32s %s (%d s, about %d s to go)\n' "$n" "$total" "$name" "$(cut -f 2,3 "$work/$name.row" | tr '\t' ' ')" \
	"$seconds" $((passed * (total - n) / n))
exit 0
