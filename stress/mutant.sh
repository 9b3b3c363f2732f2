#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# One mutant on one rung; called by mutants.sh. Leaves a row: name, verdict, killed by, seconds, runs, day.
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
# Guest runs say in their record that they are no verdict on the series.
export PLANTED="$name"
within='' needs=''
while read -r key value; do
	case $key in Within:) within=$value ;; Needs:) needs=$value ;; ---*) break ;; esac
done <"$patch"

start=$(date +%s)
# The rung answers in one line: VERDICT<tab>killed by<tab>runs
row=$("stress/rung-$rung.sh" run "$name" "$patch" "$oracle" "${within:-30}" "$needs" 2>"$work/$name.err" | tail -n 1)
case $row in
killed* | other* | SURVIVED* | TWIN*) ;;
*) row=$(printf 'ERROR\t%s\t-' "$(sed -n 's/^ERROR: //p' "$work/$name.err" | tail -n 1)") ;;
esac
end=$(date +%s)
seconds=$((end - start))
# VERDICT and who, then how many runs: the seconds stand between them.
printf '%s\t%s\t%d\t%s\t%s\n' "$name" "${row%	*}" "$seconds" "${row##*	}" "${today:-$(date +%F)}" >"$work/$name.row.tmp"
mv "$work/$name.row.tmp" "$work/$name.row"
printf '%s\n' "$name" >>"$work/done"
# Kept at once: a run that is interrupted goes on where it was.
case $row in
killed*)
	printf '%s %s %s\t%s\t%d\t%s\t%s\n' "$(cat "$work/base")" "$(sed -n "s/^$name [^ ]* //p" "$work/plan")" "$name" \
		"$(printf '%s' "$row" | cut -f 2)" "$seconds" "${row##*	}" "${today:-$(date +%F)}" >>"$CACHE/mutants/$rung"
	;;
esac

n=$(wc -l <"$work/done")
read -r begin <"$work/begin"
printf '[%d/%d] %-31s %s (%d s, about %d s to go)\n' "$n" "$total" "$name" "$(printf '%s' "${row%	*}" | tr '\t' ' ')" \
	"$seconds" $(((end - begin) * (total - n) / n))
exit 0
