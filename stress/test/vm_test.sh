#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The stress suite's own test in a guest of ARCH: the torture module's detectors detect, a seed repeats, and a machine
# whose NMIs are switched off gives UNRESOLVED.
set -u
TOP=$(cd "$(dirname "$0")/../.." && pwd)
. "$TOP/vm/lib.sh"
passed=0 failed=0
mkdir -p "$O/logs" || die "cannot create $O/logs"

# verdict WANTED WHAT VAR=VALUE...: one run and its exit code
verdict() {
	want=$1 what=$2
	shift 2
	log=$O/logs/stress-vm-test-$ARCH-$(printf '%s' "$what" | tr -c 'a-z0-9' '-').log
	env "$@" "$TOP/vm/run.sh" >"$log" 2>&1
	rc=$?
	if [ "$rc" -eq "$want" ]; then
		passed=$((passed + 1))
		printf 'ok %s: %s, exit %s\n' "$ARCH" "$what" "$rc"
	else
		failed=$((failed + 1))
		printf 'not ok %s: %s: exit %s, wanted %s (%s)\n' "$ARCH" "$what" "$rc" "$want" "$log"
	fi
}

verdict 0 'each oracle has a fault only it sees' SCENARIO=torture_faults
verdict 0 'the same seed gives the same operations' SCENARIO=torture_digest
# Each word disarms the NMI source of some machine and means nothing to the others.
verdict "$E_UNRESOLVED" 'without NMIs nothing is proven' SCENARIO=perf_nmi DURATION=5 PLANTED=no-nmi \
	APPEND="${APPEND:-} apic_extnmi=none irqchip.gicv3_pseudo_nmi=0 initcall_blacklist=pmu_sbi_devinit"
printf '%d passed, %d failed, 0 skipped\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
