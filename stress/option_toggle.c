// SPDX-License-Identifier: GPL-2.0
/*
 * option_toggle - stackmap, stacktrace, tracers and clocks are switched while events are recorded
 *
 * Whoever records looks at the option, then at the map; switching may come anywhere in between.
 * With random switching each id that is ever seen must resolve, in pages read raw, as tracers
 * print differently. Then only stackmap is switched, as fast as it goes, and nothing is lost:
 * each event has an id or its full stack, and the ids are the map's successes. Off is off: no id,
 * no count.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/raw_trace.h"

static const char *const options[] = {
	"stackmap", "stackmap", "stacktrace", "sym-offset", "hash-ptr", "record-cmd", "irq-info",
	"overwrite", "pause-on-trace", "latency-format", "userstacktrace",
};
#define NR_OPTIONS (sizeof(options) / sizeof(options[0]))

static const char *const tracers[] = { "nop", "function", "nop", "function_graph" };
static const char *const clocks[] = { "local", "global", "mono", "boot", "counter", "uptime" };

static struct live seen;
static unsigned long switched, tracer_changes, clock_changes, toggles;
static int first_error;
static char where[64];

static void set(const char *file, const char *value, unsigned long *count)
{
	int err = tracefs_write(file, value);

	*count += !err;
	/* -EBUSY: no change of the tracer while somebody has pages open */
	if (err && err != -EBUSY && !first_error) {
		first_error = err;
		snprintf(where, sizeof(where), "%s to %s", value, file);
	}
}

static void option(const char *name, bool on, unsigned long *count)
{
	char file[64];

	snprintf(file, sizeof(file), "options/%s", name);
	if (tracefs_has(file))
		set(file, on ? "1" : "0", count);
}

static void tracer(const char *name)
{
	char *available = tracefs_read("available_tracers", NULL);

	if (available && strstr(available, name))
		set("current_tracer", name, &tracer_changes);
	free(available);
}

static void switcher(struct worker *w)
{
	while (!w->r->stop) {
		switch (prng_below(&w->prng, 12)) {
		case 0:
			tracer(tracers[prng_below(&w->prng, 4)]);
			break;
		case 1:	/* and empties the buffer */
			set("trace_clock", clocks[prng_below(&w->prng, 6)], &clock_changes);
			break;
		default:
			option(options[prng_below(&w->prng, NR_OPTIONS)],
			       prng_below(&w->prng, 3) > 0, &switched);
		}
		w->count++;
		sleep_ms(prng_below(&w->prng, 30));
	}
}

static int setup(struct run *r)
{
	(void)r;
	tracefs_must_write("buffer_size_kb", "1024");
	/* No function that anybody calls: the tracers shall be on, not patch what the load runs. */
	tracefs_must_write("set_ftrace_filter", "kernel_restart");
	tracefs_must_write("options/stacktrace", "1");
	tracefs_must_write("options/stackmap", "1");
	return 0;
}

static void load(struct run *r)
{
	uint64_t end = now_ns() + r->seconds * 1000000000ull;
	struct tev_sum sum = { 0 };
	struct raw_trace raw;

	raw_trace_init(&raw, &sum);
	recording_start();
	load_start(r, 1);
	worker_start(r, 0, "switcher", switcher, NULL);
	while (now_ns() < end) {
		sleep_ms(200);
		raw_trace_drain(&raw, "trace_pipe_raw");
		live_resolve(&seen, sum.id, sum.n_id);
		seen.full += sum.full;
		seen.events += sum.events;
		seen.looks++;
		tev_sum_free(&sum);
	}
	r->stop = true;
}

/* What the switching left behind, put right. */
static void settle(void)
{
	unsigned long unused = 0;

	for (size_t i = 0; i < NR_OPTIONS; i++)
		option(options[i], false, &unused);
	option("record-cmd", true, &unused);
	option("irq-info", true, &unused);
	option("overwrite", true, &unused);
	tracefs_must_write("current_tracer", "nop");
	tracefs_must_write("trace_clock", "local");
	tracefs_must_write("options/stacktrace", "1");
}

static void toggler(struct worker *w)
{
	while (!w->r->stop) {
		option("stackmap", w->count++ % 2, &toggles);
		sleep_ms(prng_below(&w->prng, 8));
	}
}

/* Only the option is switched, and nothing is lost. */
static void crossovers(struct run *r)
{
	struct epoch e = { 0 };

	tracefs_must_write("buffer_size_kb", "4096");
	epoch_begin();
	recording_start();
	worker_start(r, 0, "toggler", toggler, NULL);
	epoch_record_until(5000, 5000);
	recording_stop();
	epoch_read(&e);
	epoch_judge_ids(r, &e);
	check(e.sum.events == e.sum.ids + e.sum.full + e.st.drops,
	      "no event loses its stack (%llu = %llu ids + %llu full + %llu drops)",
	      (unsigned long long)e.sum.events, (unsigned long long)e.sum.ids,
	      (unsigned long long)e.sum.full, (unsigned long long)e.st.drops);
	floor_at_least("crossover_ids", 200, e.sum.ids);
	floor_at_least("crossover_full_stacks", 200, e.sum.full);
	floor_at_least("crossovers", 20, toggles);
	floor_at_least("crossover_without_overrun", 1, !e.pc.overrun);
	epoch_free(&e);
}

static void off_is_off(void)
{
	struct tev_sum sum = { 0 };
	struct map_stat st;
	int fd;

	tracefs_must_write("options/stackmap", "0");
	epoch_begin();
	recording_start();
	epoch_record_until(500, 5000);
	recording_stop();
	fd = tracefs_open("trace", O_RDONLY);
	if (fd < 0 || tev_sum_fd(&sum, fd) || map_stat_read(&st))
		die("trace or stack_map_stat: %m");
	close(fd);
	check(!sum.ids && !st.successes && !st.drops && !st.entries,
	      "off: no id, no count (%llu ids, %llu successes, %llu drops)",
	      (unsigned long long)sum.ids, (unsigned long long)st.successes,
	      (unsigned long long)st.drops);
	floor_at_least("full_stacks_while_off", 200, sum.full);
	tev_sum_free(&sum);
}

static void judge(struct run *r)
{
	settle();
	live_judge(&seen);
	check(!first_error, "every switch is accepted or busy (%s: %s)", where,
	      strerror(-first_error));
	floor_at_least("options_switched", 5ull * r->seconds, switched);
	floor_at_least("tracers_changed", 1, tracer_changes);
	floor_at_least("clocks_changed", 1, clock_changes);
	floor_at_least("full_stacks_live", 100, seen.full);
	r->stop = false;
	load_start(r, 1);
	crossovers(r);
	r->stop = true;
	workers_join();
	r->stop = false;
	load_start(r, 1);
	off_is_off();
	r->stop = true;
	workers_join();
	close(tracefs_open("set_ftrace_filter", O_WRONLY | O_TRUNC));
}

const struct scenario scenario = {
	.name = "option_toggle", .claims = LIVE_CLAIMS + 1 + EPOCH_ID_CLAIMS + 2, .seconds = 8,
	.needs = { "stack_map", "stack_map_stat", "stack_map_bin", "options/stackmap",
		   "set_ftrace_filter" },
	.setup = setup, .load = load, .judge = judge,
};
