// SPDX-License-Identifier: GPL-2.0
/*
 * retention - how much of the past a buffer holds, with the option off and on, and at equal memory
 *
 *   usage: /bench/retention [MIB...]      (4 8 16 64)
 *
 * For each size: a plain buffer, the same buffer with the option, and a plain buffer that got the
 * map's memory as well. The last two cost the same: their ratio is the honest one. The break-even
 * is the buffer size above which the option keeps more.
 */
#include <stdio.h>
#include <stdlib.h>
#include "lib/bench.h"
#include "lib/retain.h"

#define SIZES	8

static const struct workload *work;

static void stat_of(const char *what, unsigned int mib, const char *unit, const char *better,
		    double value)
{
	char name[80];

	if (mib)
		snprintf(name, sizeof(name), "%s.%uMiB.%s", work->name, mib, what);
	else
		snprintf(name, sizeof(name), "%s.%s", work->name, what);
	stat_f(name, unit, better, value);
}

static void tell(const char *config, unsigned int mib, const struct retained *r)
{
	char name[40];

	snprintf(name, sizeof(name), "%s.events", config);
	stat_of(name, mib, "events", "higher", r->events);
	snprintf(name, sizeof(name), "%s.bytes_per_event", config);
	stat_of(name, mib, "B/event", "lower", (double)r->bytes / r->events);
	snprintf(name, sizeof(name), "%s.span", config);
	stat_of(name, mib, "ms", "higher", r->span_ns / 1e6);
}

static void one(const struct workload *w, unsigned int mib)
{
	unsigned int kib = mib * 1024, map_kib = (MAP_BYTES + 1023) / 1024;
	struct retained off, on, more;
	double b_off, b_on;

	work = w;
	retain(w, kib, false, &off);
	retain(w, kib, true, &on);
	retain(w, kib + map_kib, false, &more);
	check(off.ids == 0 && on.ids && on.ids + on.stacks + 1 >= on.events,
	      "%s %u MiB: stacks off, ids on (%llu ids, %llu stacks of %llu events)", w->name, mib,
	      (unsigned long long)on.ids, (unsigned long long)on.stacks,
	      (unsigned long long)on.events);
	tell("off", mib, &off);
	tell("on", mib, &on);
	tell("off_plus_map", mib, &more);
	stat_of("on.distinct_stacks", mib, "stacks", "none", on.distinct);
	stat_of("on.drops", mib, "events", "lower", on.drops);
	stat_of("ratio_same_buffer", mib, "ratio", "higher", (double)on.events / off.events);
	stat_of("ratio_same_memory", mib, "ratio", "higher", (double)on.events / more.events);
	b_off = (double)off.bytes / off.events;
	b_on = (double)on.bytes / on.events;
	stat_of("break_even", mib, "MiB", "lower", MAP_BYTES / 1048576.0 * b_on / (b_off - b_on));
}

int main(int argc, char **argv)
{
	static const unsigned int sizes[] = { 4, 8, 16, 64 };
	unsigned int mib[SIZES], n = 0;

	if (!tracefs_has("stack_map_stat"))
		report_skip("tracefs has no stack_map_stat: this kernel lacks that face");
	for (int i = 1; i < argc && n < SIZES; i++)
		mib[n++] = atoi(argv[i]) > 0 ? atoi(argv[i]) : 0;
	for (unsigned int i = 0; argc == 1 && i < 4; i++)
		mib[n++] = sizes[i];
	report_begin(n * 2 * (3 * RETAIN_CLAIMS + 1));
	for (unsigned int i = 0; i < n; i++)
		for (const struct workload *w = workloads; w->name; w++)
			one(w, mib[i]);
	return report_end();
}
