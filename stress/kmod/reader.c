// SPDX-License-Identifier: GPL-2.0
/* reader.c - readers of both files while everything runs: records whole, passes that end */
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/kthread.h>
#include "kmod.h"

#define READERS 2

static struct task_struct *tasks[READERS];
static unsigned long passes[READERS], records[READERS], pipe[3], crossed, longest_us;

static void one_bin(void)
{
	struct torture_audit a;
	u32 before = core_load(&torture->begun);
	int i;

	if (walk_bin(&a, false, NULL, NULL))
		return;
	crossed += core_load(&torture->begun) != before;
	records[0] += a.records;
	for (i = 0; i < 3; i++)
		pipe[i] += a.pipe[i];
	if (a.foreign)
		run_failed(ORACLE_PAYLOAD, 0, a.foreign);
}

static int reader(void *data)
{
	long which = (long)data;
	struct prng dice;

	prng_init(&dice, torture->seed, which, 1001);
	while (!kthread_should_stop()) {
		u64 begin = ktime_get_mono_fast_ns();

		if (which)
			walk_text(&dice, &records[which]);
		else
			one_bin();
		passes[which]++;
		longest_us = max(longest_us,
				 (unsigned long)((ktime_get_mono_fast_ns() - begin) >> 10));
		msleep(1 + prng_below(&dice, 20));
	}
	return 0;
}

int reader_start(void)
{
	long i;

	memset(passes, 0, sizeof(passes));
	memset(records, 0, sizeof(records));
	memset(pipe, 0, sizeof(pipe));
	crossed = longest_us = 0;
	for (i = 0; i < READERS; i++) {
		struct task_struct *t = kthread_run(reader, (void *)i, "smt_reader/%ld", i);

		if (IS_ERR(t))
			return PTR_ERR(t);
		tasks[i] = t;
	}
	return 0;
}

void reader_stop(void)
{
	int i;

	for (i = 0; i < READERS; i++) {
		if (tasks[i])
			kthread_stop(tasks[i]);
		tasks[i] = NULL;
	}
}

void reader_report(struct seq_file *m)
{
	seq_printf(m, "has_bin %d\nhas_stat %d\n", subject_has(SUBJECT_BIN),
		   subject_has(SUBJECT_STAT));
	seq_printf(m, "passes_bin %lu\npasses_text %lu\nrecords_bin %lu\nrecords_text %lu\n",
		   passes[0], passes[1], records[0], records[1]);
	seq_printf(m, "pass_crossed_reset %lu\npass_longest_us %lu\n", crossed, longest_us);
	seq_printf(m, "pipe_0 %lu\npipe_1 %lu\npipe_2 %lu\n", pipe[0], pipe[1], pipe[2]);
}
