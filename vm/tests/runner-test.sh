#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Tests of the runner: unit tests under sanitizers, saved console logs, then whole runs against a scripted QEMU
# (runner-fake-qemu.c), one per way in which a run can end. Each case states exit code and sentence.
#
#   usage: vm/tests/runner-test.sh DIRECTORY-OF-TEST-BINARIES FAKE-QEMU VMALL
set -u
TOP=$(cd "$(dirname "$0")/../.." && pwd)
. "$TOP/vm/lib.sh"
. "$TOP/vm/tests/runner-lib.sh"

bin=$1
fake=$2
passed=0 failed=0 skipped=0
work=$(mktemp -d) || die "no temporary directory"
trap 'cleanup; rm -rf "$work"' EXIT
trap 'exit $E_ERROR' INT TERM
# Programs of a second's life do not free what they hold.
ASAN_OPTIONS=detect_leaks=0
export ASAN_OPTIONS CACHE="$work/cache"
mkdir -p "$CACHE"

for unit in "$bin"/runner-unit-*; do
	case $unit in *.*) continue ;; esac
	sum_unit "$unit"
done
make_inputs "$fake"

# A run that is as it should be; the cases below each bend one thing.
# shellcheck disable=SC2034 # used in the cases
{
head='console [    0.000000] Linux version 7.3.4
report KTAP version 1
report # init: reached uptime_ms=8'
one='report # test 1 a/one
report ok 1 a/one # time_ms=1 exit=0'
two='report # test 2 a/two
report ok 2 a/two # time_ms=1 exit=0'
tail='report # end: complete
shutdown guest-reset'
}

for case in "$TOP"/vm/tests/runner-case-*.sh; do
	# shellcheck source=/dev/null
	. "$case"
done

printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
[ "$failed" -eq 0 ]
