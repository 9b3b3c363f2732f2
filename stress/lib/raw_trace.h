/* SPDX-License-Identifier: GPL-2.0 */
/* raw_trace.h - what trace_pipe_raw and snapshot_raw hold, summed like the text of trace */
#ifndef RAW_TRACE_H
#define RAW_TRACE_H

#include "../../bench/lib/raw.h"
#include "epoch.h"

struct raw_trace {
	struct raw_sum		sum;	/* first */
	struct raw_layout	layout;
	size_t			size;	/* of a page */
	struct tev_sum		*tev;	/* events, ids, full stacks; a page that is wrong is bad */
	uint64_t		missed;	/* pages in front of which something was lost */
	uint16_t		id_type, full_type;
	size_t			id_offset, size_offset;
};

void raw_trace_init(struct raw_trace *t, struct tev_sum *tev);
void raw_trace_page(struct raw_trace *t, const void *page);
void raw_trace_drain(struct raw_trace *t, const char *file);	/* of all CPUs, to the end */

#endif
