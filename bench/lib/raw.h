/* SPDX-License-Identifier: GPL-2.0 */
/*
 * raw.h - pages of trace_pipe_raw, read without the kernel's help
 *
 * What the kernel's own statistics say about a ring buffer is computed here a second time from its
 * pages: entries, bytes, time. Both must agree to the byte.
 */
#ifndef BENCH_RAW_H
#define BENCH_RAW_H

#include <stddef.h>
#include <stdint.h>

/* From events/header_page: where a page's own fields are, and how much data it holds. */
struct raw_layout {
	size_t commit_size, data_offset, data_size;
};

#define RAW_TYPES 65536

struct raw_sum {
	uint64_t pages, entries;
	uint64_t data;		/* bytes of all events, time stamps between them included */
	uint64_t padding;	/* at the ends of all pages but the last, where no event fitted */
	uint64_t padding_all;	/* the last included: is it one? */
	uint64_t oldest, first, last;	/* time stamps: of the first page, of events */
	uint32_t by_type[RAW_TYPES];	/* by the number in the event's format file */
	void (*see)(struct raw_sum *s, uint16_t type, const void *entry);	/* or NULL */
};

/* All three: 0, or -1 with the reason in err. */
int raw_layout_parse(const char *text, struct raw_layout *l);
int raw_page(struct raw_sum *s, const struct raw_layout *l, const void *page, char *err,
	     size_t errlen);

/* What per_cpu/cpuN/stats calls bytes: the padding of every page but the last counts. */
uint64_t raw_bytes(const struct raw_sum *s);

#endif
