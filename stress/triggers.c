// SPDX-License-Identifier: GPL-2.0
/*
 * triggers - stacks that come from stacktrace triggers, not behind an event
 *
 * The events themselves are off: each id in the buffer is a trigger's. Triggers, plain, counted
 * ("stacktrace:50") and filtered, are added and removed under load, with hist triggers that walk
 * the same stacks for a map of their own (tracing_map) on the same events.
 *
 * Then two exact runs. In one, triggers alone fill a quiet epoch. In the other a system call that
 * nobody else makes is called a known number of times: so many ids, so many hits in the hist.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "lib/epoch.h"

#define CALL "syscalls/sys_enter_getppid"
#define CALLS 1500		/* of each thread */
#define ALL UINT64_MAX

static const char *const events[] = {
	"sched/sched_waking", "kmem/kmem_cache_alloc", "timer/hrtimer_expire_entry",
	"irq/softirq_entry", "sched/sched_switch", "raw_syscalls/sys_enter",
};
#define NR_EVENTS (sizeof(events) / sizeof(events[0]))

static const char *const flavours[] = {
	"stacktrace", "stacktrace:50", "stacktrace if common_pid > 1",
	"hist:keys=common_stacktrace:size=2048", "hist:keys=common_pid",
};
#define NR_FLAVOURS (sizeof(flavours) / sizeof(flavours[0]))

static struct live seen;
static unsigned long added, removed, refused, hist_reads;

static int trigger(const char *event, const char *what, bool remove)
{
	char file[80], text[100];

	snprintf(file, sizeof(file), "events/%s/trigger", event);
	snprintf(text, sizeof(text), "%s%s", remove ? "!" : "", what);
	return tracefs_write(file, text);
}

static void must_trigger(const char *event, const char *what, bool remove)
{
	int err = trigger(event, what, remove);

	if (err)
		die("events/%s/trigger: '%s%s': %s", event, remove ? "!" : "", what,
		    strerror(-err));
}

/* "    Hits: 3000" at the end of the hist file */
static unsigned long long hist_hits(const char *event)
{
	unsigned long long hits = 0;
	char file[80], *text;
	const char *p;

	snprintf(file, sizeof(file), "events/%s/hist", event);
	text = tracefs_read(file, NULL);
	p = text ? strstr(text, "Hits: ") : NULL;
	if (p)
		hits = strtoull(p + 6, NULL, 10);
	free(text);
	return hits;
}

static int setup(struct run *r)
{
	(void)r;
	tracefs_must_write("buffer_size_kb", "512");
	tracefs_must_write("options/stackmap", "1");
	return 0;
}

/* Adds what is not there, removes it after a while; two of one kind on one event are refused. */
static void changer(struct worker *w)
{
	const char *event = events[w->n % NR_EVENTS];

	while (!w->r->stop) {
		const char *a = flavours[prng_below(&w->prng, 3)];
		const char *b = flavours[3 + prng_below(&w->prng, NR_FLAVOURS - 3)];
		bool both = prng_below(&w->prng, 2);

		must_trigger(event, a, false);
		refused += trigger(event, "stacktrace", false) == -EEXIST;
		if (both)
			must_trigger(event, b, false);
		added += 1 + both;
		sleep_ms(100 + prng_below(&w->prng, 300));
		if (both) {
			hist_reads += hist_hits(event) > 0;
			must_trigger(event, b, true);
		}
		must_trigger(event, a, true);
		removed += 1 + both;
		w->count++;
		sleep_ms(prng_below(&w->prng, 100));
	}
}

static void load(struct run *r)
{
	uint64_t end = now_ns() + r->seconds * 1000000000ull;

	tracefs_must_write("tracing_on", "1");
	load_start(r, 1);
	for (unsigned int i = 0; i < 4; i++)
		worker_start(r, i, "changer", changer, NULL);
	while (now_ns() < end) {
		sleep_ms(300);
		live_look(&seen, "trace");
	}
	r->stop = true;
}

