#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Benches one after the other, each in a guest of its own: emulated with the counting plugin, or with many vCPUs, or
# with whatever acceleration there is. Exit code: the worst of theirs.
#
#   usage: bench/all.sh PROGRAM[:ARGUMENT,...]...      (cost retention:4,8 contention)
set -u
TOP=$(cd "$(dirname "$0")/.." && pwd)
. "$TOP/vm/lib.sh"
[ $# -gt 0 ] || die "bench/all.sh: which benches? They are the programs of bench/: cost retention contention"
worst=0 passed=0 failed=0
for p; do
	say "== $ARCH bench/$p"
	rc=0
	"$TOP/bench/run.sh" "bench/$p" || rc=$?
	if [ "$rc" -eq 0 ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
	case $rc/$worst in 0/* | */1) ;; 1/* | */0) worst=$rc ;; 3/*) worst=3 ;; esac
done
printf '%d passed, %d failed, 0 skipped\n' "$passed" "$failed"
exit "$worst"
