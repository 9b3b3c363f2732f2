// SPDX-License-Identifier: GPL-2.0
/*
 * instances - instances are made, trace the same events with full stacks, and are removed
 *
 * The map belongs to the top-level instance alone. In the others options/stackmap and stack_map
 * do not exist, trace_options refuses the word with -EINVAL, though the top level has the option
 * on, and what they record are full stacks. Whatever they do, the top level's ids are the map's
 * successes: an instance that called get_id() would be a count that no id accounts for.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "lib/epoch.h"

#define MAKERS 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct live seen;
static unsigned long cycles, refused, faces, accepted, full_stacks, ids, other_errors;
static char first_other[120];

static void complain(const char *what, const char *name, int err)
{
	pthread_mutex_lock(&lock);
	if (!other_errors++)
		snprintf(first_other, sizeof(first_other), "%s %s: %s", what, name,
			 strerror(err));
	pthread_mutex_unlock(&lock);
}

static void put(const char *instance, const char *file, const char *value)
{
	char path[96];
	int err;

	snprintf(path, sizeof(path), "instances/%s/%s", instance, file);
	err = tracefs_write(path, value);
	if (err)
		complain(value, path, -err);
}

static bool has(const char *instance, const char *file)
{
	char path[96];

	snprintf(path, sizeof(path), "instances/%s/%s", instance, file);
	return tracefs_has(path);
}

/* Everything an instance must not have or take. */
static void gate(const char *instance)
{
	char path[96];
	int err;

	snprintf(path, sizeof(path), "instances/%s/trace_options", instance);
	err = tracefs_write(path, "stackmap");
	pthread_mutex_lock(&lock);
	refused += err == -EINVAL;
	accepted += err != -EINVAL;
	faces += has(instance, "options/stackmap") + has(instance, "stack_map") +
		 has(instance, "stack_map_stat") + has(instance, "stack_map_bin");
	pthread_mutex_unlock(&lock);
}

static void look(const char *instance)
{
	struct tev_sum sum = { 0 };
	char path[96];
	int fd;

	snprintf(path, sizeof(path), "instances/%s/trace", instance);
	fd = tracefs_open(path, O_RDONLY);
	if (fd < 0 || tev_sum_part(&sum, fd, 1 << 20)) {
		complain("reading", path, errno);
	} else {
		pthread_mutex_lock(&lock);
		full_stacks += sum.full;
		ids += sum.ids;
		pthread_mutex_unlock(&lock);
	}
	if (fd >= 0)
		close(fd);
	tev_sum_free(&sum);
}

static void maker(struct worker *w)
{
	char name[32], path[96];

	while (!w->r->stop) {
		snprintf(name, sizeof(name), "s%u_%llu", w->n, (unsigned long long)w->count++);
		snprintf(path, sizeof(path), TRACEFS "instances/%s", name);
		if (mkdir(path, 0755)) {
			complain("mkdir", path, errno);
			continue;
		}
		gate(name);
		put(name, "buffer_size_kb", "64");
		put(name, "options/stacktrace", "1");
		put(name, "events/sched/sched_switch/enable", "1");
		put(name, "events/timer/enable", "1");
		sleep_ms(50 + prng_below(&w->prng, 150));
		/* Some are removed as they are, in the middle of it. */
		if (prng_below(&w->prng, 2)) {
			put(name, "events/enable", "0");
			look(name);
		}
		if (rmdir(path)) {
			complain("rmdir", path, errno);
			continue;
		}
		pthread_mutex_lock(&lock);
		cycles++;
		pthread_mutex_unlock(&lock);
	}
}

static void start_makers(struct run *r)
{
	load_start(r, 1);
	for (int i = 0; i < MAKERS; i++)
		worker_start(r, i, "maker", maker, NULL);
}

static int setup(struct run *r)
{
	(void)r;
	tracefs_must_write("buffer_size_kb", "512");
	tracefs_must_write("options/stacktrace", "1");
	tracefs_must_write("options/stackmap", "1");
	return 0;
}

static void load(struct run *r)
{
	uint64_t end = now_ns() + r->seconds * 1000000000ull;

	recording_start();
	start_makers(r);
	while (now_ns() < end) {
		sleep_ms(300);
		live_look(&seen, "trace");
	}
	r->stop = true;
}

static void judge(struct run *r)
{
	live_judge(&seen);
	tracefs_must_write("buffer_size_kb", "8192");
	r->stop = false;
	start_makers(r);
	epoch_check(r, 2000);
	r->stop = true;
	workers_join();
	check(!accepted && !faces,
	      "no instance takes or shows the option or a file of the map (%lu takes, %lu faces)",
	      accepted, faces);
	check(!ids, "instances record full stacks, no ids (%lu full, %lu ids)", full_stacks, ids);
	check(!other_errors, "instances are made, used and removed (%lu errors) %s", other_errors,
	      first_other);
	floor_at_least("instances_made_and_removed", r->seconds, cycles);
	floor_at_least("option_refused", r->seconds, refused);
	floor_at_least("full_stacks_in_instances", 200, full_stacks);
}

const struct scenario scenario = {
	.name = "instances", .claims = LIVE_CLAIMS + EPOCH_CLAIMS + 3, .seconds = 8,
	.needs = { "stack_map", "stack_map_stat", "stack_map_bin", "options/stackmap",
		   "instances" },
	.setup = setup, .load = load, .judge = judge,
};
