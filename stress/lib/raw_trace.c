// SPDX-License-Identifier: GPL-2.0
/*
 * raw_trace.c - the ring buffer's pages as the sums of tev_sum.c
 *
 * trace_pipe_raw and snapshot_raw consume what they show, so that each entry is seen exactly once;
 * the numbers and places of the two kinds of stacks are in their format files.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "raw_trace.h"

#define MISSED_EVENTS (1u << 31)	/* in a page's commit: something was lost before it */

/* "ID: 24" and "field:int stack_id;	offset:8;" of events/<event>/format */
static void format(const char *event, const char *member, uint16_t *type, size_t *offset)
{
	char name[64], want[64], *text;
	const char *id, *field;

	snprintf(name, sizeof(name), "events/%s/format", event);
	snprintf(want, sizeof(want), " %s;\toffset:", member);
	text = tracefs_read(name, NULL);
	id = text ? strstr(text, "ID: ") : NULL;
	field = text ? strstr(text, want) : NULL;
	if (!id || !field)
		die("%s: no ID or no field %s", name, member);
	*type = strtoul(id + 4, NULL, 10);
	*offset = strtoul(field + strlen(want), NULL, 10);
	free(text);
}

static void see(struct raw_sum *s, uint16_t type, const void *entry)
{
	struct raw_trace *t = (struct raw_trace *)s;	/* its first member */
	int32_t value;

	if (type == t->id_type) {
		memcpy(&value, (const char *)entry + t->id_offset, sizeof(value));
		tev_sum_id(t->tev, value);
	} else if (type == t->full_type) {
		memcpy(&value, (const char *)entry + t->size_offset, sizeof(value));
		t->tev->full++;
		t->tev->full_deep += value > SMAP_DEPTH;
	} else {
		t->tev->events++;
	}
}

void raw_trace_init(struct raw_trace *t, struct tev_sum *tev)
{
	char *text = tracefs_read("events/header_page", NULL);

	memset(t, 0, sizeof(*t));
	if (!text || raw_layout_parse(text, &t->layout))
		die("events/header_page: not understood");
	free(text);
	t->size = t->layout.data_offset + t->layout.data_size;
	t->tev = tev;
	t->sum.see = see;
	format("ftrace/stack_id", "stack_id", &t->id_type, &t->id_offset);
	format("ftrace/kernel_stack", "size", &t->full_type, &t->size_offset);
}

void raw_trace_page(struct raw_trace *t, const void *page)
{
	uint32_t commit;

	memcpy(&commit, (const char *)page + 8, sizeof(commit));
	t->missed += !!(commit & MISSED_EVENTS);
	if (raw_page(&t->sum, &t->layout, page, t->tev->bad_line, sizeof(t->tev->bad_line)))
		t->tev->bad++;
}

void raw_trace_drain(struct raw_trace *t, const char *file)
{
	long cpus = sysconf(_SC_NPROCESSORS_CONF);
	uint64_t *page = malloc(t->size);
	char name[64];

	for (long cpu = 0; page && cpu < cpus; cpu++) {
		int fd;

		snprintf(name, sizeof(name), "per_cpu/cpu%ld/%s", cpu, file);
		fd = tracefs_open(name, O_RDONLY | O_NONBLOCK);
		if (fd < 0)
			die(TRACEFS "%s: %m", name);
		while (read(fd, page, t->size) > 0)
			raw_trace_page(t, page);
		if (errno != EAGAIN && errno != 0)
			note("%s: %s", name, strerror(errno));
		close(fd);
	}
	free(page);
}
