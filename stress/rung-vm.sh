#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The end-to-end rung for mutants: the mutant becomes the last patch of the series, a kernel is built with
# it, and the named program (kselftest/record) or one claim of it (kselftest/record.every_id_resolves)
# must fail.
#
#   usage: stress/rung-vm.sh key | prepare | run NAME PATCH ORACLE WITHIN NEEDS
set -u
TOP=$(cd "$(dirname "$0")/.." && pwd)
. "$TOP/vm/lib.sh"
. "$TOP/stress/mutants-lib.sh"
cd "$TOP" || exit "$E_ERROR"

if [ "$1" = key ]; then
	# All a kill depends on but the mutant itself.
	printf '%s-%s\n' "$(sum_of patches/series kselftest stress/rung-vm.sh configs vm/guest)" "$ARCH-${SEED:-1}"
	exit 0
fi
if [ "$1" = prepare ]; then
	exec make -s "$O/bin/vmrun"
fi
[ "$1" = run ] || die "usage: rung-vm.sh key | prepare | run NAME PATCH ORACLE WITHIN NEEDS"
name=$2 patch=$3 oracle=$4
program=${oracle%%.*} claim=${oracle#"${oracle%%.*}"}
claim=${claim#.}
dir=$O/mutants/vm/$name
rm -rf "$dir/series"
mkdir -p "$dir/series"
cp patches/series/*.patch "$dir/series/"
{
	printf 'From: Mutant <mutant@stackmap.example>\nSubject: [PATCH] mutant: %s\n\n' "$name"
	cat "$patch"
} >"$dir/series/9999-mutant.patch"

CONTRACT=strict SERIES=$dir/series TESTS=$program timeout 3000 vm/run.sh >"$dir/run.log" 2>&1
case $? in
1)
	record=$(sed -n 's/^record: //p' "$dir/run.log" | tail -n 1)
	report=${record%/*}/report.ktap
	# A claim is a subtest; without one the program as a whole has to fail.
	if grep -qE "^ *not ok [0-9]+ ([a-z_]+\.)?${claim:-$program}( |#|$)" "$report"; then
		printf 'killed\t%s\t1\n' "$oracle"
	else
		printf 'other\t%s\t1\n' "$(sed -n 's/^ *not ok [0-9]* \([^ ]*\).*/\1/p' "$report" | head -n 2 | tr '\n' ' ')"
	fi
	;;
0) printf 'SURVIVED\t%s\t1\n' "$oracle" ;;
*) die "the guest run ended without a verdict on $name: $(tail -n 1 "$dir/run.log")" ;;
esac
