// SPDX-License-Identifier: GPL-2.0
/*
 * snapshot - the ring buffer is swapped for its spare while events with ids are written into it
 *
 * The id is reserved in the buffer that the event went to, get_id() is called after that: a swap
 * in between must not send the id elsewhere, nor count a stack that no event refers to.
 *
 * Load: snapshots by hand and from an event trigger (out of the tracepoint, in whatever context
 * it fires), each looked at while tracing goes on. Then a run that loses nothing: the ids of all
 * snapshots and of what is left in the buffer are the map's successes, to the last one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "lib/raw_trace.h"

#define ROUNDS 8
#define TRIGGER "events/sched/sched_process_exit/trigger"
#define MOST 1000000	/* counted down by the kernel, so that what it did can be read */

static struct live seen;
static unsigned long taken, triggered;
static int first_error;

static void snapshot(void)
{
	int err = tracefs_write("snapshot", "1");

	taken += !err;
	if (err && !first_error)
		first_error = err;
}

/* Children that end: each of them fires the trigger. */
static void exits(struct worker *w)
{
	while (!w->r->stop) {
		pid_t pid = fork();

		if (!pid)
			_exit(0);
		if (pid > 0)
			waitpid(pid, NULL, 0);
		w->count++;
		sleep_ms(50 + prng_below(&w->prng, 100));
	}
}

/* "snapshot:count=999990": how many it took */
static unsigned long by_trigger(void)
{
	char *text = tracefs_read(TRIGGER, NULL);
	const char *p = text ? strstr(text, "count=") : NULL;
	unsigned long left = p ? strtoul(p + 6, NULL, 10) : MOST;

	free(text);
	return MOST - left;
}

static int setup(struct run *r)
{
	char text[32];

	(void)r;
	tracefs_must_write("buffer_size_kb", "512");
	tracefs_must_write("options/stacktrace", "1");
	tracefs_must_write("options/stackmap", "1");
	tracefs_must_write("snapshot", "1");	/* allocates the spare */
	snprintf(text, sizeof(text), "snapshot:%d", MOST);
	tracefs_must_write(TRIGGER, text);
	return 0;
}

static void load(struct run *r)
{
	uint64_t end = now_ns() + r->seconds * 1000000000ull;

	recording_start();
	load_start(r, 1);
	worker_start(r, 0, "exits", exits, NULL);
	while (now_ns() < end) {
		snapshot();
		live_look(&seen, "snapshot");
		live_look(&seen, "trace");
	}
	r->stop = true;
}

/*
 * Reading snapshot_raw empties the spare, so that after the next swap it is a fresh buffer: an
 * event is in exactly one of the pieces. (The text of snapshot would not do: it leaves out what is
 * older than the spare's last clearing.)
 */
static void conserve(struct run *r)
{
	struct raw_trace raw;
	struct epoch e = { 0 };

	epoch_begin();
	raw_trace_init(&raw, &e.sum);
	raw_trace_drain(&raw, "snapshot_raw");	/* of the load: not counted */
	tev_sum_free(&e.sum);
	raw.missed = 0;
	recording_start();
	for (unsigned int i = 0; i < ROUNDS; i++) {
		epoch_record_until(400 + 100 * ((r->seed + i) % 5), 2000);
		snapshot();
		sleep_ms(30);	/* who reserved just before the swap is done by then */
		raw_trace_drain(&raw, "snapshot_raw");
	}
	recording_stop();
	raw_trace_drain(&raw, "trace_pipe_raw");
	epoch_read_map(&e, TRACEFS);
	epoch_judge_ids(r, &e);
	epoch_judge_events(&e);
	floor_at_least("conserved_ids", 1000, e.sum.ids);
	floor_at_least("nothing_overwritten", 1, !raw.missed);
	stat_u64("pages_read", "count", "none", raw.sum.pages);
	epoch_free(&e);
}

static void judge(struct run *r)
{
	unsigned long live_taken = taken;

	triggered = by_trigger();
	tracefs_must_write(TRIGGER, "!snapshot");
	live_judge(&seen);
	r->stop = false;
	load_start(r, 1);
	conserve(r);
	r->stop = true;
	workers_join();
	check(!first_error, "every snapshot is taken (%s)", strerror(-first_error));
	floor_at_least("snapshots_live", r->seconds / 2, live_taken);
	floor_at_least("snapshots_conserved", ROUNDS, taken - live_taken);
	floor_at_least("snapshots_by_trigger", r->seconds, triggered);
	tracefs_must_write("snapshot", "0");
}

const struct scenario scenario = {
	.name = "snapshot", .claims = LIVE_CLAIMS + EPOCH_CLAIMS + 1, .seconds = 8,
	.needs = { "stack_map", "stack_map_stat", "stack_map_bin", "options/stackmap",
		   "snapshot", TRIGGER },
	.setup = setup, .load = load, .judge = judge,
};
