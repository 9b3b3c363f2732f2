// SPDX-License-Identifier: GPL-2.0
/*
 * distinct.c - events from stacks of which no two are the same, as many as are asked for
 *
 * Two functions that call each other or themselves: which of them is on which level are the bits
 * of a number, so return addresses spell it, and each number is a real stack of its own.
 */
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include "kmod.h"
#include "pump_trace.h"

#define LEVELS 18

static void one(u32 bits, unsigned int level);

static noinline void zero(u32 bits, unsigned int level)
{
	if (!level)
		trace_stackmap_pump(0);
	else if (bits & 1)
		one(bits >> 1, level - 1);
	else
		zero(bits >> 1, level - 1);
	barrier();		/* a call that is the last thing would leave no frame */
}

static noinline void one(u32 bits, unsigned int level)
{
	if (!level)
		trace_stackmap_pump(0);
	else if (bits & 1)
		one(bits >> 1, level - 1);
	else
		zero(bits >> 1, level - 1);
	barrier();
}

/* The next @n of 2^18 stacks. */
int distinct_fire(unsigned int n)
{
	static atomic_t next = ATOMIC_INIT(0);

	while (n-- && !signal_pending(current)) {
		zero(atomic_inc_return(&next), LEVELS);
		cond_resched();
	}
	return 0;
}
