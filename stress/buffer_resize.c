// SPDX-License-Identifier: GPL-2.0
/*
 * buffer_resize - the ring buffer's size and its pages' size change under tracing
 *
 * Between the reservation of an id and get_id() there may be a resize on its way: an id in a page
 * that is taken out must be as good as any other, one whose reservation fails must not count.
 * Shrinking throws entries away, and a new page size all of them, so there only I1 is judged.
 * Growing throws nothing away: a buffer that begins small and grows just in time is a quiet
 * epoch. The kernel stops the buffer for a moment while it grows, so that who has just recorded
 * an event may find no room for its stack; then the map must not have counted one.
 */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/epoch.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct live seen;
static unsigned long resized, subbufs, busy, growths;
static int first_error;
static char where[80];

/* -EBUSY: somebody has the trace open. */
static bool resize(const char *file, unsigned int kb)
{
	char text[16];
	int err;

	snprintf(text, sizeof(text), "%u", kb);
	err = tracefs_write(file, text);
	pthread_mutex_lock(&lock);
	busy += err == -EBUSY;
	if (err && err != -EBUSY && !first_error) {
		first_error = err;
		snprintf(where, sizeof(where), "%s: %s", file, text);
	}
	pthread_mutex_unlock(&lock);
	return !err;
}

static void resizer(struct worker *w)
{
	bool has_subbuf = tracefs_has("buffer_subbuf_size_kb"), done;
	char name[64];

	while (!w->r->stop) {
		unsigned int kb = 64 << prng_below(&w->prng, 5);

		if (has_subbuf && !prng_below(&w->prng, 8)) {
			done = resize("buffer_subbuf_size_kb", 4 << prng_below(&w->prng, 3));
			pthread_mutex_lock(&lock);
			subbufs += done;
			pthread_mutex_unlock(&lock);
			continue;
		}
		snprintf(name, sizeof(name), "per_cpu/cpu%u/buffer_size_kb",
			 prng_below(&w->prng, w->r->cpus));
		done = resize(prng_below(&w->prng, 2) ? name : "buffer_size_kb", kb);
		pthread_mutex_lock(&lock);
		resized += done;
		pthread_mutex_unlock(&lock);
		w->count++;
		sleep_ms(prng_below(&w->prng, 60));
	}
}

static int setup(struct run *r)
{
	(void)r;
	tracefs_must_write("buffer_size_kb", "256");
	tracefs_must_write("options/stacktrace", "1");
	tracefs_must_write("options/stackmap", "1");
	return 0;
}

static void load(struct run *r)
{
	uint64_t end = now_ns() + r->seconds * 1000000000ull;

	recording_start();
	load_start(r, 1);
	for (int i = 0; i < 2; i++)
		worker_start(r, i, "resizer", resizer, NULL);
	while (now_ns() < end) {
		sleep_ms(300);
		live_look(&seen, "trace");
	}
	r->stop = true;
}

/* In small steps and often, always ahead of the writers. */
static void grow(struct run *r)
{
	uint64_t without, most;
	struct epoch e = { 0 };
	char text[16];

	recording_stop();
	if (tracefs_has("buffer_subbuf_size_kb"))
		tracefs_must_write("buffer_subbuf_size_kb", "4");
	tracefs_must_write("buffer_size_kb", "1024");
	epoch_begin();
	recording_start();
	for (unsigned int kb = 1152; kb <= 6144; kb += 128) {
		snprintf(text, sizeof(text), "%u", kb);
		tracefs_must_write("buffer_size_kb", text);
		growths++;
		epoch_record_until(kb * 3, 20);
	}
	recording_stop();
	epoch_read(&e);
	epoch_judge_ids(r, &e);
	most = growths * r->cpus * TEV_NR_CTX;
	without = e.sum.events - e.sum.ids - e.sum.full - e.st.drops;
	check(without <= most && e.sum.full == e.sum.full_deep,
	      "events without a stack only where the buffer was stopped (%llu, at most %llu)",
	      (unsigned long long)without, (unsigned long long)most);
	epoch_floors(&e, 2000);
	floor_at_least("growths", 40, growths);
	epoch_free(&e);
}

static void judge(struct run *r)
{
	live_judge(&seen);
	check(!first_error, "every resize succeeds or says EBUSY (%s: %s)", where,
	      strerror(-first_error));
	floor_at_least("resizes", 2ull * r->seconds, resized);
	if (tracefs_has("buffer_subbuf_size_kb"))
		floor_at_least("page_size_changes", 1, subbufs);
	stat_u64("resizes_busy", "count", "none", busy);
	r->stop = false;
	load_start(r, 1);
	grow(r);
	r->stop = true;
	workers_join();
}

const struct scenario scenario = {
	.name = "buffer_resize", .claims = LIVE_CLAIMS + 1 + EPOCH_ID_CLAIMS + 1, .seconds = 8,
	.needs = { "stack_map", "stack_map_stat", "stack_map_bin", "options/stackmap" },
	.setup = setup, .load = load, .judge = judge,
};
