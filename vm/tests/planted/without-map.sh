#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# In the guest: a kernel whose map could not be created works, records stacks in full, and says so (contract, section 7).
cd /sys/kernel/tracing || exit 1
n=0

# tell NAME COMMAND...: one KTAP result
tell() {
	n=$((n + 1))
	name=$1
	shift
	if "$@" >/dev/null 2>&1; then
		echo "ok $n without-map.$name"
	else
		echo "not ok $n without-map.$name"
	fi
}

said() { dmesg | grep -q 'Could not create the stackmap, stacks are recorded in full'; }
enabling_fails() { ! echo 1 >options/stackmap; }
option_stays_off() { [ "$(cat options/stackmap)" = 0 ]; }
no_file_opens() {
	for f in stack_map stack_map_stat stack_map_bin; do
		! cat "$f" || return 1
	done
}
full_stacks() {
	echo 1 >options/stacktrace
	echo 1 >events/sched/sched_switch/enable
	sleep 1
	echo 0 >events/sched/sched_switch/enable
	grep -q '^ => __schedule' trace && ! grep -q '<stack_id' trace
}

echo 'TAP version 13'
echo '1..5'
tell the_kernel_says_so said
tell enabling_fails enabling_fails
tell option_stays_off option_stays_off
tell no_file_opens no_file_opens
tell stacks_are_recorded_in_full full_stacks
