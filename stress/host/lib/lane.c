// SPDX-License-Identifier: GPL-2.0
/*
 * A lane is a thread that is a CPU and that a test can stop between any two annotated accesses.
 * With two lanes every window of the map can be held open for as long as it takes.
 */
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdlib.h>

#include "../test.h"

struct lane {
	pthread_t thread;
	struct host_cpu *cpu;
	void (*fn)(void *);
	void *arg;
	unsigned int id;
	int kind;	    /* of the points counted, or -1 */
	unsigned long left; /* points to go until it pauses; 0: never */
	sem_t resume;
	int paused, done;
};

static void lane_hook(struct host_cpu *me, enum host_point kind, const volatile void *addr)
{
	struct lane *l = me->hook_arg;

	(void)addr;
	if (l->kind >= 0 && (int)kind != l->kind)
		return;
	if (!l->left || --l->left)
		return;
	me->hook = NULL;
	__atomic_store_n(&l->paused, 1, __ATOMIC_RELEASE);
	while (sem_wait(&l->resume))
		;
	__atomic_store_n(&l->paused, 0, __ATOMIC_RELEASE);
}

static void *lane_main(void *p)
{
	struct lane *l = p;

	host_cpu_enter(l->id);
	host_me->hook_arg = l;
	host_me->hook = l->left ? lane_hook : NULL;
	l->fn(l->arg);
	host_me->hook = NULL;
	__atomic_store_n(&l->done, 1, __ATOMIC_RELEASE);
	return NULL;
}

static struct lane *lane_new(unsigned int cpu, void (*fn)(void *), void *arg, unsigned long at,
			     int kind)
{
	struct lane *l = calloc(1, sizeof(*l));

	check(cpu < HOST_CPUS, "CPU %u does not exist, there are %d", cpu, HOST_CPUS);
	l->id = cpu;
	l->cpu = &host_cpu[cpu];
	l->fn = fn;
	l->arg = arg;
	l->left = at;
	l->kind = kind;
	sem_init(&l->resume, 0, 0);
	check(!pthread_create(&l->thread, NULL, lane_main, l), "pthread_create failed");
	return l;
}

struct lane *lane_start_paused(unsigned int cpu, void (*fn)(void *), void *arg, unsigned long at)
{
	return lane_new(cpu, fn, arg, at, -1);
}

struct lane *lane_start_paused_at(unsigned int cpu, void (*fn)(void *), void *arg, unsigned long at,
				  enum host_point kind)
{
	return lane_new(cpu, fn, arg, at, kind);
}

struct lane *lane_start(unsigned int cpu, void (*fn)(void *), void *arg)
{
	return lane_new(cpu, fn, arg, 0, -1);
}

bool lane_done(struct lane *l)
{
	return __atomic_load_n(&l->done, __ATOMIC_ACQUIRE);
}

bool lane_paused(struct lane *l)
{
	while (!__atomic_load_n(&l->paused, __ATOMIC_ACQUIRE)) {
		if (lane_done(l))
			return false;
		sched_yield();
	}
	return true;
}

bool lane_blocked(struct lane *l, enum host_point where)
{
	double end = now() + 0.005;

	while (!lane_done(l)) {
		if (__atomic_load_n(&l->cpu->waiting, __ATOMIC_RELAXED) != where)
			end = now() + 0.005;
		else if (now() > end)
			return true;
		sched_yield();
	}
	return false;
}

void lane_resume(struct lane *l)
{
	sem_post(&l->resume);
}

void lane_finish(struct lane *l)
{
	sem_post(&l->resume);
	pthread_join(l->thread, NULL);
	sem_destroy(&l->resume);
	free(l);
}
