// SPDX-License-Identifier: GPL-2.0
/* trouble.c - what runs beside: CPUs that go and come, and pauses of everybody at once */
#include <linux/cpu.h>
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/kthread.h>
#include "kmod.h"

static struct task_struct *onoff_task, *stutter_task;
static unsigned long offline, online, refused, pauses;

/* Only the last CPU: one CPU must stay, and more would starve a guest of two. */
static int onoff(void *unused)
{
	unsigned int cpu = cpumask_last(cpu_online_mask);

	while (!kthread_should_stop()) {
		if (cpu && !remove_cpu(cpu)) {
			offline++;
			msleep(params.onoff / 4 + 1);
			if (!add_cpu(cpu))
				online++;
		} else {
			refused++;
		}
		msleep(params.onoff);
	}
	return 0;
}

/* Load edges: all stop, all start together. */
static int stutter(void *unused)
{
	while (!kthread_should_stop()) {
		msleep(params.stutter);
		WRITE_ONCE(run_paused, true);
		msleep(params.stutter / 5 + 1);
		WRITE_ONCE(run_paused, false);
		pauses++;
	}
	return 0;
}

int trouble_start(void)
{
	offline = online = refused = pauses = 0;
	if (params.onoff)
		onoff_task = kthread_run(onoff, NULL, "smt_onoff");
	if (params.stutter)
		stutter_task = kthread_run(stutter, NULL, "smt_stutter");
	if (IS_ERR(onoff_task) || IS_ERR(stutter_task)) {
		trouble_stop();
		return -ENOMEM;
	}
	return 0;
}

void trouble_stop(void)
{
	if (!IS_ERR_OR_NULL(onoff_task))
		kthread_stop(onoff_task);
	if (!IS_ERR_OR_NULL(stutter_task))
		kthread_stop(stutter_task);
	onoff_task = stutter_task = NULL;
	WRITE_ONCE(run_paused, false);
}

void trouble_report(struct seq_file *m)
{
	seq_printf(m, "cpu_offline %lu\ncpu_online %lu\ncpu_refused %lu\npauses %lu\n", offline,
		   online, refused, pauses);
}
