// SPDX-License-Identifier: GPL-2.0
/*
 * window.c - what happens at the points of get_id() that another call must not hurt
 *
 * Each window has a probe point: a function that does nothing and carries a kprobe. Its handler
 * makes a nested call of get_id() on the same CPU, exactly between two steps of the interrupted
 * one. On x86 and riscv a kernel-mode breakpoint counts as an NMI (in_nmi()), on arm64 it does
 * not; which of the two is asserted. Now and then a delay is put there instead, so that the
 * other CPUs and a reset run into the window.
 */
#include <linux/delay.h>
#include <linux/hardirq.h>
#include <linux/kprobes.h>
#include "kmod.h"

#define BREAKPOINT_IS_NMI	(!IS_ENABLED(CONFIG_ARM64))

const char * const window_name[WINDOW_NR] = { "admit", "claim", "publish" };

atomic_t resets_claimed;
static atomic_t resets_completed;	/* the highest resets_claimed that has completed */
static DEFINE_PER_CPU(bool, in_window);
static bool armed;

/* Different on purpose: identical functions would be merged into one. */
static noinline notrace void probe_admit(void)
{
	asm volatile("nop" : : "i" (WINDOW_ADMIT) : "memory");
}

static noinline notrace void probe_claim(void)
{
	asm volatile("nop\n\tnop" : : "i" (WINDOW_CLAIM) : "memory");
}

static noinline notrace void probe_publish(void)
{
	asm volatile("nop\n\tnop\n\tnop" : : "i" (WINDOW_PUBLISH) : "memory");
}

static int nested_call(struct kprobe *p, struct pt_regs *regs);

/* A post handler keeps the probe from being optimised into a jump, which is no exception. */
static void keep_exception(struct kprobe *p, struct pt_regs *regs, unsigned long flags)
{
}

static struct kprobe probes[WINDOW_NR];
static void (* const probe_point[WINDOW_NR])(void) = { probe_admit, probe_claim, probe_publish };

static int nested_call(struct kprobe *p, struct pt_regs *regs)
{
	struct tctx *c = ctx_of(KIND_NESTED, smp_processor_id());

	if (!!in_nmi() != BREAKPOINT_IS_NMI)
		run_failed(ORACLE_BOUND, BREAKPOINT_IS_NMI, in_nmi());
	if (!ctx_finished(c)) {
		c->in_window[p - probes]++;
		ctx_step(c, true);
	}
	return 0;
}

static notrace void linger(struct tctx *c)
{
	udelay(in_task() ? prng_below(&c->dice, 300) : prng_below(&c->dice, 40));
}

notrace void hook_window(enum window w)
{
	struct tctx *c;

	if (!READ_ONCE(armed))
		return;
	c = ctx_running();
	if (!c || c->kind == KIND_NESTED || in_nmi() > 1 || c->countdown--)
		return;
	c->countdown = prng_below(&c->dice, params.ops ? 8 : 400);
	if (!params.ops && prng_below(&c->dice, 4) == 0) {
		linger(c);
		return;
	}
	/* Preemption is off in here; what comes on top of us on this CPU finds the flag. */
	if (this_cpu_read(in_window))
		return;
	this_cpu_write(in_window, true);
	probe_point[w]();
	this_cpu_write(in_window, false);
}

notrace void hook_admitted(void)
{
	struct tctx *c = ctx_running();

	if (c)
		c->claimed_at = atomic_read(&resets_claimed);
	hook_window(WINDOW_ADMIT);
}

/* A reset that was claimed after this call was admitted must not have completed by now. */
notrace void hook_publish(void)
{
	struct tctx *c = ctx_running();
	u32 completed = atomic_read(&resets_completed);

	if (c && (s32)(completed - c->claimed_at) > 0)
		torture_fail(torture, ORACLE_PIPE, &c->core, c->claimed_at, completed);
}

notrace void hook_probe(const void *slot)
{
	struct tctx *c = ctx_running();

	if (!c || c->last_slot == slot)
		return;
	c->last_slot = slot;
	c->probes++;
}

void window_reset_done(unsigned int claimed)
{
	int old = atomic_read(&resets_completed);

	while ((s32)(claimed - old) > 0 && !atomic_try_cmpxchg(&resets_completed, &old, claimed))
		;
}

int window_start(void)
{
	unsigned int cpu;
	int i, ret;

	atomic_set(&resets_claimed, 0);
	atomic_set(&resets_completed, 0);
	for (i = 0; i < WINDOW_NR; i++) {
		probes[i] = (struct kprobe){
			.addr = (kprobe_opcode_t *)probe_point[i],
			.pre_handler = nested_call, .post_handler = keep_exception,
		};
		ret = register_kprobe(&probes[i]);
		if (ret) {
			pr_torture("no kprobe at window %s: %d\n", window_name[i], ret);
			while (i--)
				unregister_kprobe(&probes[i]);
			return ret;
		}
	}
	for_each_online_cpu(cpu)
		ctx_of(KIND_NESTED, cpu)->active = true;
	WRITE_ONCE(armed, true);
	return 0;
}

void window_stop(void)
{
	int i;

	WRITE_ONCE(armed, false);
	for (i = 0; i < WINDOW_NR; i++)
		unregister_kprobe(&probes[i]);
}
