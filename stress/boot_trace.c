// SPDX-License-Identifier: GPL-2.0
/*
 * boot_trace - the map comes to life while both CPUs are traced: the crossover loses no stack
 *
 * trace_options=stackmap,stacktrace and trace_event= on the command line: until the map exists
 * every event has its full stack, from then on its id. What was recorded up to the first test is
 * in /run/boot (the guest's init keeps it, recording stopped); the boot happens once, so it is
 * judged from there, to the last event. Then the same map under load, as in every scenario.
 *
 * An event without a stack, a full stack after the crossover that no race explains, an id that
 * does not resolve, or a map whose numbers are not the trace's, is what a bad crossover looks
 * like. trace_clock=local: a change of clock late in the boot would empty the ring buffer.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/epoch.h"

#define BOOT "/run/boot/"

/* Kinds of one CPU's entries, in the order of the trace. */
static struct {
	uint64_t	full_before, full_after, ids;
} cpu[256];

static struct epoch boot;
static unsigned long long in_buffer, written;
static uint64_t late, cpus_crossed, before, after;

static void order(char *trace)
{
	struct tev e;

	for (char *line = trace, *nl; *line; line = nl + 1) {
		nl = strchr(line, '\n');
		if (!nl)
			break;
		*nl = '\0';
		tev_sum_line(&boot.sum, line);
		if (tev_parse(line, &e) || e.cpu < 0 || e.cpu > 255)
			continue;
		if (e.kind == TEV_STACK_ID)
			cpu[e.cpu].ids++;
		else if (e.kind == TEV_FULL && cpu[e.cpu].ids)
			cpu[e.cpu].full_after++;
		else if (e.kind == TEV_FULL)
			cpu[e.cpu].full_before++;
	}
	tev_sum_end(&boot.sum);
}

/* "# entries-in-buffer/entries-written: 12/12   #P:2" */
static void header(const char *trace)
{
	const char *p = strstr(trace, "entries-written: ");

	if (!p || sscanf(p, "entries-written: %llu/%llu", &in_buffer, &written) != 2)
		die(BOOT "trace: no line with the number of entries");
}

static int setup(struct run *r)
{
	char *cmdline = file_read("/proc/cmdline", NULL), *trace = file_read(BOOT "trace", NULL);

	(void)r;
	if (!cmdline || !strstr(cmdline, "trace_options=stackmap,stacktrace") ||
	    !strstr(cmdline, "trace_event="))
		die("not booted with trace_options=stackmap,stacktrace and trace_event=: "
		    "use SCENARIO=boot_trace");
	if (!trace)
		die(BOOT "trace: %m; the guest's init keeps the trace of the boot there");
	epoch_read_map(&boot, BOOT);
	header(trace);
	order(trace);
	for (int i = 0; i < 256; i++) {
		before += cpu[i].full_before;
		late += cpu[i].full_after;
		after += cpu[i].ids;
		cpus_crossed += cpu[i].full_before && cpu[i].ids;
	}
	free(cmdline);
	free(trace);
	tracefs_must_write("options/stacktrace", "1");
	tracefs_must_write("options/stackmap", "1");
	return 0;
}

static void load(struct run *r)
{
	recording_start();
	load_start(r, 1);
	run_for(r);
}

static void judge(struct run *r)
{
	const struct tev_sum *s = &boot.sum;
	uint64_t entries = s->events + s->ids + s->full + s->markers;

	check(in_buffer == written && entries == in_buffer,
	      "boot: the trace is whole (%llu written, %llu in the buffer, %llu read)", written,
	      in_buffer, (unsigned long long)entries);
	check(s->events == s->ids + s->full + boot.st.drops,
	      "boot: every event has its stack (%llu events, %llu ids, %llu full, %llu drops)",
	      (unsigned long long)s->events, (unsigned long long)s->ids,
	      (unsigned long long)s->full, (unsigned long long)boot.st.drops);
	/* Who looked for the map just before it was there may be interrupted by who finds it. */
	check(late - s->full_deep <= (uint64_t)r->cpus * TEV_NR_CTX,
	      "boot: full stacks first, then ids (%llu full ones late, %llu too deep)",
	      (unsigned long long)late, (unsigned long long)s->full_deep);
	epoch_judge_ids(r, &boot);
	floor_at_least("boot_full_stacks", 200, before);
	floor_at_least("boot_ids", 200, after);
	floor_at_least("cpus_that_crossed", r->cpus < 2 ? 1 : 2, cpus_crossed);
	epoch_free(&boot);
	r->stop = false;
	load_start(r, 1);
	epoch_check(r, 2000);
	r->stop = true;
	workers_join();
}

const struct scenario scenario = {
	.name = "boot_trace", .claims = 3 + EPOCH_ID_CLAIMS + EPOCH_CLAIMS, .seconds = 4,
	.needs = { "stack_map", "stack_map_stat", "stack_map_bin", "options/stackmap" },
	.setup = setup, .load = load, .judge = judge,
};
