// SPDX-License-Identifier: GPL-2.0
/*
 * run.c - one run: the storm, then a quiet epoch that is counted, then capacity
 *
 * Written to the run file as words key=value; the write returns when the run has ended.
 */
#include <linux/delay.h>
#include <linux/mutex.h>
#include <linux/parser.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/vmalloc.h>
#include "kmod.h"

struct params params;
struct torture *torture;
bool run_active, run_paused;
static DEFINE_MUTEX(running);
DEFINE_MUTEX(run_memory);		/* torture and contexts against readers of the report */

static const struct { const char *key; size_t at; unsigned int fallback; } keys[] = {
	{ "seed=", offsetof(struct params, seed), 1 },
	{ "seconds=", offsetof(struct params, seconds), 5 },
	{ "ops=", offsetof(struct params, ops), 0 },
	{ "positions=", offsetof(struct params, positions), 1 << 18 },
	{ "onoff=", offsetof(struct params, onoff), 0 },
	{ "stutter=", offsetof(struct params, stutter), 500 },
	{ "resets=", offsetof(struct params, resets), 1 },
	{ "off=", offsetof(struct params, off), 0 },
};

static int set_fault(const char *name)
{
	int i;

	for (i = 0; i < FAULT_NR; i++) {
		if (!strcmp(name, fault_name[i])) {
			params.fault = i;
			return 0;
		}
	}
	pr_torture("run: no fault '%s'\n", name);
	return -EINVAL;
}

static int set_word(const char *word)
{
	unsigned int i;

	if (strstarts(word, "fault="))
		return set_fault(word + 6);
	for (i = 0; i < ARRAY_SIZE(keys); i++) {
		if (strstarts(word, keys[i].key))
			return kstrtouint(word + strlen(keys[i].key), 0,
					  (unsigned int *)((char *)&params + keys[i].at));
	}
	pr_torture("run: unknown word '%s'\n", word);
	return -EINVAL;
}

static int set_params(char *words)
{
	unsigned int i;
	char *word;

	memset(&params, 0, sizeof(params));
	for (i = 0; i < ARRAY_SIZE(keys); i++)
		*(unsigned int *)((char *)&params + keys[i].at) = keys[i].fallback;
	while ((word = strsep(&words, " \n"))) {
		int ret = *word ? set_word(word) : 0;

		if (ret)
			return ret;
	}
	params.positions = clamp(params.positions, 1U, 1U << 19);
	return 0;
}

void run_failed(enum oracle o, unsigned long want, unsigned long got)
{
	torture_fail(torture, o, NULL, want, got);
}

static int sources_start(void)
{
	int ret;

	WRITE_ONCE(run_active, true);
	ret = nmi_start() ?: irq_start();
	return ret ?: task_start();
}

static void sources_stop(void)
{
	WRITE_ONCE(run_active, false);
	task_stop();
	irq_stop();
	nmi_stop();
}

static void wait_for(unsigned int ms)
{
	unsigned long end = jiffies + msecs_to_jiffies(ms);

	while (time_before(jiffies, end) && !core_load(&torture->failed) &&
	       !signal_pending(current)) {
		if (params.ops && run_phase == PHASE_STORM && ctx_all_finished())
			break;
		msleep(20);
	}
}

static int storm(void)
{
	unsigned int i;
	int ret;

	WRITE_ONCE(run_phase, PHASE_STORM);
	ret = sources_start() ?: reset_start();
	ret = ret ?: reader_start();
	ret = ret ?: trouble_start();
	if (!ret)
		wait_for(params.ops ? 120000 : params.seconds * 1000);
	trouble_stop();
	reader_stop();
	reset_stop();
	sources_stop();
	quiet_gravestones();
	for (i = 0; i < KIND_NR * nr_cpu_ids; i++) {
		contexts[i].digest = contexts[i].core.digest;
		contexts[i].limit = 0;
	}
	return ret;
}

/* Every context once more, undisturbed by resets; then the numbers must agree. */
static int count(void)
{
	unsigned int i;
	int ret;

	WRITE_ONCE(run_phase, PHASE_COUNT);
	ret = reset_once();
	for (i = 0; i < KIND_NR * nr_cpu_ids; i++)
		memcpy(contexts[i].before, contexts[i].core.results, sizeof(contexts[i].before));
	ret = ret ?: sources_start();
	if (!ret)
		wait_for(300);
	sources_stop();
	if (!ret && !core_load(&torture->failed))
		quiet_conservation();
	return ret;
}

static int phases(void)
{
	int ret = storm();

	torture_pipe_clean(torture);
	if (!ret && !core_load(&torture->failed))
		ret = count();
	if (!ret && !core_load(&torture->failed)) {
		WRITE_ONCE(run_phase, PHASE_CAPACITY);
		ret = reset_once();
		quiet_capacity();
	}
	return ret;
}

static int allocate(void)
{
	guard(mutex)(&run_memory);
	vfree(torture);
	vfree(contexts);
	torture = vzalloc(sizeof(*torture));
	contexts = vzalloc(array_size(KIND_NR * nr_cpu_ids, sizeof(*contexts)));
	return torture && contexts ? 0 : -ENOMEM;
}

static int prepare(void)
{
	int ret = allocate();

	if (ret)
		return ret;
	torture_init(torture, params.seed, params.positions, KIND_NR * num_online_cpus());
	torture->odd_one_in = 64;
	torture->oracles_off = params.off;
	torture->strict_below = 1U << 19;
	torture->get_id = subject_get_id;
	ctx_init();
	return subject_create();
}

int run_once(char *words)
{
	int ret;

	if (mutex_lock_interruptible(&running))
		return -EINTR;
	ret = set_params(words) ?: prepare();
	if (!ret) {
		ret = window_start() ?: phases();
		window_stop();
		subject_destroy();
		if (ret)
			pr_torture("run ended with error %d\n", ret);
		else if (signal_pending(current))
			ret = -EINTR;
		else
			report_verdict();
	}
	mutex_unlock(&running);
	return ret;
}

void run_free(void)
{
	vfree(torture);
	vfree(contexts);
}
