// SPDX-License-Identifier: GPL-2.0
/*
 * pool_exhaustion - real distinct stacks until the map is full; it stays full, drops, recovers
 *
 * A timer interrupt at 10 kHz per CPU finds another PC each time, so distinct stacks come for
 * free; the module adds a call chain of its own for each event (kmod/distinct.c). Full, the map
 * must answer every new stack with a drop, events must carry the full stack instead with none
 * lost, and known stacks must still get their ids. After a reset exactly as many fit again (I5).
 */
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/smap.h"
#include "lib/stress.h"

static struct perf_storm storm;

struct fill { uint64_t ms, entries; struct map_stat st; size_t printed; };
static struct fill fill[2];

/* The map is full: what events carry now. Differences of the map's numbers over the window. */
static struct { uint64_t successes, drops; struct tev_sum sum; struct percpu_stat pc; } full;

static int setup(struct run *r)
{
	(void)r;
	tracefs_must_write("buffer_size_kb", "16384");
	tracefs_must_write("options/stacktrace", "1");
	tracefs_must_write("options/stackmap", "1");
	note("module: %s", module_has() ? "loaded" : "none");
	load_events_on();
	return 0;
}

/* More distinct stacks than there are interrupts, where the module can be had. */
static void distinct(struct worker *w)
{
	while (!w->r->stop && !module_write("distinct", "500"))
		w->count++;
}

static void stat_or_die(struct map_stat *st)
{
	if (map_stat_read(st))
		die("stack_map_stat: %m");
}

/* Waits until the map is full, at most four times the duration. */
static void fill_up(struct run *r, struct fill *f)
{
	uint64_t begin = now_ns(), end = begin + 4000000000ull * r->seconds;
	char err[200];
	struct smap m;
	size_t len;
	char *buf;

	tracefs_must_write("tracing_on", "1");
	do {
		sleep_ms(50);
		stat_or_die(&f->st);
	} while (f->st.entries < f->st.capacity && now_ns() < end);
	f->ms = (now_ns() - begin) / 1000000;
	buf = tracefs_read("stack_map_bin", &len);
	if (!buf)
		die("stack_map_bin: %m");
	if (smap_parse_bin(buf, len, &m, err, sizeof(err)))
		note("%s", err);
	f->printed = m.n;
	smap_free(&m);
	free(buf);
}

/* A window without overrun in which the map is full and traced, compared to the last event. */
static void measure_full(struct run *r)
{
	struct map_stat a, b;
	uint64_t end;
	int fd;

	(void)r;
	recording_stop();
	tracefs_clear();
	stat_or_die(&a);
	recording_start();
	end = now_ns() + 10000000000ull;
	do {
		sleep_ms(10);
		percpu_stat_sum(&full.pc);
	} while (full.pc.entries < 20000 && now_ns() < end);
	recording_stop();
	stat_or_die(&b);
	percpu_stat_sum(&full.pc);
	full.successes = b.successes - a.successes;
	full.drops = b.drops - a.drops;
	fd = tracefs_open("trace", O_RDONLY);
	if (fd < 0 || tev_sum_fd(&full.sum, fd))
		die("trace: %m");
	close(fd);
}

static void load(struct run *r)
{
	perf_storm_open(&storm, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK, 100000);
	load_start(r, 1);
	worker_start(r, 0, "distinct", distinct, NULL);
	fill_up(r, &fill[0]);
	measure_full(r);
	recording_start();
	/* Full and under load: the series shows drops, and no insert. */
	for (unsigned int ms = 0; ms < r->seconds * 1000; ms += 20)
		sleep_ms(20);
	stat_or_die(&fill[0].st);
	if (map_reset_paused())
		die("stack_map: reset of a full map under load: %m");
	fill_up(r, &fill[1]);
	tracefs_must_write("tracing_on", "0");
	perf_storm_close(&storm);
	r->stop = true;
}

static void judge_full(void)
{
	const struct tev_sum *s = &full.sum;
	uint64_t stacks = s->ids + s->full, fallback = s->full - s->full_deep;

	check(s->ids == full.successes, "full: ids recorded = successes (%llu, %llu)",
	      (unsigned long long)s->ids, (unsigned long long)full.successes);
	check(s->events == s->ids + full.drops + s->full_deep,
	      "full: events = ids + drops + too deep (%llu = %llu + %llu + %llu)",
	      (unsigned long long)s->events, (unsigned long long)s->ids,
	      (unsigned long long)full.drops, (unsigned long long)s->full_deep);
	/* A drop leaves the full stack behind; only without RCU (-EAGAIN, R2) nothing. */
	check(fallback <= full.drops && s->events - stacks == full.drops - fallback,
	      "full: no event lost its stack (%llu events, %llu ids, %llu full)",
	      (unsigned long long)s->events, (unsigned long long)s->ids,
	      (unsigned long long)s->full);
	check((s->events - stacks) * 100 <= s->events, "full: at most 1%% without RCU (%llu)",
	      (unsigned long long)(s->events - stacks));
	floor_at_least("fallback_full_stacks", 500, fallback);
	floor_at_least("window_without_overrun", 1, !full.pc.overrun);
	stat_u64("fallback_full_stacks", "events", "none", fallback);
	stat_u64("ids_while_full", "events", "none", s->ids);
	stat_f("bytes_per_event_full", "B", "lower",
	       full.pc.entries ? (double)full.pc.bytes / full.pc.entries : 0);
}

static void judge(struct run *r)
{
	(void)r;
	check(!full.sum.bad, "the trace parses %s", full.sum.bad_line);
	for (int i = 0; i < 2; i++) {
		const struct fill *f = &fill[i];
		char name[40];

		check(f->st.entries <= SMAP_CAPACITY && f->printed <= SMAP_CAPACITY,
		      "I5 fill %d: never above %d (entries %llu, printed %zu)", i + 1,
		      SMAP_CAPACITY, (unsigned long long)f->st.entries, f->printed);
		check(f->st.entries < SMAP_CAPACITY || f->printed == SMAP_CAPACITY,
		      "I5 fill %d: a full map holds exactly %d whole records (%zu)", i + 1,
		      SMAP_CAPACITY, f->printed);
		snprintf(name, sizeof(name), "records_fill_%d", i + 1);
		floor_at_least(name, SMAP_CAPACITY, f->st.entries);
		snprintf(name, sizeof(name), "fill_%d_time", i + 1);
		stat_u64(name, "ms", "none", f->ms);
	}
	check(fill[0].st.drops > 0, "a full map drops (%llu)",
	      (unsigned long long)fill[0].st.drops);
	stat_u64("drops", "count", "none", fill[0].st.drops);
	/* Each drop of a new stack claims a slot in vain until the table is full of gravestones. */
	stat_u64("gravestones_at_most", "count", "none",
		 fill[0].st.drops < SMAP_TABLE - SMAP_CAPACITY ? fill[0].st.drops :
		 SMAP_TABLE - SMAP_CAPACITY);
	judge_full();
	tev_sum_free(&full.sum);
}

const struct scenario scenario = {
	.name = "pool_exhaustion", .claims = 10, .seconds = 8,
	.needs = { "stack_map", "stack_map_stat", "stack_map_bin", "options/stackmap" },
	.setup = setup, .load = load, .judge = judge,
};
