// SPDX-License-Identifier: GPL-2.0
/*
 * perf_nmi - sampling as NMI-heavy as the machine allows, with the map entered in NMI context
 *
 * The source is found by looking: a cycle counter that can sample (its overflow is an NMI, a
 * pseudo-NMI or a plain interrupt), else an NMI vector, for which the runner injects NMIs. The
 * torture module adds NMI IPIs where there are any, and stacks from inside a kprobe, which on
 * some machines is the only context with in_nmi().
 *
 * If get_id() could not be interrupted by itself, this is where it would hang, lose counts (I3,
 * I4) or mix frames (I6).
 */
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "lib/epoch.h"

static struct perf_storm storm;
static struct nmi_counts before, after;
static bool pmu;
static struct tev_sum seen;
static struct {
	long long sent, external, breakpoints, breakpoints_in_nmi, no_events_in_nmi, known;
} module_before, module_after;

/* The module tells its own IPIs from NMIs that came from outside. */
static void module_nmis(typeof(module_before) *v)
{
	char *text = module_read("nmi");

	v->known = text != NULL;
	v->sent = text ? module_value(text, "ipi_sent", 0) : 0;
	v->external = text ? module_value(text, "nmi_external", 0) : 0;
	v->breakpoints = text ? module_value(text, "breakpoints", 0) : 0;
	v->breakpoints_in_nmi = text ? module_value(text, "breakpoints_in_nmi", 0) : 0;
	v->no_events_in_nmi = text && !module_value(text, "events_in_nmi", 1);
	free(text);
}

static int setup(struct run *r)
{
	char line[200];

	pmu = !perf_has_cycles();
	note("cycle counter: %s", pmu ? "samples" : "cannot sample");
	if (dmesg_has("using NMIs", line, sizeof(line)) ||
	    dmesg_has("Pseudo-NMIs enabled", line, sizeof(line)))
		note("kernel: %s", line);
	tracefs_must_write("buffer_size_kb", "2048");
	tracefs_must_write("options/stacktrace", "1");
	tracefs_must_write("options/stackmap", "1");
	note("module: %s", module_has() ? "loaded" : "none");
	note("%u tracepoints on", load_events_on());
	(void)r;
	return 0;
}

static void load(struct run *r)
{
	nmi_count(&before);
	module_nmis(&module_before);
	if (pmu) {
		perf_storm_open(&storm, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, 100000);
	} else if (before.has_nmi_row) {
		worker_start(r, 0, "request", nmi_requester, "5000");
	}
	if (module_has())
		module_write("pump", "2000");
	load_start(r, 2);
	tracefs_must_write("tracing_on", "1");
	run_for(r);
	nmi_count(&after);
	module_nmis(&module_after);
	tracefs_must_write("tracing_on", "0");
}

static void read_trace(void)
{
	int fd = tracefs_open("trace", O_RDONLY);

	if (fd < 0 || tev_sum_fd(&seen, fd))
		die("trace: %m");
	close(fd);
	for (int i = 0; i < TEV_NR_CTX; i++) {
		char name[40];

		snprintf(name, sizeof(name), "ids_in_%s", tev_ctx_name[i]);
		stat_u64(name, "events", "none", seen.ids_by_ctx[i]);
	}
}

/*
 * Whatever the source: stacks were stored while in_nmi(). Where atomic64_t takes a lock (riscv32)
 * the ring buffer itself refuses events there, so that they are tried is all there is; in that
 * context the map is entered by the torture module's calls alone.
 */
static void nmi_floor(void)
{
	if (!module_after.no_events_in_nmi) {
		floor_at_least("stack_ids_in_nmi", 500, seen.ids_by_ctx[TEV_NMI]);
		return;
	}
	note("this kernel's ring buffer takes no events in NMI context (GENERIC_ATOMIC64)");
	floor_at_least("events_tried_in_nmi", 500,
		       module_after.breakpoints_in_nmi - module_before.breakpoints_in_nmi);
}

static void judge(struct run *r)
{
	uint64_t nmis = after.nmi_row - before.nmi_row;
	uint64_t external = module_after.external - module_before.external;
	uint64_t overflow = after.pmu_row - before.pmu_row;

	if (!module_after.known)
		external = nmis;	/* nobody sends IPIs */
	read_trace();
	check(!seen.bad, "the trace parses %s", seen.bad_line);
	stat_u64("nmis", "count", "higher", nmis);
	stat_u64("nmi_ipis_sent", "count", "none", module_after.sent - module_before.sent);
	stat_u64("nmis_external", "count", "higher", external);
	stat_u64("breakpoints", "count", "none",
		 module_after.breakpoints - module_before.breakpoints);
	stat_u64("breakpoints_in_nmi", "count", "none",
		 module_after.breakpoints_in_nmi - module_before.breakpoints_in_nmi);
	stat_u64("pmu_interrupts", "count", "higher", overflow);
	nmi_floor();
	floor_at_least("stack_ids_in_hardirq", 100, seen.ids_by_ctx[TEV_HARDIRQ]);
	floor_at_least("stack_ids_in_softirq", 100, seen.ids_by_ctx[TEV_SOFTIRQ]);
	floor_at_least("stack_ids_in_task", 100, seen.ids_by_ctx[TEV_TASK]);
	/* And the sampling source was a real one: PMU overflow, or NMIs from outside. */
	floor_at_least("sampling_interrupts", 20ull * r->seconds,
		       pmu ? overflow + (after.has_pmu_row ? 0 : nmis) : external);
	r->stop = false;
	load_start(r, 2);
	epoch_check(r, 4000);
	r->stop = true;
	if (module_has())
		module_write("pump", "0");
	workers_join();
	perf_storm_close(&storm);
	tev_sum_free(&seen);
}

const struct scenario scenario = {
	.name = "perf_nmi", .claims = 1 + EPOCH_CLAIMS, .seconds = 10,
	.needs = { "stack_map", "stack_map_stat", "stack_map_bin", "options/stackmap" },
	.setup = setup, .load = load, .judge = judge,
};
