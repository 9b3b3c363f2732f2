// SPDX-License-Identifier: GPL-2.0
/*
 * reset_storm - several resetters against live tracing from every context, and live readers
 *
 * A reset that did not wait for admitted calls would show as a record with empty frames or a
 * depth that is not its number of frames (the readers), as counts that do not add up in the
 * quiet epoch at the end (I1..I6), or as a reset that never returns (I8).
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/epoch.h"

#define RESETTERS 3
#define READERS 2

static struct perf_storm storm;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct hist latency;
static unsigned long passes, bad_passes, other_errors;
static char first_bad[200];
static int first_error;
static struct map_stat live;

static int setup(struct run *r)
{
	(void)r;
	tracefs_must_write("buffer_size_kb", "2048");
	tracefs_must_write("options/stacktrace", "1");
	tracefs_must_write("options/stackmap", "1");
	module_has();
	load_events_on();
	return 0;
}

static void resetter(struct worker *w)
{
	struct hist mine = { 0 };

	while (!w->r->stop) {
		uint64_t begin = now_ns();
		int err = map_reset();

		if (!err) {
			hist_add(&mine, (now_ns() - begin) / 1000);
			w->count++;
		} else if (err != -EBUSY) {
			pthread_mutex_lock(&lock);
			other_errors++;
			first_error = err;
			pthread_mutex_unlock(&lock);
		}
		/* Out of step with each other; the first one now and then leaves time to fill. */
		sleep_ms(prng_below(&w->prng, err ? 3 : w->n ? 100 : 300));
	}
	pthread_mutex_lock(&lock);
	hist_merge(&latency, &mine);
	pthread_mutex_unlock(&lock);
}

static int one_pass(bool text, char *err, size_t errlen)
{
	struct smap m = { 0 };
	size_t len;
	char *buf = tracefs_read(text ? "stack_map" : "stack_map_bin", &len);
	int bad;

	if (!buf)
		return 0;	/* e.g. -ESTALE: the snapshot of another series met a reset */
	bad = text ? smap_parse_text(buf, len, &m, err, errlen) :
		     smap_parse_bin(buf, len, &m, err, errlen);
	smap_free(&m);
	free(buf);
	return bad;
}

static void reader(struct worker *w)
{
	char err[200];

	while (!w->r->stop) {
		int bad = one_pass(w->n % 2, err, sizeof(err));

		pthread_mutex_lock(&lock);
		passes++;
		if (bad && !bad_passes++)
			memcpy(first_bad, err, sizeof(err));
		pthread_mutex_unlock(&lock);
		sleep_ms(1);
	}
}

static void load(struct run *r)
{
	uint64_t end = now_ns() + r->seconds * 1000000000ull;
	struct map_stat st;

	if (perf_has_cycles())
		worker_start(r, 0, "request", nmi_requester, "2000");
	else
		perf_storm_open(&storm, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, 1000000);
	if (module_has())
		module_write("pump", "500");
	tracefs_must_write("tracing_on", "1");
	load_start(r, 2);
	for (unsigned int i = 0; i < RESETTERS; i++)
		worker_start(r, i, "resetter", resetter, NULL);
	for (unsigned int i = 0; i < READERS; i++)
		worker_start(r, i, "reader", reader, NULL);
	while (now_ns() < end) {
		/* I5 and the table's constants hold at any moment, resets included. */
		if (!map_stat_read(&st) && (st.entries > live.entries || !live.capacity))
			live = st;
		sleep_ms(10);
	}
	r->stop = true;
}

static void judge(struct run *r)
{
	stat_u64("resets", "count", "higher", resets_done);
	stat_u64("resets_busy", "count", "none", resets_busy);
	hist_report(&latency, "reset_latency", "us");
	check(!other_errors, "I8 a reset succeeds or says EBUSY (%lu others, errno %d)",
	      other_errors, -first_error);
	check(resets_done && latency.max < 20000000, "I8 every reset completes (slowest %llu us)",
	      (unsigned long long)latency.max);
	check(!bad_passes, "I6 %lu of %lu live passes show a torn or misplaced record %s",
	      bad_passes, passes, first_bad);
	check(live.entries <= SMAP_CAPACITY && live.capacity == SMAP_CAPACITY &&
	      live.table_size == SMAP_TABLE, "I5 entries %llu / %llu, table_size %llu",
	      (unsigned long long)live.entries, (unsigned long long)live.capacity,
	      (unsigned long long)live.table_size);
	r->stop = false;
	load_start(r, 2);
	epoch_check(r, 4000);
	r->stop = true;
	if (module_has())
		module_write("pump", "0");
	workers_join();
	perf_storm_close(&storm);
	floor_at_least("resets", 2ull * r->seconds, resets_done);
	floor_at_least("resets_busy", 1, resets_busy);
	floor_at_least("live_passes", r->seconds, passes);
	floor_at_least("records_seen_live", 50, live.entries);
}

const struct scenario scenario = {
	.name = "reset_storm", .claims = 4 + EPOCH_CLAIMS, .seconds = 10,
	.needs = { "stack_map", "stack_map_stat", "stack_map_bin", "options/stackmap" },
	.resets_while_tracing = true,
	.setup = setup, .load = load, .judge = judge,
};
