/* SPDX-License-Identifier: GPL-2.0 */
/* retain.h - one ring buffer, filled until it wraps, and what it then holds */
#ifndef BENCH_RETAIN_H
#define BENCH_RETAIN_H

#include <stdint.h>
#include "bench.h"

/* What the map takes, by the contract: 2^14 records of 64 frames, twice as many slots. */
#define MAP_BYTES	(16384ul * (8 + 64 * sizeof(long)) + 32768ul * 2 * sizeof(long))

struct retained {
	uint64_t	events;		/* of the traced kind */
	uint64_t	stacks, ids;	/* what followed them */
	uint64_t	bytes;		/* all of the buffer that is in use */
	uint64_t	span_ns;	/* from the oldest event to the newest */
	uint64_t	distinct, drops;
};

struct workload {
	const char	*name;
	const char	*event;		/* whose format file has its number */
	void		(*on)(void);	/* starts tracing this process with stacks */
	void		(*off)(void);
};

extern const struct workload workloads[];	/* ends with a name NULL */

/*
 * Fills a buffer of @kib with @w until it wraps, with or without the option. Claims (check()) that
 * the kernel's statistics and its pages agree on entries, bytes and the oldest time.
 */
#define RETAIN_CLAIMS 4
void retain(const struct workload *w, unsigned int kib, bool option, struct retained *r);

#endif
