// SPDX-License-Identifier: GPL-2.0
/*
 * pump.c - interrupts on demand for the end-to-end scenarios, where the real map is traced
 *
 * An hrtimer on each CPU sends an NMI IPI to the next CPU, where there are any (the event
 * nmi:nmi_handler is recorded inside), and runs into a kprobe whose handler fires the event
 * stackmap_torture:stackmap_pump: an event from within a breakpoint exception, which on x86 and
 * riscv is an NMI to the kernel.
 */
#include <linux/cpu.h>
#include <linux/hardirq.h>
#include <linux/hrtimer.h>
#include <linux/kprobes.h>
#include "kmod.h"

#define CREATE_TRACE_POINTS
#include "pump_trace.h"

static DEFINE_PER_CPU(struct hrtimer, timers);
static unsigned int rate;
static atomic_t breakpoints, breakpoints_nmi;
static bool started;

static noinline notrace void pump_point(void)
{
	asm volatile("nop" : : : "memory");
}

static int pump_handler(struct kprobe *p, struct pt_regs *regs)
{
	atomic_inc(&breakpoints);
	if (in_nmi())
		atomic_inc(&breakpoints_nmi);
	trace_stackmap_pump(!!in_nmi());
	return 0;
}

/* Not optimised into a jump: a jump is no exception. */
static void pump_post(struct kprobe *p, struct pt_regs *regs, unsigned long flags)
{
}

static struct kprobe probe;

static enum hrtimer_restart pump_fires(struct hrtimer *t)
{
	unsigned int hz = READ_ONCE(rate), cpu = smp_processor_id();

	if (!hz)
		return HRTIMER_NORESTART;
	if (ipi_nmi_has())
		ipi_nmi_send(cpumask_of(cpumask_next_wrap(cpu, cpu_online_mask)));
	pump_point();
	hrtimer_forward_now(t, ns_to_ktime(NSEC_PER_SEC / hz));
	return HRTIMER_RESTART;
}

static void pump_here(void *unused)
{
	hrtimer_start(this_cpu_ptr(&timers), 0, HRTIMER_MODE_REL_PINNED_HARD);
}

static void pump_stop(void)
{
	unsigned int cpu;

	if (!started)
		return;
	WRITE_ONCE(rate, 0);
	for_each_possible_cpu(cpu)
		hrtimer_cancel(per_cpu_ptr(&timers, cpu));
	unregister_kprobe(&probe);
	started = false;
}

int pump_set(unsigned int hz)
{
	unsigned int cpu;
	int ret;

	if (hz > 20000)
		return -EINVAL;
	pump_stop();
	if (!hz)
		return 0;
	probe = (struct kprobe){
		.addr = (kprobe_opcode_t *)pump_point,
		.pre_handler = pump_handler, .post_handler = pump_post,
	};
	ret = register_kprobe(&probe);
	if (ret)
		return ret;
	for_each_possible_cpu(cpu)
		hrtimer_setup(per_cpu_ptr(&timers, cpu), pump_fires, CLOCK_MONOTONIC,
			      HRTIMER_MODE_REL_PINNED_HARD);
	started = true;
	WRITE_ONCE(rate, hz);
	on_each_cpu(pump_here, NULL, 1);
	return 0;
}

/* rb_reserve_next_event() in kernel/trace/ring_buffer.c refuses events in NMI context elsewhere. */
#define EVENTS_IN_NMI	(IS_ENABLED(CONFIG_ARCH_HAVE_NMI_SAFE_CMPXCHG) && \
			 !IS_ENABLED(CONFIG_GENERIC_ATOMIC64))

void pump_report(struct seq_file *m)
{
	seq_printf(m, "pump_hz %u\nbreakpoints %d\nbreakpoints_in_nmi %d\nevents_in_nmi %d\n", rate,
		   atomic_read(&breakpoints), atomic_read(&breakpoints_nmi), EVENTS_IN_NMI);
}
