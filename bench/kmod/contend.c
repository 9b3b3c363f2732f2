// SPDX-License-Identifier: GPL-2.0
/*
 * contend.c - one map used by many CPUs at once, and one that is more or less full
 *
 * All CPUs go through the same stacks in the same order. Before each stack that is new they wait
 * for each other, so that they meet at the same free slot: the worst case for duplicates.
 */
#include <linux/bitmap.h>
#include <linux/completion.h>
#include <linux/cpu.h>
#include <linux/err.h>
#include <linux/kthread.h>
#include "bench.h"

#define DEPTH	16

static struct {
	void		*map;
	unsigned int	ops, stacks, cpus;
	atomic_t	arrived, errors;
	bool		failed;		/* not all could be started: nobody waits */
	struct completion done;
	/* Ids that were returned. The insertion of a record returns its id: all records. */
	DECLARE_BITMAP(ids, BENCH_SLOTS);
} job;

/* All have come this often: the @round-th time begins. */
static void meet(unsigned int round)
{
	atomic_inc(&job.arrived);
	while (!READ_ONCE(job.failed) && atomic_read(&job.arrived) < job.cpus * (round + 1))
		cond_resched();
}

static int contender(void *unused)
{
	unsigned long ips[DEPTH];
	unsigned int i;
	int id;

	for (i = 0; i < job.ops; i++) {
		stack_fill(ips, DEPTH, i % job.stacks);
		if (i < job.stacks)
			meet(i);
		id = impl_counted.get_id(job.map, ips, DEPTH);
		if (id < 0 || id >= BENCH_SLOTS)
			atomic_inc(&job.errors);
		else if (!test_bit(id, job.ids))
			set_bit(id, job.ids);
		if (!(i % 1024))
			cond_resched();
	}
	complete(&job.done);
	return 0;
}

static void sum(struct inside *to)
{
	unsigned int cpu;

	*to = (struct inside){ };
	for_each_possible_cpu(cpu) {
		to->probes += per_cpu(inside, cpu).probes;
		to->lost += per_cpu(inside, cpu).lost;
		per_cpu(inside, cpu) = (struct inside){ };
	}
}

static int start(unsigned int cpus)
{
	unsigned int cpu, started = 0;

	job.cpus = cpus;
	job.failed = false;
	atomic_set(&job.arrived, 0);
	atomic_set(&job.errors, 0);
	init_completion(&job.done);
	for_each_online_cpu(cpu) {
		struct task_struct *t;

		if (started == cpus)
			break;
		t = kthread_create_on_cpu(contender, NULL, cpu, "bench/%u");
		if (IS_ERR(t))
			break;
		wake_up_process(t);
		started++;
	}
	/* Those that started must not wait for ever for those that did not. */
	WRITE_ONCE(job.failed, started < cpus);
	for (cpu = 0; cpu < started; cpu++)
		wait_for_completion(&job.done);
	return started == cpus ? 0 : -EAGAIN;
}

int contend(unsigned int cpus, unsigned int ops, unsigned int stacks)
{
	unsigned long all = (unsigned long)cpus * ops;
	struct inside in;
	int ret;

	if (!cpus || cpus > num_online_cpus() || !ops || !stacks || stacks > BENCH_CAPACITY / 2)
		return -EINVAL;
	job.map = impl_counted.create();
	if (IS_ERR(job.map))
		return PTR_ERR(job.map);
	job.ops = ops;
	job.stacks = stacks;
	bitmap_zero(job.ids, BENCH_SLOTS);
	sum(&in);
	ret = start(cpus);
	sum(&in);
	log_add("stat cpus%u.probes_per_1000 count lower %lu\n", cpus, in.probes * 1000 / all);
	log_add("stat cpus%u.lost_races count lower %lu\n", cpus, in.lost);
	log_add("stat cpus%u.duplicates records lower %d\n", cpus,
		(int)(bitmap_weight(job.ids, BENCH_SLOTS) - stacks));
	log_add("stat cpus%u.operations count none %lu\n", cpus, all);
	log_add("errors %d\n", atomic_read(&job.errors));
	impl_counted.destroy(job.map);
	return ret;
}

/* Probes to find each of the stacks that fill PERCENT of the pool */
int occupancy(unsigned int percent)
{
	unsigned int n = BENCH_CAPACITY * percent / 100, i, pass;
	void *map = impl_counted.create();
	unsigned long ips[DEPTH];
	struct inside in;
	int errors = 0;

	if (IS_ERR(map))
		return PTR_ERR(map);
	for (pass = 0; pass < 2; pass++) {
		sum(&in);
		for (i = 0; i < n; i++) {
			stack_fill(ips, DEPTH, i);
			errors += impl_counted.get_id(map, ips, DEPTH) < 0;
		}
	}
	sum(&in);
	if (n)
		log_add("stat occupancy%u.probes_per_1000 exact:count lower %lu\n", percent,
			in.probes * 1000 / n);
	log_add("errors %d\n", errors);
	impl_counted.destroy(map);
	return 0;
}
