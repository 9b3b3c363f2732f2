// SPDX-License-Identifier: GPL-2.0
/*
 * The choice behind shim/rcu.c, as an experiment. A reader uses data inside a section; an
 * updater, without waiting for a grace period, overwrites it. The updater, like every CPU, has run
 * a section of its own before. That this is a race must be seen even when the two happen to run one
 * after the other. With a lock as RCU, the sections themselves put them in an order.
 */
#include <pthread.h>

#include "../host.h"

static int lock_word;
static int data;
static int turn; /* who runs first; no order in the sense of the memory model */

static void lock_enter(void)
{
	__atomic_fetch_add(&lock_word, 1, __ATOMIC_ACQUIRE);
}

static void lock_leave(void)
{
	__atomic_fetch_sub(&lock_word, 1, __ATOMIC_RELEASE);
}

static void enter(bool epoch)
{
	if (epoch)
		host_rcu_lock();
	else
		lock_enter();
}

static void leave(bool epoch)
{
	if (epoch)
		host_rcu_unlock();
	else
		lock_leave();
}

static void wait_turn(int n)
{
	while (__atomic_load_n(&turn, __ATOMIC_RELAXED) != n)
		;
}

static void *reader(void *p)
{
	bool *epoch = p;
	int seen;

	host_cpu_enter(1);
	enter(*epoch);
	seen = *(volatile int *)&data;
	leave(*epoch);
	__atomic_store_n(&turn, 1, __ATOMIC_RELAXED);
	return seen ? p : NULL;
}

static void *updater(void *p)
{
	bool *epoch = p;

	host_cpu_enter(2);
	wait_turn(1);
	enter(*epoch);
	leave(*epoch);
	/* Here synchronize_rcu() is missing. */
	*(volatile int *)&data = 1;
	return NULL;
}

bool rcu_choice_missing_gp(bool epoch_scheme);
bool rcu_choice_missing_gp(bool epoch_scheme)
{
	pthread_t a, b;

	pthread_create(&a, NULL, reader, &epoch_scheme);
	pthread_create(&b, NULL, updater, &epoch_scheme);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return true;
}
