// SPDX-License-Identifier: GPL-2.0
/*
 * reader_storm - many readers of the three files: partial reads, seeks, fds held across resets
 *
 * What would be seen if it broke: a pass that never ends (it is bounded by what the table can
 * print), an id that goes backwards, a cut-off or half-cleared record, a snapshot that changes
 * while it is being read, a pinned trace array after the last close (the option cannot be
 * judged here; the reader count of a leak grows memory, which the console would show).
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/epoch.h"

/* stack_map at its largest: 16384 records of 64 frames of less than 200 characters */
#define LONGEST_PASS (SMAP_CAPACITY * 64ull * 200)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned long n_partial, n_seeks, n_held, n_bad, n_records;
static char first_bad[256];
static int resetters = 1;

static void bad(const char *what, const char *why)
{
	pthread_mutex_lock(&lock);
	if (!n_bad++)
		snprintf(first_bad, sizeof(first_bad), "%s: %.200s", what, why);
	pthread_mutex_unlock(&lock);
}

static void add(unsigned long *n, unsigned long v)
{
	pthread_mutex_lock(&lock);
	*n += v;
	pthread_mutex_unlock(&lock);
}

/* Reads fd to its end in pieces of random size; NULL if it has none within reason. */
static char *read_pieces(struct worker *w, int fd, unsigned int largest, size_t *len)
{
	size_t cap = 1 << 20, n = 0;
	char *buf = malloc(cap);

	while (buf && n < LONGEST_PASS) {
		size_t want = 1 + prng_below(&w->prng, largest);
		ssize_t got;

		if (cap - n < want)
			buf = realloc(buf, cap *= 2);
		got = buf ? read(fd, buf + n, want) : -1;
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0) {
			*len = n;
			if (!got)
				return buf;
			break;
		}
		n += got;
	}
	free(buf);
	return NULL;
}

static void partial(struct worker *w)
{
	static const char *const files[] = { "stack_map", "stack_map_bin", "stack_map_stat" };
	struct map_stat st;
	struct smap m;
	char err[200];

	while (!w->r->stop) {
		int which = prng_below(&w->prng, 3), fd = tracefs_open(files[which], O_RDONLY);
		size_t len;
		char *buf = fd < 0 ? NULL : read_pieces(w, fd, which == 2 ? 16 : 4096, &len);

		if (!buf) {
			snprintf(err, sizeof(err), "no end, or %s", strerror(errno));
			bad(files[which], err);
		} else if (which == 2) {
			buf[len < 1 << 20 ? len : (1 << 20) - 1] = '\0';
			if (map_stat_parse(buf, &st) || st.entries > st.capacity)
				bad(files[which], buf);
		} else {
			if (which ? smap_parse_bin(buf, len, &m, err, sizeof(err)) :
				    smap_parse_text(buf, len, &m, err, sizeof(err)))
				bad(files[which], err);
			add(&n_records, m.n);
			smap_free(&m);
		}
		free(buf);
		if (fd >= 0)
			close(fd);
		add(&n_partial, 1);
		w->count++;
	}
}

/* The snapshot is of the moment of open: the same bytes again, wherever reading starts. */
static void held(struct worker *w)
{
	char once[512], again[512];

	while (!w->r->stop) {
		int fd = tracefs_open("stack_map_bin", O_RDONLY);
		off_t size = fd < 0 ? -1 : lseek(fd, 0, SEEK_SET);
		off_t at = prng_below(&w->prng, 4096) & ~7;
		ssize_t n = fd < 0 ? -1 : pread(fd, once, sizeof(once), at);

		if (fd < 0 || size < 0 || n < 0)
			bad("stack_map_bin", strerror(errno));
		sleep_ms(prng_below(&w->prng, 120));	/* resets happen meanwhile */
		if (n > 0 && (pread(fd, again, n, at) != n || memcmp(once, again, n)))
			bad("stack_map_bin", "the snapshot changed while it was open");
		if (fd >= 0)
			close(fd);
		add(&n_held, 1);
	}
}

/* Seeks in the text file: after any of them reading still ends. */
static void seeker(struct worker *w)
{
	char buf[4096];

	while (!w->r->stop) {
		int fd = tracefs_open("stack_map", O_RDONLY);
		off_t to = prng_below(&w->prng, 200000);
		unsigned long long total = 0;
		ssize_t n;

		if (fd < 0) {
			bad("stack_map", strerror(errno));
			continue;
		}
		if (read(fd, buf, 1 + prng_below(&w->prng, 100)) < 0 || lseek(fd, to, SEEK_SET) < 0)
			bad("stack_map", strerror(errno));
		while ((n = read(fd, buf, sizeof(buf))) > 0 && total < LONGEST_PASS)
			total += n;
		if (n < 0 || total >= LONGEST_PASS)
			bad("stack_map after lseek", n < 0 ? strerror(errno) : "no end");
		if (lseek(fd, 0, SEEK_SET) ||
		    (read(fd, buf, 9) == 9 && memcmp(buf, "stack_id ", 9)))
			bad("stack_map", "does not begin with a record after lseek to 0");
		close(fd);
		add(&n_seeks, 1);
	}
}

static void resetter(struct worker *w)
{
	while (!w->r->stop) {
		map_reset();
		sleep_ms(50 + prng_below(&w->prng, 250));
	}
}

static int setup(struct run *r)
{
	(void)r;
	tracefs_must_write("buffer_size_kb", "1024");
	tracefs_must_write("options/stacktrace", "1");
	tracefs_must_write("options/stackmap", "1");
	load_events_on();
	return 0;
}

static void load(struct run *r)
{
	tracefs_must_write("tracing_on", "1");
	load_start(r, 1);
	for (int i = 0; i < 3; i++)
		worker_start(r, i, "partial", partial, NULL);
	worker_start(r, 0, "held", held, NULL);
	worker_start(r, 0, "seeker", seeker, NULL);
	for (int i = 0; i < resetters; i++)
		worker_start(r, i, "resetter", resetter, NULL);
	run_for(r);
}

static void judge(struct run *r)
{
	check(!n_bad, "every pass of every reader ends, whole and in order (%lu do not) %s", n_bad,
	      first_bad);
	stat_u64("passes_partial", "count", "higher", n_partial);
	stat_u64("passes_held", "count", "higher", n_held);
	stat_u64("passes_seek", "count", "higher", n_seeks);
	stat_u64("resets", "count", "higher", resets_done);
	epoch_check(r, 2000);
	floor_at_least("passes_partial", r->seconds, n_partial);
	floor_at_least("passes_held", r->seconds, n_held);
	floor_at_least("passes_seek", r->seconds, n_seeks);
	floor_at_least("records_read", 50, n_records);
	floor_at_least("resets", r->seconds, resets_done);
}

const struct scenario scenario = {
	.name = "reader_storm", .claims = 1 + EPOCH_CLAIMS, .seconds = 10,
	.needs = { "stack_map", "stack_map_stat", "stack_map_bin", "options/stackmap" },
	.resets_while_tracing = true,
	.setup = setup, .load = load, .judge = judge,
};
