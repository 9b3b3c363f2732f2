// SPDX-License-Identifier: GPL-2.0
/*
 * function_tracer - func_stack_trace: the recording path entered from an ftrace callback
 *
 * Not a tracepoint but any function brings the stack here, in every context, through the arch's
 * mcount trampoline. Between bursts of load the set of traced functions is exchanged, the option
 * and the tracer are switched; the load pauses for it, as QEMU's emulation of x86 does not stand
 * the patching of code that another CPU runs at that moment ("Oops: int3", without any stackmap:
 * see README.rst).
 *
 * A map that is entered by the very functions it calls would recurse or hang; one that loses
 * count shows in the quiet epoch at the end, where each function event must have its id.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/epoch.h"

/* Words for set_ftrace_filter. Globs, as names differ between kernels and architectures. */
static const char *const sets[][6] = {
	{ "vfs_*", "hrtimer_interrupt", "run_timer_softirq", "rcu_core*", "handle_softirqs" },
	{ "kmem_cache_alloc*", "handle_mm_fault", "hrtimer_interrupt", "handle_softirqs" },
	{ "proc_*", "seq_*", "hrtimer_wakeup", "tick_*", "handle_softirqs" },
};
#define NR_SETS (sizeof(sets) / sizeof(sets[0]))
/* A function nobody calls here: the tracer is on and silent. */
static const char *const parked[] = { "kernel_restart", NULL };

static struct live seen;
static unsigned long flips, switches, restarts, operations;

/* One word a write, the new set counts from the close on. 0 if any word names a function. */
static int filter(const char *const *words)
{
	int fd = tracefs_open("set_ftrace_filter", O_WRONLY | O_TRUNC), found = 0;

	if (fd < 0)
		die("set_ftrace_filter: %m");
	for (; *words; words++) {
		char word[64];
		size_t len = strlen(*words);

		memcpy(word, *words, len);
		word[len++] = ' ';
		found += write(fd, word, len) == (ssize_t)len;
	}
	return close(fd) || !found ? -errno : 0;
}

static void must_filter(const char *const *words)
{
	if (filter(words))
		die("set_ftrace_filter: '%s ...' names no function: %m", *words);
}

static void tracer_on(void)
{
	must_filter(parked);
	tracefs_must_write("current_tracer", "function");
	tracefs_must_write("options/func_stack_trace", "1");
}

/* Silence first, then the tracer: each function that was recorded has its stack by then. */
static void tracer_off(void)
{
	must_filter(parked);
	sleep_ms(50);
	recording_stop();
}

static int setup(struct run *r)
{
	(void)r;
	tracefs_must_write("buffer_size_kb", "512");
	tracefs_must_write("options/stackmap", "1");
	tracer_on();
	return 0;
}

/* The load pauses: what is patched is what it runs. */
static void switch_something(struct prng *p)
{
	must_filter(sets[prng_below(p, NR_SETS)]);
	flips++;
	switch (prng_below(p, 3)) {
	case 0:
		tracefs_must_write("options/func_stack_trace", "0");
		tracefs_must_write("options/func_stack_trace", "1");
		switches++;
		break;
	case 1:
		tracefs_must_write("current_tracer", "nop");	/* and empties the buffer */
		tracefs_must_write("current_tracer", "function");
		restarts++;
		break;
	}
}

static void burst(struct run *r, unsigned int ms)
{
	r->stop = false;
	load_start(r, 1);
	sleep_ms(ms);
	live_look(&seen, "trace");
	r->stop = true;
	operations += workers_join();
}

static void load(struct run *r)
{
	uint64_t end = now_ns() + r->seconds * 1000000000ull;
	struct prng p;

	prng_init(&p, r->seed, 1);
	tracefs_must_write("tracing_on", "1");
	while (now_ns() < end) {
		switch_something(&p);
		burst(r, 300);
	}
}

/* The quiet epoch, with functions for events. */
static void quiet(struct run *r)
{
	struct epoch e = { 0 };

	tracefs_must_write("buffer_size_kb", "2048");
	tracer_off();
	epoch_begin();
	tracefs_must_write("tracing_on", "1");
	for (size_t i = 0; i < NR_SETS; i++) {
		must_filter(sets[i]);
		r->stop = false;
		load_start(r, 1);
		epoch_record_until(1500 * (i + 1), 4000);
		r->stop = true;
		workers_join();
	}
	tracer_off();
	epoch_read(&e);
	epoch_judge_ids(r, &e);
	epoch_judge_events(&e);
	epoch_floors(&e, 2000);
	floor_at_least("ids_in_task", 500, e.sum.ids_by_ctx[TEV_TASK]);
	floor_at_least("ids_in_hardirq", 100, e.sum.ids_by_ctx[TEV_HARDIRQ]);
	floor_at_least("ids_in_softirq", 10, e.sum.ids_by_ctx[TEV_SOFTIRQ]);
	epoch_free(&e);
}

static void judge(struct run *r)
{
	live_judge(&seen);
	floor_at_least("filter_changes", r->seconds / 2 + 1, flips);
	floor_at_least("stack_option_switches", 1, switches);
	floor_at_least("tracer_restarts", 1, restarts);
	stat_u64("operations", "count", "none", operations);
	quiet(r);
	tracefs_must_write("options/func_stack_trace", "0");
	tracefs_must_write("current_tracer", "nop");
	close(tracefs_open("set_ftrace_filter", O_WRONLY | O_TRUNC));
}

const struct scenario scenario = {
	.name = "function_tracer", .claims = LIVE_CLAIMS + EPOCH_CLAIMS, .seconds = 10,
	.needs = { "stack_map", "stack_map_stat", "stack_map_bin", "options/stackmap",
		   "set_ftrace_filter" },
	.setup = setup, .load = load, .judge = judge,
};
