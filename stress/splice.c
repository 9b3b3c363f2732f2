// SPDX-License-Identifier: GPL-2.0
/*
 * splice - trace_pipe_raw: whole pages of the ring buffer leave by splice(), others by read()
 *
 * This is how trace-cmd and perf record: nobody ever prints the ids, a program takes them out of
 * binary pages (events/ftrace/stack_id/format says where) and looks them up in stack_map_bin.
 * One reader a CPU keeps up with the load, so the whole run is one quiet epoch: nothing is lost,
 * and all ids of all pages are the map's successes, to the last one.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/raw_trace.h"

#define PAGES 8		/* the most a splice() takes at once */

struct drain {
	struct raw_trace	raw;
	struct tev_sum		sum;
	unsigned long		spliced, read;
	int			err;
};
static struct drain *drains[256];

/* One splice into the pipe and everything out of it again; how many bytes, 0: nothing there. */
static ssize_t splice_pages(struct drain *d, int fd, const int pipe[2], char *page)
{
	ssize_t n = splice(fd, NULL, pipe[1], NULL, PAGES * d->raw.size, SPLICE_F_NONBLOCK);

	for (ssize_t left = n; left > 0;) {
		size_t got = 0;

		while (got < d->raw.size) {
			ssize_t m = read(pipe[0], page + got, d->raw.size - got);

			if (m <= 0) {
				d->err = m ? errno : EPIPE;
				return -1;
			}
			got += m;
		}
		raw_trace_page(&d->raw, page);
		d->spliced++;
		left -= got;
	}
	if (n < 0 && errno != EAGAIN)
		d->err = errno;
	return n < 0 ? 0 : n;
}

/* read() takes also a page that is not full yet. */
static void read_page(struct drain *d, int fd, char *page)
{
	if (read(fd, page, d->raw.size) > 0) {
		raw_trace_page(&d->raw, page);
		d->read++;
	}
}

static void reader(struct worker *w)
{
	struct drain *d = drains[w->n];
	char name[64], *page = malloc(d->raw.size);
	int fd, pipe[2];

	snprintf(name, sizeof(name), "per_cpu/cpu%u/trace_pipe_raw", w->n);
	fd = tracefs_open(name, O_RDONLY | O_NONBLOCK);
	if (fd < 0 || !page || pipe2(pipe, O_CLOEXEC))
		die("%s: %m", name);
	while (!w->r->stop && !d->err) {
		if (!prng_below(&w->prng, 8))
			read_page(d, fd, page);
		else if (!splice_pages(d, fd, pipe, page))
			sleep_ms(1 + prng_below(&w->prng, 10));
	}
	close(pipe[0]);
	close(pipe[1]);
	close(fd);
	free(page);
	w->count = d->spliced + d->read;
}

static int setup(struct run *r)
{
	tracefs_must_write("buffer_size_kb", "4096");
	tracefs_must_write("options/stacktrace", "1");
	tracefs_must_write("options/stackmap", "1");
	for (int i = 0; i < r->cpus; i++) {
		drains[i] = calloc(1, sizeof(*drains[i]));
		if (!drains[i])
			return -ENOMEM;
		raw_trace_init(&drains[i]->raw, &drains[i]->sum);
	}
	epoch_begin();
	return 0;
}

static void load(struct run *r)
{
	recording_start();
	load_start(r, 1);
	for (int i = 0; i < r->cpus; i++)
		worker_start(r, i, "reader", reader, NULL);
	run_for(r);
}

/* Adds what one CPU's reader saw to the sums of all. */
static void merge(struct tev_sum *into, const struct tev_sum *from)
{
	for (size_t i = 0; i < from->n_id; i++)
		tev_sum_id(into, from->id[i]);
	into->events += from->events;
	into->full += from->full;
	into->full_deep += from->full_deep;
	into->bad += from->bad;
	if (from->bad)
		memcpy(into->bad_line, from->bad_line, sizeof(into->bad_line));
}

static void judge(struct run *r)
{
	uint64_t spliced = 0, pages = 0, missed = 0;
	struct epoch e = { 0 };
	struct raw_trace rest;
	int err = 0;

	recording_stop();
	raw_trace_init(&rest, &e.sum);
	raw_trace_drain(&rest, "trace_pipe_raw");
	missed = rest.missed;
	for (int i = 0; i < r->cpus; i++) {
		merge(&e.sum, &drains[i]->sum);
		spliced += drains[i]->spliced;
		pages += drains[i]->read;
		missed += drains[i]->raw.missed;
		err = err ? err : drains[i]->err;
		tev_sum_free(&drains[i]->sum);
		free(drains[i]);
	}
	check(!err, "every splice and every read of a pipe succeeds (%s)", strerror(err));
	epoch_read_map(&e, TRACEFS);
	percpu_stat_sum(&e.pc);
	epoch_judge_ids(r, &e);
	epoch_judge_events(&e);
	floor_at_least("pages_spliced", 10ull * r->seconds, spliced);
	floor_at_least("pages_read", r->seconds, pages);
	floor_at_least("ids_in_pages", 500ull * r->seconds, e.sum.ids);
	floor_at_least("nothing_overwritten", 1, !missed && !e.pc.overrun);
	stat_u64("records", "count", "none", e.text.n);
	epoch_free(&e);
}

const struct scenario scenario = {
	.name = "splice", .claims = 1 + EPOCH_CLAIMS, .seconds = 8,
	.needs = { "stack_map", "stack_map_stat", "stack_map_bin", "options/stackmap",
		   "per_cpu/cpu0/trace_pipe_raw", "events/ftrace/stack_id/format" },
	.setup = setup, .load = load, .judge = judge,
};
