// SPDX-License-Identifier: GPL-2.0
/* ctx.c - the contexts, and one operation of one of them with everything judged at once */
#include <linux/hardirq.h>
#include <linux/kthread.h>
#include <linux/preempt.h>
#include <linux/rcupdate.h>
#include <linux/timex.h>
#include "kmod.h"

const char * const kind_name[KIND_NR] = {
	"pinned", "migrating", "fifo", "softirq", "hardirq", "nmi", "nested",
};

/* The context in progress on this CPU, if it cannot migrate; a task has it in its kthread. */
DEFINE_PER_CPU(struct tctx *, ctx_current);
struct tctx *contexts;

/* Unprotected calls use stacks of their own: an age of one can be innocent there. */
#define UNPROTECTED_BASE	(1U << 19)

static unsigned long limit_of(enum kind kind)
{
	if (!params.ops)
		return 0;
	return kind == KIND_NESTED ? params.ops / 32 + 1 : params.ops;
}

void ctx_init(void)
{
	unsigned int cpu;
	enum kind kind;

	for (kind = 0; kind < KIND_NR; kind++) {
		for_each_possible_cpu(cpu) {
			struct tctx *c = ctx_of(kind, cpu);

			memset(c, 0, sizeof(*c));
			torture_ctx_init(torture, &c->core, cpu, kind);
			prng_init(&c->dice, ~(u64)torture->seed, cpu, kind);
			c->kind = kind;
			c->limit = limit_of(kind);
		}
	}
}

notrace struct tctx *ctx_running(void)
{
	struct tctx *c = this_cpu_read(ctx_current);

	if (c || !in_task() || !(current->flags & PF_KTHREAD))
		return c;
	c = kthread_data(current);
	/* Other threads, of this module or not, have something else there. */
	return c >= contexts && c < contexts + KIND_NR * nr_cpu_ids ? c : NULL;
}

bool ctx_finished(struct tctx *c)
{
	return !READ_ONCE(run_active) || (c->limit && c->core.calls >= c->limit);
}

bool ctx_all_finished(void)
{
	unsigned int i;

	for (i = 0; i < KIND_NR * nr_cpu_ids; i++) {
		if (contexts[i].active && contexts[i].core.calls < contexts[i].limit)
			return false;
	}
	return true;
}

/* Oracle 4, the strongest form: what the id resolves to is the very stack it was given for. */
static void resolve(struct tctx *c, int id)
{
	const unsigned long *ips = NULL;
	unsigned int nr;

	if (id >= TORTURE_IDS)
		return;		/* the core has complained */
	nr = subject_resolve(id, &ips);
	c->checked++;
	if (!nr || ips[0] != c->core.ips[0] || ips[1] != c->core.ips[1])
		torture_fail(torture, ORACLE_IDENTITY, &c->core, c->core.ips[1], nr ? ips[1] : 0);
}

/* @ticks: of the CPU's own counter, which is there even where no good clock is. */
static void judge_work(struct tctx *c, unsigned long ticks)
{
	if (fault_now(FAULT_PROBE))
		c->probes += SUBJECT_MAX_PROBES;
	if (c->probes > c->most_probes)
		c->most_probes = c->probes;
	if (c->probes == SUBJECT_MAX_PROBES)
		c->full_probes++;
	if (ticks > c->longest)
		c->longest = ticks;
	if (c->probes > SUBJECT_MAX_PROBES)
		torture_fail(torture, ORACLE_BOUND, &c->core, SUBJECT_MAX_PROBES, c->probes);
}

static int step(struct tctx *c, bool protect)
{
	unsigned long begin;
	int ret;

	c->probes = 0;
	c->last_slot = NULL;
	c->nmi_seen += !!in_nmi();
	c->core.pos_base = protect ? 0 : UNPROTECTED_BASE;
	begin = get_cycles();
	ret = torture_step(torture, &c->core);
	judge_work(c, (unsigned long)get_cycles() - begin);
	if (protect && ret >= 0)
		resolve(c, ret);
	return ret;
}

/*
 * @protect: with preemption off from before the stack is made until the id was resolved, as
 * every real caller has it; a reset has to wait. A task may also call without.
 */
int ctx_step(struct tctx *c, bool protect)
{
	struct tctx *before;
	int ret;

	if (in_task() && c->kind != KIND_NESTED) {
		if (!protect)
			return step(c, false);
		rcu_read_lock_sched_notrace();
		ret = step(c, true);
		rcu_read_unlock_sched_notrace();
		return ret;
	}
	before = this_cpu_read(ctx_current);
	this_cpu_write(ctx_current, c);
	ret = step(c, true);
	this_cpu_write(ctx_current, before);
	return ret;
}
