// SPDX-License-Identifier: GPL-2.0
/*
 * RCU for threads that stand for CPUs: an epoch scheme. Every CPU owns one word, the number of
 * the grace period in which its outermost section began and the nesting depth.
 * synchronize_rcu() starts a new grace period and really waits until every CPU is outside, or
 * began after it.
 *
 * Readers write only their own word, and read the grace period number without ordering: a
 * section must not order one reader with another, or with an updater that does not wait.
 * A lock would do that, and ThreadSanitizer would then believe code that lacks a grace period or
 * a release. shim/rcu_choice.c proves the difference (test shim.rcu_choice).
 *
 * An NMI may hit between any two instructions: it leaves the word as it found it.
 */
#include <sched.h>

#include "host.h"

#define NESTING 0xffffUL
#define GP_ONE	(NESTING + 1)

__thread struct host_cpu *host_me;
struct host_cpu host_cpu[HOST_CPUS];
int host_fence;
static unsigned long gp = GP_ONE;

void host_cpu_enter(unsigned int id)
{
	host_cpu[id].id = id;
	host_me = &host_cpu[id];
}

void host_rcu_lock(void)
{
	struct host_cpu *me = host_me;
	unsigned long old = me->rcu;

	host_point(HP_RCU_LOCK, NULL, 0);
	if ((old & NESTING) == NESTING)
		host_fail("RCU sections nest too deep on CPU %u: an unlock is missing", me->id);
	/* A full barrier: the section's loads come after this store (Dekker with the wait). */
	if (old & NESTING)
		__atomic_store_n(&me->rcu, old + 1, __ATOMIC_RELAXED);
	else
		__atomic_exchange_n(&me->rcu, __atomic_load_n(&gp, __ATOMIC_RELAXED) + 1,
				    __ATOMIC_SEQ_CST);
}

void host_rcu_unlock(void)
{
	struct host_cpu *me = host_me;

	if (!(me->rcu & NESTING))
		host_fail("RCU section left on CPU %u that was not entered", me->id);
	__atomic_store_n(&me->rcu, me->rcu - 1, __ATOMIC_RELEASE);
	host_point(HP_RCU_UNLOCK, NULL, 0);
}

static bool still_inside(struct host_cpu *cpu, unsigned long mine)
{
	unsigned long rcu = __atomic_load_n(&cpu->rcu, __ATOMIC_SEQ_CST);

	return (rcu & NESTING) && (long)((rcu & ~NESTING) - mine) < 0;
}

void host_synchronize_rcu(const char *which)
{
	struct host_cpu *me = host_me;
	unsigned long mine;
	int i;

	if (me->nmi)
		host_fail("%s() called in NMI context", which);
	if (me->rcu & NESTING)
		host_fail("%s() called inside a read-side section: it would wait for itself",
			  which);

	host_point(HP_GP, NULL, 0);
	mine = __atomic_add_fetch(&gp, GP_ONE, __ATOMIC_SEQ_CST);
	__atomic_store_n(&me->waiting, HP_GP, __ATOMIC_RELAXED);
	for (i = 0; i < HOST_CPUS; i++) {
		while (still_inside(&host_cpu[i], mine))
			sched_yield();
	}
	__atomic_store_n(&me->waiting, HP_READ, __ATOMIC_RELAXED);
	host_point(HP_GP, NULL, 0);
}
