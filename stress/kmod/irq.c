// SPDX-License-Identifier: GPL-2.0
/*
 * irq.c - operations from hardirq (an hrtimer on each CPU) and softirq (a timer on each CPU)
 *
 * The hardirq timer also kicks the NMI source. Periods have fuzz, so they never lock in phase.
 */
#include <linux/cpu.h>
#include <linux/hrtimer.h>
#include <linux/interrupt.h>
#include <linux/timer.h>
#include "kmod.h"

struct irq_source {
	struct hrtimer		hard;
	struct tasklet_struct	soft;
	unsigned int		cpu;
};
static DEFINE_PER_CPU(struct irq_source, sources);

static void soft_fires(struct tasklet_struct *t)
{
	struct irq_source *s = container_of(t, struct irq_source, soft);
	struct tctx *c = ctx_of(KIND_SOFTIRQ, s->cpu);
	unsigned int burst;

	for (burst = 8; burst-- && !ctx_finished(c);)
		ctx_step(c, true);
}

/* hrtimers of a CPU that goes offline move to another one; the context goes with the timer. */
static enum hrtimer_restart hard_fires(struct hrtimer *t)
{
	struct irq_source *s = container_of(t, struct irq_source, hard);
	struct tctx *c = ctx_of(KIND_HARDIRQ, s->cpu);
	unsigned int burst;

	if (!READ_ONCE(run_active))
		return HRTIMER_NORESTART;
	if (!READ_ONCE(run_paused)) {
		for (burst = 4; burst-- && !ctx_finished(c);)
			ctx_step(c, true);
		tasklet_schedule(&s->soft);
		nmi_kick();
	}
	hrtimer_forward_now(t, ns_to_ktime(300000 + prng_below(&c->dice, 400000)));
	return HRTIMER_RESTART;
}

static void start_here(void *unused)
{
	struct irq_source *s = this_cpu_ptr(&sources);

	hrtimer_start(&s->hard, ns_to_ktime(300000), HRTIMER_MODE_REL_PINNED_HARD);
}

int irq_start(void)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		struct irq_source *s = per_cpu_ptr(&sources, cpu);

		s->cpu = cpu;
		hrtimer_setup(&s->hard, hard_fires, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
		tasklet_setup(&s->soft, soft_fires);
		ctx_of(KIND_HARDIRQ, cpu)->active = cpu_online(cpu);
		ctx_of(KIND_SOFTIRQ, cpu)->active = cpu_online(cpu);
	}
	on_each_cpu(start_here, NULL, 1);
	return 0;
}

void irq_stop(void)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		struct irq_source *s = per_cpu_ptr(&sources, cpu);

		if (!s->soft.callback)
			continue;	/* never started */
		hrtimer_cancel(&s->hard);
		tasklet_kill(&s->soft);
	}
}
