// SPDX-License-Identifier: GPL-2.0
/*
 * nmi.c - operations from NMI: NMI IPIs where there are any, PMU overflow everywhere else
 *
 * A kernel counter of cycles on each CPU overflows as an NMI (x86 with a PMU), a pseudo-NMI
 * (arm64) or a plain interrupt (riscv); which of them it was is seen in the handler, and only
 * the first two count as KIND_NMI. The nmi file says what was found.
 */
#include <linux/cpu.h>
#include <linux/hardirq.h>
#include <linux/perf_event.h>
#include "kmod.h"

unsigned long nmi_ipi_sent;
static struct perf_event *counters[NR_CPUS];
static atomic_t overflow_nmi, overflow_irq, nmis_handled, nmis_external;
static int counter_error;

static void one_call(void)
{
	struct tctx *c = ctx_of(KIND_NMI, smp_processor_id());

	if (READ_ONCE(run_active) && !READ_ONCE(run_paused) && !ctx_finished(c))
		ctx_step(c, true);
}

#ifdef CONFIG_X86_LOCAL_APIC
#include <asm/apic.h>
#include <asm/nmi.h>

bool ipi_nmi_has(void)
{
	return true;
}

/* Sent to this CPU and not seen by its handler yet; several may arrive as one. */
static DEFINE_PER_CPU(int, ipi_pending);

void ipi_nmi_send(const struct cpumask *mask)
{
	unsigned int cpu;

	nmi_ipi_sent += cpumask_weight(mask);
	for_each_cpu(cpu, mask)
		WRITE_ONCE(*per_cpu_ptr(&ipi_pending, cpu), 1);
	__apic_send_IPI_mask(mask, NMI_VECTOR);
}

/* Claims every NMI while the module is loaded, injected ones too: the console stays clean. */
static int handle_nmi(unsigned int type, struct pt_regs *regs)
{
	atomic_inc(&nmis_handled);
	if (!this_cpu_xchg(ipi_pending, 0))
		atomic_inc(&nmis_external);
	one_call();
	return NMI_HANDLED;
}

static int ipi_nmi_register(void)
{
	return register_nmi_handler(NMI_LOCAL, handle_nmi, NMI_FLAG_FIRST, "stackmap_torture");
}

static void ipi_nmi_unregister(void)
{
	unregister_nmi_handler(NMI_LOCAL, "stackmap_torture");
}
#else
bool ipi_nmi_has(void)
{
	return false;
}

void ipi_nmi_send(const struct cpumask *mask)
{
}

static int ipi_nmi_register(void)
{
	return 0;
}

static void ipi_nmi_unregister(void)
{
}
#endif

/* One to the next CPU most of the time, to everybody now and then. */
void nmi_kick(void)
{
	unsigned int cpu = raw_smp_processor_id();

	if (!ipi_nmi_has())
		return;
	if (READ_ONCE(nmi_ipi_sent) % 16 == 0)
		ipi_nmi_send(cpu_online_mask);
	else
		ipi_nmi_send(cpumask_of(cpumask_next_wrap(cpu, cpu_online_mask)));
}

static void overflow(struct perf_event *e, struct perf_sample_data *data, struct pt_regs *regs)
{
	if (!in_nmi()) {
		atomic_inc(&overflow_irq);
		return;
	}
	atomic_inc(&overflow_nmi);
	one_call();
}

static void counters_start(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE, .config = PERF_COUNT_HW_CPU_CYCLES,
		.size = sizeof(attr), .pinned = 1, .sample_period = 300000,
	};
	unsigned int cpu;

	counter_error = 0;
	for_each_online_cpu(cpu) {
		struct perf_event *e;

		e = perf_event_create_kernel_counter(&attr, cpu, NULL, overflow, NULL);
		if (IS_ERR(e))
			counter_error = PTR_ERR(e);
		else
			counters[cpu] = e;
	}
}

int nmi_start(void)
{
	unsigned int cpu;
	bool nmi;

	counters_start();
	/* A counter was heard of before the first operation counts: is it an NMI here? */
	if (!counter_error) {
		u64 end = ktime_get_mono_fast_ns() + 200 * NSEC_PER_MSEC;

		while (!atomic_read(&overflow_nmi) && !atomic_read(&overflow_irq) &&
		       ktime_get_mono_fast_ns() < end)
			cpu_relax();
	}
	nmi = ipi_nmi_has() || atomic_read(&overflow_nmi);
	for_each_online_cpu(cpu)
		ctx_of(KIND_NMI, cpu)->active = nmi;
	return 0;
}

void nmi_stop(void)
{
	unsigned int cpu;

	for_each_possible_cpu(cpu) {
		if (counters[cpu])
			perf_event_release_kernel(counters[cpu]);
		counters[cpu] = NULL;
	}
	/* An IPI sent just before may still be on its way; its handler looks at run_active. */
	synchronize_rcu();
}

void nmi_report(struct seq_file *m)
{
	seq_printf(m, "ipi %d\nipi_sent %lu\nnmi_handled %d\nnmi_external %d\n", ipi_nmi_has(),
		   nmi_ipi_sent, atomic_read(&nmis_handled), atomic_read(&nmis_external));
	seq_printf(m, "counter_error %d\noverflow_nmi %d\noverflow_irq %d\n", counter_error,
		   atomic_read(&overflow_nmi), atomic_read(&overflow_irq));
}

int nmi_register(void)
{
	return ipi_nmi_register();
}

void nmi_unregister(void)
{
	ipi_nmi_unregister();
}
