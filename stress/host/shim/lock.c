// SPDX-License-Identifier: GPL-2.0
/*
 * Sleeping and spinning locks. What lockdep would say ends the test: taken in NMI, taken twice,
 * released by another, spun on by the CPU that holds it.
 */
#include <pthread.h>
#include <sched.h>

#include "host.h"

_Static_assert(sizeof(pthread_mutex_t) <= sizeof(((struct host_lock *)0)->opaque), "opaque[]");
_Static_assert(sizeof(pthread_rwlock_t) <= sizeof(((struct host_lock *)0)->opaque), "opaque[]");

struct host_lock host_atomic64_lock = { .name = "atomic64_t's spinlock (32-bit)" };

static const char *name(struct host_lock *l)
{
	return l->name ? l->name : "a lock";
}

static unsigned int owner(struct host_lock *l)
{
	return __atomic_load_n(&l->owner, __ATOMIC_RELAXED);
}

static void about_to_sleep(struct host_lock *l)
{
	struct host_cpu *me = host_me;

	if (me->nmi)
		host_fail("sleeping lock %s taken in NMI context", name(l));
	if (me->rcu & 0xffff)
		host_fail("sleeping lock %s taken inside a read-side section", name(l));
	if (owner(l) == me->id + 1)
		host_fail("%s taken twice by CPU %u: deadlock", name(l), me->id);
	host_point(HP_LOCK, l, 0);
}

static void taken(struct host_lock *l, bool exclusive)
{
	if (exclusive)
		__atomic_store_n(&l->owner, host_me->id + 1, __ATOMIC_RELAXED);
	host_me->locks++;
	__atomic_store_n(&host_me->waiting, HP_READ, __ATOMIC_RELAXED);
}

static void about_to_release(struct host_lock *l, bool exclusive)
{
	host_point(HP_UNLOCK, l, 0);
	if (exclusive && owner(l) != host_me->id + 1)
		host_fail("%s released by CPU %u, which does not hold it", name(l), host_me->id);
	if (!host_me->locks)
		host_fail("%s released by CPU %u, which holds no lock", name(l), host_me->id);
	if (exclusive)
		__atomic_store_n(&l->owner, 0, __ATOMIC_RELAXED);
	host_me->locks--;
}

void host_mutex_lock(struct host_lock *l)
{
	about_to_sleep(l);
	__atomic_store_n(&host_me->waiting, HP_LOCK, __ATOMIC_RELAXED);
	pthread_mutex_lock((pthread_mutex_t *)l->opaque);
	taken(l, true);
}

bool host_mutex_trylock(struct host_lock *l)
{
	host_point(HP_LOCK, l, 0);
	if (pthread_mutex_trylock((pthread_mutex_t *)l->opaque))
		return false;
	taken(l, true);
	return true;
}

void host_mutex_unlock(struct host_lock *l)
{
	about_to_release(l, true);
	pthread_mutex_unlock((pthread_mutex_t *)l->opaque);
}

void host_rwsem_read(struct host_lock *l)
{
	about_to_sleep(l);
	__atomic_store_n(&host_me->waiting, HP_LOCK, __ATOMIC_RELAXED);
	pthread_rwlock_rdlock((pthread_rwlock_t *)l->opaque);
	taken(l, false);
}

void host_rwsem_write(struct host_lock *l)
{
	about_to_sleep(l);
	__atomic_store_n(&host_me->waiting, HP_LOCK, __ATOMIC_RELAXED);
	pthread_rwlock_wrlock((pthread_rwlock_t *)l->opaque);
	taken(l, true);
}

void host_rwsem_unlock(struct host_lock *l, bool write)
{
	about_to_release(l, write);
	pthread_rwlock_unlock((pthread_rwlock_t *)l->opaque);
}

void host_spin_lock(struct host_lock *l)
{
	unsigned int free = 0;

	if (owner(l) == host_me->id + 1)
		host_fail("%s is held by the very CPU %u that wants it%s: deadlock", name(l),
			  host_me->id, host_me->nmi ? ", in NMI" : "");
	while (!__atomic_compare_exchange_n(&l->owner, &free, host_me->id + 1, false,
					    __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
		free = 0;
		sched_yield();
	}
}

void host_spin_unlock(struct host_lock *l)
{
	__atomic_store_n(&l->owner, 0, __ATOMIC_RELEASE);
}
