// SPDX-License-Identifier: GPL-2.0
/*
 * fault.c - planted faults, one for each oracle, that no other oracle sees
 *
 *	torn		payload		a bit of a record changes before it is published
 *	stale		pipe		a record survives the resets of the storm
 *	miscount	conservation	one call in a thousand is not counted
 *	merge		identity	two stacks are stored as one
 *	leak		capacity	a reset leaves a record of the pool behind
 *	probe		bound		a call that looks at more slots than allowed
 *	backwards	termination	a reader is shown an id again
 */
#include "kmod.h"

const char * const fault_name[FAULT_NR] = {
	"none", "torn", "stale", "miscount", "merge", "leak", "probe", "backwards",
};

enum phase run_phase;

/* How often a fault's place is passed before it acts, again and again. */
static const unsigned int every[FAULT_NR] = {
	[FAULT_TORN] = 5000, [FAULT_MISCOUNT] = 1000, [FAULT_LEAK] = 1, [FAULT_PROBE] = 5000,
	[FAULT_BACKWARDS] = 1,
};

/* Counters lie only when they are compared, the pool leaks only when it is measured. */
static const enum phase phase_of[FAULT_NR] = {
	[FAULT_MISCOUNT] = PHASE_COUNT, [FAULT_LEAK] = PHASE_CAPACITY,
};

notrace bool fault_acts(enum fault f)
{
	return unlikely(params.fault == f) && READ_ONCE(run_phase) == phase_of[f];
}

notrace bool fault_now(enum fault f)
{
	static atomic_t passed = ATOMIC_INIT(0);

	return fault_acts(f) && (unsigned int)raw_atomic_inc_return(&passed) % every[f] == 0;
}