/* A quiet epoch without any event: triggers before and after the recording. */
static void quiet(struct run *r)
{
	struct epoch e = { 0 };

	tracefs_must_write("buffer_size_kb", "2048");
	epoch_begin();
	tracefs_must_write("tracing_on", "1");
	for (size_t i = 0; i < NR_EVENTS; i++)
		must_trigger(events[i], "stacktrace", false);
	epoch_record_until(2000, 20000);
	for (size_t i = 0; i < NR_EVENTS; i++)
		must_trigger(events[i], "stacktrace", true);
	recording_stop();
	epoch_read(&e);
	epoch_judge_ids(r, &e);
	check(!e.sum.events && e.sum.full - e.sum.full_deep <= e.st.drops,
	      "triggers record stacks and no event (%llu events, %llu full, %llu drops)",
	      (unsigned long long)e.sum.events, (unsigned long long)e.sum.full,
	      (unsigned long long)e.st.drops);
	floor_at_least("epoch_ids", 2000, e.sum.ids);
	floor_at_least("epoch_without_overrun", 1, !e.pc.overrun);
	for (int i = 0; i < TEV_NR_CTX; i++) {
		char name[40];

		snprintf(name, sizeof(name), "epoch_ids_in_%s", tev_ctx_name[i]);
		stat_u64(name, "events", "none", e.sum.ids_by_ctx[i]);
	}
	epoch_free(&e);
}

static void caller(struct worker *w)
{
	for (w->count = 0; w->count < CALLS; w->count++)
		syscall(SYS_getppid);
}

static uint64_t successes(void)
{
	struct map_stat st;

	if (map_stat_read(&st))
		die("stack_map_stat: %m");
	return st.successes;
}

/* Calls under one trigger, with exactly so many ids, by the map's count and in the trace. */
static void exact(struct run *r, const char *what, int threads, uint64_t wanted)
{
	uint64_t before = successes(), ids = 0, calls;
	struct tev_sum sum = { 0 };
	unsigned long long hits;
	int fd;

	tracefs_clear();
	must_trigger(CALL, what, false);
	must_trigger(CALL, "hist:keys=common_pid", false);
	for (int i = 0; i < threads; i++)
		worker_start(r, i, "caller", caller, NULL);
	calls = workers_join();
	hits = hist_hits(CALL);
	must_trigger(CALL, "hist:keys=common_pid", true);
	must_trigger(CALL, what, true);
	fd = tracefs_open("trace", O_RDONLY);
	if (fd < 0 || tev_sum_fd(&sum, fd))
		die("trace: %m");
	close(fd);
	ids = sum.ids;
	if (wanted == ALL)
		wanted = calls;
	check(ids == wanted && successes() - before == wanted && hits == calls,
	      "'%s', %llu calls: %llu ids wanted, %llu traced, %llu successes, %llu hist hits",
	      what, (unsigned long long)calls, (unsigned long long)wanted, (unsigned long long)ids,
	      (unsigned long long)(successes() - before), hits);
	tev_sum_free(&sum);
}

static void judge(struct run *r)
{
	live_judge(&seen);
	floor_at_least("triggers_added", 4ull * r->seconds, added);
	floor_at_least("triggers_removed", 4ull * r->seconds, removed);
	floor_at_least("second_trigger_refused", 1, refused);
	floor_at_least("hists_read", 1, hist_reads);
	r->stop = false;
	load_start(r, 1);
	quiet(r);
	r->stop = true;
	workers_join();
	tracefs_must_write("tracing_on", "1");
	exact(r, "stacktrace", r->cpus, ALL);
	exact(r, "stacktrace:100", 1, 100);
	exact(r, "stacktrace if common_pid == 0", 1, 0);
	tracefs_must_write("tracing_on", "0");
}

const struct scenario scenario = {
	.name = "triggers", .claims = LIVE_CLAIMS + EPOCH_ID_CLAIMS + 1 + 3, .seconds = 8,
	.needs = { "stack_map", "stack_map_stat", "stack_map_bin", "options/stackmap",
		   "events/" CALL "/trigger", "events/sched/sched_waking/hist" },
	.setup = setup, .load = load, .judge = judge,
};
