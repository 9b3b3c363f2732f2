// SPDX-License-Identifier: GPL-2.0
#include "ring.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tracefs.h"

static struct ring_entry *add(struct ring *ring, enum ring_kind kind, const char *line)
{
	/* grows whenever the count is a power of two */
	if (!(ring->nr & (ring->nr - 1))) {
		size_t room = ring->nr ? ring->nr * 2 : 1;

		ring->entry = realloc(ring->entry, room * sizeof(*ring->entry));
		if (!ring->entry)
			abort();
	}
	ring->entry[ring->nr] = (struct ring_entry){ .kind = kind, .line = line };
	return &ring->entry[ring->nr++];
}

static void add_line(struct ring *ring, const char *line)
{
	struct ring_entry *e = ring->nr ? &ring->entry[ring->nr - 1] : NULL;
	const char *id = strstr(line, ": <stack_id ");

	if (!strncmp(line, " => ", 4)) {
		if (e && e->kind == RING_FULL && !e->depth++)
			e->line = line;
	} else if (id && sscanf(id, ": <stack_id %u>", &(unsigned int){ 0 }) == 1) {
		e = add(ring, RING_ID, line);
		e->id = strtoul(id + strlen(": <stack_id "), NULL, 10);
		ring->ids++;
	} else if (strstr(line, ": <stack trace>")) {
		add(ring, RING_FULL, line);
		ring->fulls++;
	} else if (*line && *line != '#' && strncmp(line, "CPU:", 4)) {
		add(ring, RING_EVENT, line);
		ring->events++;
	}
}

void ring_parse(struct ring *ring, char *text)
{
	char *save, *line = strtok_r(text, "\n", &save);

	memset(ring, 0, sizeof(*ring));
	ring->text = text;
	for (; line; line = strtok_r(NULL, "\n", &save))
		add_line(ring, line);
}

bool ring_read(struct ring *ring, const char *name)
{
	char *text = tracefs_read(name);

	if (!text)
		return false;
	ring_parse(ring, text);
	return true;
}

void ring_free(struct ring *ring)
{
	free(ring->entry);
	free(ring->text);
	memset(ring, 0, sizeof(*ring));
}

static unsigned long stats_value(const char *text, const char *key)
{
	const char *p = strstr(text, key);

	return p ? strtoul(p + strlen(key), NULL, 10) : 0;
}

unsigned long ring_lost(void)
{
	long cpus = sysconf(_SC_NPROCESSORS_CONF);
	unsigned long lost = 0;
	char name[64], *text;

	for (long cpu = 0; cpu < cpus; cpu++) {
		snprintf(name, sizeof(name), "per_cpu/cpu%ld/stats", cpu);
		text = tracefs_read(name);
		if (!text)
			continue;
		lost += stats_value(text, "overrun: ") + stats_value(text, "dropped events: ");
		free(text);
	}
	return lost;
}
