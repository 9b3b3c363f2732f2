// SPDX-License-Identifier: GPL-2.0
/*
 * torture - the kernel module's private map under every context at once, seven oracles watching
 *
 * The module (stress/kmod) does the work and judges; this program starts it, samples it, and
 * turns its report into claims and floors. A context in which nothing ran makes the run
 * UNRESOLVED: what was not exercised was not proven.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/stress.h"

static int run_error;

static void runner(struct worker *w)
{
	char words[128];

	snprintf(words, sizeof(words), "seed=%llu seconds=%u onoff=700",
		 (unsigned long long)w->r->seed & 0xffffffff, w->r->seconds);
	run_error = module_write("run", words);
}

static long long sum(const char *report, const char *what)
{
	static const char *const kinds[] = {
		"pinned", "migrating", "fifo", "softirq", "hardirq", "nmi", "nested",
	};
	long long n = 0;
	char key[64];

	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		snprintf(key, sizeof(key), "%s_%s", kinds[i], what);
		n += module_value(report, key, 0);
	}
	return n;
}

/* The live view shows the private map, the real one is idle. */
static void sample(char *line, size_t len)
{
	char *report = module_read("report");

	if (report)
		snprintf(line, len, "calls=%lld successes=%lld drops=%lld in_nmi=%lld resets=%lld "
			 "busy=%lld window_hits=%lld", sum(report, "calls"), sum(report, "success"),
			 sum(report, "enospc"), sum(report, "in_nmi"),
			 module_value(report, "resets", 0), module_value(report, "resets_busy", 0),
			 module_value(report, "nested_calls", 0));
	free(report);
}

static int setup(struct run *r)
{
	(void)r;
	sampler_source = sample;
	return 0;
}

static void load(struct run *r)
{
	worker_start(r, 0, "module", runner, NULL);
	workers_join();
}

/* What only the binary file shows. */
static bool of_bin(const char *key)
{
	return !strcmp(key, "records_bin") || !strcmp(key, "pass_crossed_reset");
}

static void floors(const char *report, unsigned int seconds)
{
	static const struct { const char *key; unsigned int per_second; } floors[] = {
		{ "pinned_calls", 100 }, { "migrating_calls", 100 }, { "fifo_calls", 50 },
		{ "softirq_calls", 50 }, { "hardirq_calls", 50 }, { "nested_calls", 20 },
		{ "hits_in_window_admit", 3 }, { "hits_in_window_claim", 3 },
		{ "hits_in_window_publish", 3 }, { "resets", 2 }, { "records_bin", 50 },
		{ "records_text", 20 },
	};
	static const char *const once[] = {
		"resets_busy", "pass_crossed_reset", "pauses", "counted_calls", "cpu_offline",
	};

	bool bin = module_value(report, "has_bin", 0);

	if (!bin)
		note("no stack_map_bin: live records are read from the text alone");
	if (!module_value(report, "has_stat", 0))
		note("no stack_map_stat: conservation is judged by the references alone");
	for (size_t i = 0; i < sizeof(floors) / sizeof(floors[0]); i++)
		if (bin || !of_bin(floors[i].key))
			floor_at_least(floors[i].key, floors[i].per_second * seconds,
				       module_value(report, floors[i].key, 0));
	for (size_t i = 0; i < sizeof(once) / sizeof(once[0]); i++)
		if (bin || !of_bin(once[i]))
			floor_at_least(once[i], 1, module_value(report, once[i], 0));
	floor_at_least("calls_in_nmi", 20ull * seconds, sum(report, "in_nmi"));
	floor_at_least("pool_exhausted", 1, sum(report, "enospc"));
	floor_at_least("ids_resolved_at_once", 100ull * seconds, sum(report, "checked"));
}

static void stats(const char *report)
{
	static const struct { const char *key, *unit, *better; } row[] = {
		{ "epochs", "count", "higher" }, { "reset_longest_us", "us", "lower" },
		{ "pass_longest_us", "us", "lower" }, { "most_ids_per_stack", "count", "lower" },
		{ "gravestones", "count", "none" }, { "nmi_calls", "count", "higher" },
		{ "nmi_most_probes", "count", "lower" },
		{ "nested_longest_ticks", "ticks", "lower" },
		{ "hardirq_longest_ticks", "ticks", "lower" },
		{ "nmi_longest_ticks", "ticks", "lower" },
		{ "nested_in_nmi", "count", "none" }, { "pipe_0", "records", "none" },
		{ "pipe_1", "records", "none" }, { "pipe_2", "records", "lower" },
	};

	stat_u64("calls", "count", "higher", sum(report, "calls"));
	stat_u64("drops", "count", "none", sum(report, "enospc"));
	stat_u64("full_probes", "count", "none", sum(report, "full_probes"));
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++)
		stat_u64(row[i].key, row[i].unit, row[i].better,
			 module_value(report, row[i].key, 0));
}

static void judge(struct run *r)
{
	char *report = module_read("report"), *nmi = module_read("nmi");
	long long nested, in_nmi;

	if (!report || !nmi)
		die("the module's report cannot be read: %m");
	check(!run_error, "the module ran (%s)", run_error ? strerror(-run_error) : "0");
	check(strstr(report, "verdict SUCCESS"), "seven oracles: %.*s",
	      (int)strcspn(strstr(report, "oracle "), "\n"), strstr(report, "oracle "));
	nested = module_value(report, "nested_calls", 0);
	in_nmi = module_value(report, "nested_in_nmi", 0);
	check(in_nmi == 0 || in_nmi == nested,
	      "breakpoints: in_nmi() in all or none (%lld of %lld)", in_nmi, nested);
	floors(report, r->seconds);
	stats(report);
	note("NMI source: IPI %lld, overflow as NMI %lld, as interrupt %lld, counter error %lld",
	     module_value(nmi, "ipi", 0), module_value(nmi, "overflow_nmi", 0),
	     module_value(nmi, "overflow_irq", 0), module_value(nmi, "counter_error", 0));
	free(report);
	free(nmi);
}

const struct scenario scenario = {
	.name = "torture", .claims = 3, .seconds = 10, .module = true,
	.setup = setup, .load = load, .judge = judge,
};
