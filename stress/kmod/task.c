// SPDX-License-Identifier: GPL-2.0
/* task.c - kernel threads: pinned ones, migrating ones, and a SCHED_FIFO thread that preempts */
#include <linux/cpu.h>
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include "kmod.h"

static struct task_struct **tasks;

/* Migrating ones go anywhere; the others go home when their CPU is back. Offline: stay. */
static void migrate(struct tctx *c)
{
	unsigned int cpu = c->core.cpu;

	if (c->kind == KIND_MIGRATING && prng_below(&c->dice, 8) == 0)
		cpu = prng_below(&c->dice, nr_cpu_ids);
	else if (c->kind == KIND_MIGRATING || cpu == raw_smp_processor_id())
		return;
	set_cpus_allowed_ptr(current, cpumask_of(cpu));
}

/* Between bursts; the FIFO thread must leave room for whom it preempts. */
static void rest(struct tctx *c)
{
	if (c->kind == KIND_FIFO)
		usleep_range(200, 2000);
	else if (prng_below(&c->dice, 16) == 0)
		usleep_range(50, 300);
	else
		cond_resched();
}

static int torture_task(void *data)
{
	struct tctx *c = data;
	unsigned int burst;

	if (c->kind == KIND_FIFO)
		sched_set_fifo_low(current);
	while (!kthread_should_stop()) {
		if (READ_ONCE(run_paused) || ctx_finished(c)) {
			usleep_range(1000, 3000);
			continue;
		}
		migrate(c);
		/* Every eighth call of a task without protection, by the number of the call. */
		for (burst = 64; burst-- && !ctx_finished(c);)
			ctx_step(c, c->core.calls % 8);
		/* NMIs do not depend on how fine this machine's timers are. */
		if (prng_below(&c->dice, 4) == 0 && !ctx_finished(c))
			nmi_kick();
		rest(c);
	}
	return 0;
}

int task_start(void)
{
	unsigned int cpu;
	enum kind kind;

	tasks = kcalloc(nr_cpu_ids * (KIND_FIFO + 1), sizeof(*tasks), GFP_KERNEL);
	if (!tasks)
		return -ENOMEM;
	for (kind = KIND_PINNED; kind <= KIND_FIFO; kind++) {
		for_each_online_cpu(cpu) {
			struct tctx *c = ctx_of(kind, cpu);
			struct task_struct *t;

			t = kthread_create(torture_task, c, "smt_%s/%u", kind_name[kind], cpu);
			if (IS_ERR(t))
				return PTR_ERR(t);
			tasks[kind * nr_cpu_ids + cpu] = t;
			set_cpus_allowed_ptr(t, cpumask_of(cpu));
			c->active = true;
			wake_up_process(t);
		}
	}
	return 0;
}

void task_stop(void)
{
	unsigned int i;

	for (i = 0; tasks && i < nr_cpu_ids * (KIND_FIFO + 1); i++) {
		if (tasks[i])
			kthread_stop(tasks[i]);
	}
	kfree(tasks);
	tasks = NULL;
}
