/* SPDX-License-Identifier: GPL-2.0 */
/* event_trace.h - the event whose recording is measured */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM stackmap_bench

#if !defined(STACKMAP_BENCH_EVENT_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define STACKMAP_BENCH_EVENT_TRACE_H

#include <linux/tracepoint.h>

TRACE_EVENT(stackmap_bench,
	TP_PROTO(unsigned int nr),
	TP_ARGS(nr),
	TP_STRUCT__entry(__field(unsigned int, nr)),
	TP_fast_assign(__entry->nr = nr;),
	TP_printk("nr=%u", __entry->nr)
);

#endif

#undef TRACE_INCLUDE_PATH
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_PATH .
#define TRACE_INCLUDE_FILE event_trace
#include <trace/define_trace.h>
