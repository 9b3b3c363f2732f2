// SPDX-License-Identifier: GPL-2.0
/*
 * perf_cross - perf's stacks against the map's, for the same events
 *
 * perf record -a -g takes every sched_waking while ftrace records the same ones with ids. Both
 * unwind by themselves. Every kernel stack perf saw must be in stack_map_bin, from the function
 * that woke somebody to the root: what may differ is how many frames of the tracing itself stand
 * in front, and that is counted.
 *
 * If the map mixed, cut or swapped frames (I6), a stack of perf's would be missing.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "lib/smap.h"
#include "lib/stress.h"

#define EVENT		"events/sched/sched_waking/enable"
#define DATA		"/tmp/perf.data"
#define MAX_STACKS	65536
/* Of the tracing itself: __traceiter_*, perf_trace_*, trace_event_raw_event_*, their helpers */
#define MAX_SKIP	6

struct stack {
	unsigned int	nr;
	uint64_t	ips[127];
};

static struct stack *seen;
static size_t nr_seen, samples, deep;

static void perf_record(struct run *r)
{
	char seconds[16];
	pid_t pid = fork();
	int status;

	if (!pid) {
		snprintf(seconds, sizeof(seconds), "%u", r->seconds);
		if (chroot(LOADS_IMAGE) || chdir("/"))
			_exit(126);
		execl("/usr/bin/perf", "perf", "record", "-q", "-a", "-g", "-c", "1",
		      "--kernel-callchains", "-e", "sched:sched_waking", "-o", DATA, "sleep",
		      seconds, (char *)NULL);
		_exit(127);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		die("perf record: %s", strerror(errno));
	if (!WIFEXITED(status) || WEXITSTATUS(status))
		die("perf record: exit %d", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
}

static int setup(struct run *r)
{
	(void)r;
	if (!loads_wanted())
		die("perf comes with the loads: LOAD=perf");
	tracefs_must_write("buffer_size_kb", "16384");
	tracefs_must_write("options/stacktrace", "1");
	tracefs_must_write("options/stackmap", "1");
	return 0;
}

/* ftrace begins before perf and ends after it, so it has every event that perf has. */
static void load(struct run *r)
{
	load_start(r, 1);
	tracefs_must_write(EVENT, "1");
	tracefs_must_write("tracing_on", "1");
	perf_record(r);
	tracefs_must_write(EVENT, "0");
	sleep_ms(50);
	tracefs_must_write("tracing_on", "0");
}

/* A stack of perf's is new if no other one has the same frames. */
static void remember(const struct stack *s)
{
	samples++;
	for (size_t i = 0; i < nr_seen; i++)
		if (seen[i].nr == s->nr && !memcmp(seen[i].ips, s->ips, s->nr * sizeof(*s->ips)))
			return;
	if (nr_seen == MAX_STACKS)
		die("more than %d different stacks", MAX_STACKS);
	seen[nr_seen++] = *s;
}

/* "perf script -F ip": a frame a line, an empty line behind each sample. */
static void read_script(FILE *f)
{
	struct stack s = { 0 };
	char line[512], *end;

	while (fgets(line, sizeof(line), f)) {
		uint64_t ip = strtoull(line, &end, 16);

		if (end != line && s.nr < 127)
			s.ips[s.nr++] = ip;
		if (end == line && s.nr)
			remember(&s);
		if (end == line)
			s.nr = 0;
	}
	if (s.nr)
		remember(&s);
}

/* The frames of @s from the @skip-th on are the end of @rec, which has at most MAX_SKIP more. */
static bool is_end_of(const struct smap_rec *rec, const struct stack *s, unsigned int skip)
{
	unsigned int nr = s->nr - skip;

	return rec->nr >= nr && rec->nr - nr <= MAX_SKIP &&
	       !memcmp(rec->ips + rec->nr - nr, s->ips + skip, nr * sizeof(*s->ips));
}

static int find(const struct smap *map, const struct stack *s)
{
	for (unsigned int skip = 0; skip <= MAX_SKIP && skip < s->nr; skip++)
		for (size_t i = 0; i < map->n; i++)
			if (is_end_of(&map->rec[i], s, skip))
				return skip;
	return -1;
}

static void missing(const struct stack *s)
{
	char line[900];
	int n = 0;

	for (unsigned int i = 0; i < s->nr && n < 850; i++)
		n += snprintf(line + n, sizeof(line) - n, " %llx", (unsigned long long)s->ips[i]);
	note("not in the map:%s", line);
}

static void judge(struct run *r)
{
	unsigned int by_skip[MAX_SKIP + 1] = { 0 }, lost = 0;
	struct percpu_stat buffer = { 0 };
	char err[200];
	struct smap map;
	size_t len;
	char *bin;
	FILE *f;

	(void)r;
	seen = calloc(MAX_STACKS, sizeof(*seen));
	f = popen("chroot " LOADS_IMAGE " /usr/bin/perf script -i " DATA " -F ip 2>/run/perf.err",
		  "r");
	if (!seen || !f)
		die("perf script: %s", strerror(errno));
	read_script(f);
	check(!pclose(f), "perf script reads what perf record wrote");
	bin = tracefs_read("stack_map_bin", &len);
	if (!bin || smap_parse_bin(bin, len, &map, err, sizeof(err)))
		die("stack_map_bin: %s", bin ? err : strerror(errno));
	for (size_t i = 0; i < nr_seen; i++) {
		int skip;

		if (seen[i].nr + MAX_SKIP > SMAP_DEPTH) {
			deep++;
			continue;
		}
		skip = find(&map, &seen[i]);
		if (skip >= 0)
			by_skip[skip]++;
		else if (!lost++)
			missing(&seen[i]);
	}
	percpu_stat_sum(&buffer);
	check(!buffer.overrun && !buffer.dropped, "ftrace lost none of the events (%llu overrun)",
	      (unsigned long long)buffer.overrun);
	check(!lost, "%u of perf's %zu different stacks are not in the map", lost, nr_seen);
	for (unsigned int i = 0; i <= MAX_SKIP; i++)
		if (by_skip[i])
			note("%u stacks have %u frames of perf's own in front", by_skip[i], i);
	stat_u64("perf_samples", "count", "none", samples);
	stat_u64("perf_stacks", "count", "none", nr_seen);
	stat_u64("perf_stacks_too_deep", "count", "none", deep);
	floor_at_least("perf_samples", 1000, samples);
	floor_at_least("perf_stacks", 20, nr_seen - deep);
	smap_free(&map);
	free(bin);
	free(seen);
}

const struct scenario scenario = {
	.name = "perf_cross",
	.claims = 3,
	.seconds = 5,
	.needs = { "options/stackmap", "stack_map_bin", EVENT },
	.setup = setup,
	.load = load,
	.judge = judge,
};
