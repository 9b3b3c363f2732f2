/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The map as a table of what was put into it: what the contract says, in forty lines, with no
 * hashing, no concurrency and no limits but the pool's.
 */
#ifndef STRESS_HOST_REFMAP_H
#define STRESS_HOST_REFMAP_H

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#define REF_STACKS	65536
#define REF_RECORDS	16384

struct refmap {
	int id[REF_STACKS];	/* of the stack with that number, -1: not stored */
	long ref[REF_STACKS];
	unsigned int entries;
	long successes, drops;
	bool watching;
};

static inline void refmap_reset(struct refmap *m)
{
	memset(m->id, -1, sizeof(m->id));
	m->entries = 0;
	m->successes = m->drops = 0;
}

/* Is @got what get_id may answer for stack @n? Ids are the map's choice, once. */
static inline bool refmap_get(struct refmap *m, unsigned int n, int got)
{
	if (!m->watching || (m->id[n] < 0 && m->entries == REF_RECORDS)) {
		m->drops++;
		return got == (m->watching ? -ENOSPC : -EAGAIN);
	}
	m->successes++;
	if (m->id[n] >= 0) {
		m->ref[n]++;
		return got == m->id[n];
	}
	m->id[n] = got;
	m->ref[n] = 1;
	m->entries++;
	return got >= 0 && got < 2 * REF_RECORDS;
}

#endif
