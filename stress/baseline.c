// SPDX-License-Identifier: GPL-2.0
/*
 * baseline - the load of the other scenarios with plain stack traces, on a kernel with or without a
 * stackmap; nothing here touches one
 *
 * Events with full stacks from tasks, softirq, hardirq and what NMIs the machine has, readers of
 * the trace beside them. What splats here splats without the series as well: it is the kernel's,
 * and a run with the series must not be blamed for it.
 */
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <unistd.h>
#include "lib/smap.h"
#include "lib/stress.h"

static struct perf_storm storm;
static struct nmi_counts before, after;
static struct tev_sum seen;
static bool pmu;
static unsigned long long bytes_read;

static int setup(struct run *r)
{
	(void)r;
	pmu = !perf_has_cycles();
	note("cycle counter: %s", pmu ? "samples" : "cannot sample");
	tracefs_must_write("buffer_size_kb", "2048");
	if (tracefs_has("options/stackmap"))
		tracefs_must_write("options/stackmap", "0");
	tracefs_must_write("options/stacktrace", "1");
	note("%u tracepoints on", load_events_on());
	return 0;
}

/* What the readers of the map do in the other scenarios, to the files every kernel has. */
static void reader(struct worker *w)
{
	static const char *const files[] = { "trace", "saved_cmdlines", "trace_options" };

	while (!w->r->stop) {
		size_t len = 0;

		free(tracefs_read(files[prng_below(&w->prng, 3)], &len));
		__atomic_fetch_add(&bytes_read, len, __ATOMIC_RELAXED);
		w->count++;
		sleep_ms(20);
	}
}

static void load(struct run *r)
{
	nmi_count(&before);
	if (pmu)
		perf_storm_open(&storm, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, 100000);
	else if (before.has_nmi_row)
		worker_start(r, 0, "request", nmi_requester, "5000");
	load_start(r, 2);
	worker_start(r, 0, "reader", reader, NULL);
	tracefs_must_write("tracing_on", "1");
	run_for(r);
	nmi_count(&after);
	tracefs_must_write("tracing_on", "0");
}

static void judge(struct run *r)
{
	uint64_t interrupts = after.nmi_row - before.nmi_row + after.pmu_row - before.pmu_row;
	int fd = tracefs_open("trace", O_RDONLY);

	(void)r;
	if (fd < 0 || tev_sum_fd(&seen, fd))
		die("trace: %m");
	close(fd);
	check(!seen.bad, "the trace parses %s", seen.bad_line);
	check(!seen.ids, "no stack is an id (%llu)", (unsigned long long)seen.ids);
	stat_u64("sampling_interrupts", "count", "higher", interrupts);
	stat_u64("bytes_read", "bytes", "none", bytes_read);
	floor_at_least("full_stacks_in_hardirq", 100, seen.full_by_ctx[TEV_HARDIRQ]);
	floor_at_least("full_stacks_in_softirq", 100, seen.full_by_ctx[TEV_SOFTIRQ]);
	floor_at_least("full_stacks_in_task", 100, seen.full_by_ctx[TEV_TASK]);
	if (pmu || before.has_nmi_row)
		floor_at_least("sampling_interrupts", 100, interrupts);
	perf_storm_close(&storm);
	tev_sum_free(&seen);
}

const struct scenario scenario = {
	.name = "baseline", .claims = 2, .seconds = 10, .needs = { "options/stacktrace" },
	.setup = setup, .load = load, .judge = judge,
};
