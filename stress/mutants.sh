#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The proof that the detectors detect: plant one bug after the other and see who finds it.
#
#   usage: stress/mutants.sh [RUNG...] [MUTANT_GLOB]
#
# Every patches/mutants/*.patch names its killers ("Killed-by: RUNG ORACLE"); stress/rung-RUNG.sh knows how to
# run an oracle against a mutant. Without RUNG: all of them, the cheapest first. Prints the kill matrix: mutant,
# verdict, killed by, seconds, runs needed, and the day it was seen.
#
# A kill is kept in $CACHE/mutants/RUNG under everything it depends on (the rung says what that is: source, mutant, tests,
# compiler, seed) and not repeated before one of these changes; AGAIN=1 repeats it. Nothing else is kept.
#
# The matrix, and how it came about, is written to MATRIX=FILE as well, by default where `make import` looks.
# Exit code 0: every mutant was killed by its named oracle and the correct source passed the same.
set -u
TOP=$(cd "$(dirname "$0")/.." && pwd)
. "$TOP/vm/lib.sh"
. "$TOP/stress/mutants-lib.sh"
cd "$TOP" || exit "$E_ERROR"

rungs=''
while [ $# -gt 0 ] && [ -x "stress/rung-$1.sh" ]; do
	rungs="$rungs $1"
	shift
done
[ $# -le 1 ] || die "RUNG=$1 is unknown; there are:$(rungs_all)"
glob=${1:-*}
begin=$(date +%s)

# known RUNG BASE: rows of the plan that were seen killed under the same key, to $work/NAME.row.
known() {
	[ -f "$CACHE/mutants/$1" ] && [ -z "${AGAIN:-}" ] || return 0
	awk -v base="$2" -v work="$work" '
		FNR == NR { due[$1] = $3; next }
		$1 == base && due[$3] == $2 && !seen[$3]++ {
			split($0, f, "\t")
			print $3 "\tkilled\t" f[2] "\t" f[3] "\t" f[4] "\t" f[5] >(work "/" $3 ".row")
		}' "$work/plan" "$CACHE/mutants/$1"
}

# one_rung RUNG: its part of the matrix into $work/matrix.
one_rung() {
	rung=$1 work=$O/mutants/$1
	rm -rf "$work"
	mkdir -p "$work" || die "cannot create $work"
	plan_of "$rung" "$glob" >"$work/plan"
	total=$(wc -l <"$work/plan")
	[ "$total" -gt 0 ] || return 0
	base=$("stress/rung-$rung.sh" key) || exit "$E_ERROR"
	known "$rung" "$base"
	# Names and oracles still to be run.
	: >"$work/done"
	while read -r name oracle _; do
		[ -f "$work/$name.row" ] || printf '%s %s\n' "$name" "$oracle"
	done <"$work/plan" >"$work/todo"
	left=$(wc -l <"$work/todo")
	[ "$left" -eq "$total" ] ||
		printf '%s: %d of %d kills known from earlier runs (same source, mutant, tests, compiler and seed)\n' \
			"$rung" $((total - left)) "$total"
	if [ "$left" -gt 0 ]; then
		printf '%s\n' "$base" >"$work/base"
		mkdir -p "$CACHE/mutants"
		"stress/rung-$rung.sh" prepare || die "rung $rung could not be prepared"
		date +%s >"$work/begin"
		# One line a mutant; guests have two CPUs each and floors to reach, so they run one after the other.
		case $rung in host) jobs=2 ;; *) jobs=1 ;; esac
		xargs -n 2 -P "${JOBS:-$jobs}" stress/mutant.sh "$rung" "$left" <"$work/todo"
	fi
	cat "$work"/*.row 2>/dev/null | sort >"$work/matrix"
}

today=$(date +%F)
export today
all=0 matrix=$O/mutants/matrix.$(printf %s "${rungs:-all}" | tr -d " ")
mkdir -p "$O/mutants" || die "cannot create $O/mutants"
: >"$matrix"
# The mutants are patches to our series and to no other.
unset SERIES STACKMAP_C
mutants_lint || die 'a mutant without a full header cannot be judged'
for r in ${rungs:-$(rungs_all)}; do
	one_rung "$r"
	[ "$total" -eq 0 ] || sed "s/^/$r	/" "$work/matrix" >>"$matrix"
	all=$((all + total))
done
[ "$all" -gt 0 ] || die "no mutant matches '$glob' on rung${rungs:- any}; there are: $(mutants_all | tr '\n' ' ')"

printf '\n'
matrix_print "$matrix"
killed=$(awk -F '\t' '$3 == "killed"' "$matrix" | wc -l)
[ "$killed" -eq "$all" ] || {
	printf '\nnot killed by the named oracle:\n'
	awk -F '\t' '$3 != "killed" { printf "not ok %s %s: %s %s\n", $1, $2, $3, $4 }' "$matrix"
}
{
	printf '# SPDX-License-Identifier: GPL-2.0\n# make mutants RUNG="%s" SEED=%s\n' "${rungs# }" "${SEED:-1}"
	matrix_print "$matrix"
	printf '%d mutants, %d killed by the named oracle\n' "$all" "$killed"
} >"${MATRIX:-$O/mutants/kills.${matrix##*.}.txt}" || die 'the matrix could not be written'
printf 'total %d s\n' $(($(date +%s) - begin))
printf '%d passed, %d failed, 0 skipped\n' "$killed" $((all - killed))
[ "$killed" -eq "$all" ]
