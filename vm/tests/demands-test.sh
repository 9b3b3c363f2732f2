#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The table of the review's demands on series whose answers are known: ours, both variants, one with other names.
set -u
TOP=$(cd "$(dirname "$0")/../.." && pwd)
. "$TOP/vm/lib.sh"
. "$TOP/vm/tests/guest-lib.sh"
work=$(mktemp -d) || die "no temporary directory"
trap 'rm -rf "$work"' EXIT
trap 'exit $E_ERROR' INT TERM HUP
unset KSRC SERIES

# answers SERIES: the column "holds", R1 to R6
answers() {
	(cd "$TOP" && SERIES=$1 vm/demands.sh "$work/run" >"$work/txt" 2>&1)
	sed -n 's/^R[1-6] *\([^ ]*\) .*/\1/p' "$work/txt" | tr '\n' ' '
}
says() { grep -qE -e "$1" "$work/txt" || { cat "$work/txt"; return 1; }; }

mkdir -p "$work/run" "$work/other"
printf '  ok 1 stackmap.a_dying_cpu_records_no_stack # SKIP no second CPU\n  not ok 2 stackmap.read_across_resets\n' >"$work/run/report.ktap"
check 'our series holds all' [ "$(answers patches/series)" = 'yes yes yes yes yes yes ' ]
check 'the run is evidence, too: skipped' says '^ +run: a_dying_cpu_records_no_stack skipped$'
check 'the run is evidence, too: failed' says '^ +run: read_across_resets fails$'
check 'a reset only while stopped is none of the demands' \
	[ "$(answers 'patches/series patches/variants/reset-stopped.patch')" = 'yes yes yes yes yes yes ' ]
check 'before the review' [ "$(answers 'patches/series/000[12]* patches/variants/rwsem-rude.patch')" = 'NO NO NO yes NO NO ' ]
check 'with the reason' says '^ +source: the series names synchronize_rcu_tasks_rude\(\)$'
cp "$TOP"/patches/series/*.patch "$work/other/"
sed -i 's/trace_stack_id(/record_stack_id(/' "$work"/other/*.patch
check 'a function by another name: cannot tell' [ "$(answers "$work/other")" = 'yes ? yes yes yes yes ' ]
check 'and says which' says 'source: cannot tell: no function trace_stack_id\(\)'
(cd "$TOP" && SERIES=none vm/demands.sh) >"$work/txt" 2>&1
check 'no series: ERROR' says '^ERROR: SERIES=none: the demands are about a series'
finish
