// SPDX-License-Identifier: GPL-2.0
/* retain.c - see retain.h. All happens on CPU 0, whose buffer is the only one of any size. */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "raw.h"
#include "retain.h"
#include "slab.h"

#define CPU0 "per_cpu/cpu0/"
#define SECONDS 600 /* a buffer that has not wrapped by then never will */

struct stats {
	struct percpu_stat pc;
	uint64_t oldest_us;
};

static void read_stats(struct stats *st)
{
	char *text = tracefs_read(CPU0 "stats", NULL), *p;
	unsigned long long s, us;

	if (!text || percpu_stat_parse(text, &st->pc))
		die("%sstats: %s", CPU0, text ? "unknown format" : strerror(errno));
	p = strstr(text, "oldest event ts:");
	if (!p || sscanf(p, "oldest event ts: %llu.%llu", &s, &us) != 2)
		die("%sstats: no oldest event ts in seconds", CPU0);
	st->oldest_us = s * 1000000 + us;
	free(text);
}

static unsigned int type_of(const char *event)
{
	char name[128], *text, *p;
	unsigned int id;

	snprintf(name, sizeof(name), "events/%s/format", event);
	text = tracefs_read(name, NULL);
	p = text ? strstr(text, "ID: ") : NULL;
	if (!p || sscanf(p, "ID: %u", &id) != 1 || id >= RAW_TYPES)
		die("%s: no number of the event in it", name);
	free(text);
	return id;
}

static void pages(struct raw_sum *s)
{
	char *text = tracefs_read("events/header_page", NULL), err[120];
	int fd = tracefs_open(CPU0 "trace_pipe_raw", O_RDONLY | O_NONBLOCK);
	struct raw_layout l;
	ssize_t n;
	char *page;

	if (!text || raw_layout_parse(text, &l))
		die("events/header_page: unknown format");
	free(text);
	page = malloc(l.data_offset + l.data_size);
	memset(s, 0, sizeof(*s));
	while (fd >= 0 && page && (n = read(fd, page, l.data_offset + l.data_size)) > 0)
		if (raw_page(s, &l, page, err, sizeof(err)))
			die("%strace_pipe_raw: %s", CPU0, err);
	free(page);
	close(fd);
}

static void prepare(const struct workload *w, unsigned int kib, bool option)
{
	cpu_set_t cpu0;
	char size[16];

	CPU_ZERO(&cpu0);
	CPU_SET(0, &cpu0);
	sched_setaffinity(0, sizeof(cpu0), &cpu0);
	tracefs_must_write("tracing_on", "0");
	tracefs_must_write("trace_clock", "local");
	tracefs_must_write("buffer_size_kb", "4");
	snprintf(size, sizeof(size), "%u", kib);
	tracefs_must_write(CPU0 "buffer_size_kb", size);
	tracefs_must_write("options/stackmap", option ? "1" : "0");
	tracefs_clear();
	if (map_reset())
		die("stack_map: cannot be reset");
	w->on();
	tracefs_must_write("tracing_on", "1");
}

static void fill(struct stats *st)
{
	uint64_t end = now_ns() + SECONDS * 1000000000ull;

	do {
		for (int i = 0; i < 50; i++)
			slab_round();
		read_stats(st);
	} while (!st->pc.overrun && now_ns() < end);
}

void retain(const struct workload *w, unsigned int kib, bool option, struct retained *r)
{
	static struct raw_sum sum;
	struct map_stat map;
	struct stats st;

	prepare(w, kib, option);
	fill(&st);
	/* Some tracers empty the buffer when they are switched off. */
	tracefs_must_write("tracing_on", "0");
	read_stats(&st);
	if (map_stat_read(&map))
		die("stack_map_stat: unknown format");
	pages(&sum);
	w->off();
	r->events = sum.by_type[type_of(w->event)];
	r->stacks = sum.by_type[type_of("ftrace/kernel_stack")];
	r->ids = sum.by_type[type_of("ftrace/stack_id")];
	if (!r->events)
		die("%s: no event in %u KiB", w->name, kib);
	r->bytes = sum.data + sum.padding;
	r->span_ns = sum.last - sum.first;
	r->distinct = map.entries;
	r->drops = map.drops;
	check(st.pc.overrun > 0, "%s %u KiB: the buffer wrapped (%llu overrun)", w->name, kib,
	      (unsigned long long)st.pc.overrun);
	check(sum.entries == st.pc.entries, "%s %u KiB: entries: stats %llu, pages %llu", w->name,
	      kib, (unsigned long long)st.pc.entries, (unsigned long long)sum.entries);
	check(raw_bytes(&sum) == st.pc.bytes, "%s %u KiB: bytes: stats %llu, pages %llu", w->name,
	      kib, (unsigned long long)st.pc.bytes, (unsigned long long)raw_bytes(&sum));
	/* The kernel rounds to microseconds. */
	check((sum.oldest + 500) / 1000 == st.oldest_us,
	      "%s %u KiB: oldest us: stats %llu, pages %llu", w->name, kib,
	      (unsigned long long)st.oldest_us, (unsigned long long)(sum.oldest + 500) / 1000);
}
