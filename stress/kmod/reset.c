// SPDX-License-Identifier: GPL-2.0
/*
 * reset.c - resetters, two of them so that one meets the other (-EBUSY), and oracle 7 for resets
 *
 * The core counts epochs; resets that overlap count as one, because which of them cleared the
 * map is not known, only that one of them did.
 */
#include <linux/delay.h>
#include <linux/err.h>
#include <linux/kthread.h>
#include <linux/log2.h>
#include <linux/spinlock.h>
#include "kmod.h"

#define RESETTERS 2
#define RESET_LIMIT_NS (20ULL * NSEC_PER_SEC)

static DEFINE_SPINLOCK(lock);
static unsigned int inflight;
static unsigned long done, busy, other, latency[32];	/* microseconds, by power of two */
static u64 longest_us;
static struct task_struct *tasks[RESETTERS];

static void epoch_begin(void)
{
	spin_lock(&lock);
	if (!inflight++)
		torture_reset_begin(torture);
	spin_unlock(&lock);
}

static void epoch_end(u64 us, int ret)
{
	spin_lock(&lock);
	if (!--inflight)
		torture_reset_end(torture);
	if (!ret) {
		done++;
		latency[us ? min(ilog2(us), 31) : 0]++;
		longest_us = max(longest_us, us);
	} else if (ret == -EBUSY) {
		busy++;
	} else {
		other++;
	}
	spin_unlock(&lock);
}

int reset_once(void)
{
	u64 begin = ktime_get_mono_fast_ns(), ns;
	int ret;

	epoch_begin();
	ret = subject_reset();
	if (!ret)
		window_reset_done(atomic_read(&resets_claimed));
	ns = ktime_get_mono_fast_ns() - begin;
	epoch_end(ns >> 10, ret);
	if (ns > RESET_LIMIT_NS || (ret && ret != -EBUSY))
		run_failed(ORACLE_TERMINATION, RESET_LIMIT_NS >> 20, ret ? ret : ns >> 20);
	return ret;
}

/* Mostly in quick succession, sometimes late enough for the pool to run out. */
static int resetter(void *data)
{
	struct prng dice;

	prng_init(&dice, torture->seed, (long)data, 1000);
	while (!kthread_should_stop()) {
		unsigned int ms = prng_below(&dice, 8) ? prng_below(&dice, 60) : 400;

		if (!READ_ONCE(run_paused))
			reset_once();
		msleep(data ? ms / 4 : ms);
	}
	return 0;
}

int reset_start(void)
{
	long i;

	done = busy = other = longest_us = 0;
	memset(latency, 0, sizeof(latency));
	for (i = 0; i < RESETTERS && params.resets; i++) {
		struct task_struct *t = kthread_run(resetter, (void *)i, "smt_reset/%ld", i);

		if (IS_ERR(t))
			return PTR_ERR(t);
		tasks[i] = t;
	}
	return 0;
}

void reset_stop(void)
{
	int i;

	for (i = 0; i < RESETTERS; i++) {
		if (tasks[i])
			kthread_stop(tasks[i]);
		tasks[i] = NULL;
	}
}

void reset_report(struct seq_file *m)
{
	int i;

	seq_printf(m, "resets %lu\nresets_busy %lu\nresets_other %lu\nreset_longest_us %llu\n",
		   done, busy, other, longest_us);
	for (i = 0; i < 32; i++) {
		if (latency[i])
			seq_printf(m, "reset_us_below_%lu %lu\n", 2UL << i, latency[i]);
	}
}
