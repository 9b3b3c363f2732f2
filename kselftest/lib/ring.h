/* SPDX-License-Identifier: GPL-2.0 */
/* The text of the "trace" file as a sequence of events, stack ids and full stacks. */
#ifndef KSELFTEST_RING_H
#define KSELFTEST_RING_H

#include <stdbool.h>
#include <stddef.h>

enum ring_kind { RING_EVENT, RING_ID, RING_FULL };

struct ring_entry {
	enum ring_kind kind;
	unsigned int id;	/* RING_ID */
	unsigned int depth;	/* RING_FULL: its " => " lines */
	const char *line;	/* the event's line, or the first " => " line */
};

struct ring {
	char *text;
	struct ring_entry *entry;
	size_t nr;
	size_t events, ids, fulls;	/* how many of each kind */
};

/* Takes @text over. "trace" prints comments with '#', and notes about lost events without. */
void ring_parse(struct ring *ring, char *text);
/* Reads tracefs file @name ("trace", "instances/x/trace"). False with errno. */
bool ring_read(struct ring *ring, const char *name);
void ring_free(struct ring *ring);

/* Events the ring buffer has lost (overrun, dropped), over all CPUs; needed to be 0 to count. */
unsigned long ring_lost(void);

#endif
