// SPDX-License-Identifier: GPL-2.0
/*
 * event.c - the whole recording path: an event of this module, however tracing is set up right now
 *
 * The stack that is recorded is the one of the write to debugfs, the same each time.
 */
#include <linux/kernel.h>
#include "bench.h"

#define CREATE_TRACE_POINTS
#include "event_trace.h"

static noinline int fire(void *map, const unsigned long *ips, unsigned int nr)
{
	trace_stackmap_bench(nr);
	return 0;
}

/* For those that take the time outside: always the same stack. */
void event_fire(unsigned int n)
{
	while (n--)
		fire(NULL, NULL, n);
}

/* The first is a subject of its own: its stack is new, and so is the page it goes to. */
void event_measure(const char *name, unsigned int repeats)
{
	struct call c = { .fn = fire, .nr = 0, .want = 0 };
	unsigned int i;
	char first[40];

	for (i = 0; i <= repeats; i++) {
		measure(&c);
		if (i)
			continue;
		snprintf(first, sizeof(first), "%s_first", name);
		measured("record", first);
	}
	measured("record", name);
}
