#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The proof that the detectors detect: plant one bug after the other and see who finds it.
#
#   usage: stress/mutants.sh [RUNG] [MUTANT_GLOB]
#
# Every patches/mutants/*.patch names its killers ("Killed-by: RUNG ORACLE"); stress/rung-RUNG.sh knows how to
# run an oracle against a mutant. Prints the kill matrix: mutant, rung, killed by, seconds, runs needed.
# Exit code 0: every mutant was killed by its named oracle and every twin passed.
set -u
TOP=$(cd "$(dirname "$0")/.." && pwd)
. "$TOP/vm/lib.sh"
cd "$TOP" || exit "$E_ERROR"

rung=${1:-host} glob=${2:-*}
[ -x "stress/rung-$rung.sh" ] || die "RUNG=$rung is unknown; there are:$(ls stress/rung-*.sh | sed 's/.*rung-/ /; s/\.sh//' | tr -d '\n')"
work=$O/mutants/$rung
rm -rf "$work"
mkdir -p "$work" || die "cannot create $work"

for p in patches/mutants/*.patch; do
	name=$(basename "$p" .patch)
	# shellcheck disable=SC2254
	case $name in $glob) ;; *) continue ;; esac
	oracle=$(sed -n "s/^Killed-by: $rung //p;/^---/q" "$p" | head -n 1)
	[ -z "$oracle" ] || printf '%s %s\n' "$name" "$oracle"
done >"$work/plan"
total=$(wc -l <"$work/plan")
[ "$total" -gt 0 ] || die "no mutant matches '$glob' on rung $rung; there are: $(ls patches/mutants | sed -n 's/\.patch$//p' | tr '\n' ' ')"

"stress/rung-$rung.sh" prepare || die "rung $rung could not be prepared"
date +%s >"$work/begin"
# One line a mutant, two at a time.
xargs -n 2 -P "${JOBS:-2}" stress/mutant.sh "$rung" "$total" <"$work/plan"

cat "$work"/*.row 2>/dev/null | sort >"$work/matrix"
printf '\n%-32s %-10s %-44s %7s %5s\n' mutant verdict 'killed by' seconds runs
awk -F '\t' '{ printf "%-32s %-10s %-44s %7s %5s\n", $1, $2, $3, $4, $5 }' "$work/matrix"
killed=$(awk -F '\t' '$2 == "killed"' "$work/matrix" | wc -l)
[ "$killed" -eq "$total" ] || {
	printf '\nnot killed by the named oracle:\n'
	awk -F '\t' '$2 != "killed" { printf "not ok %s: %s %s\n", $1, $2, $3 }' "$work/matrix"
}
printf 'kill matrix: %s\n' "$work/matrix"
printf 'total %d s\n' $(($(date +%s) - $(cat "$work/begin")))
printf '%d passed, %d failed, 0 skipped\n' "$killed" $((total - killed))
[ "$killed" -eq "$total" ]
