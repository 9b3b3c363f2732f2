/* SPDX-License-Identifier: GPL-2.0 */
/* pump_trace.h - the event of pump.c, fired from inside a breakpoint exception */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM stackmap_torture

#if !defined(STACKMAP_PUMP_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define STACKMAP_PUMP_TRACE_H

#include <linux/tracepoint.h>

TRACE_EVENT(stackmap_pump,
	TP_PROTO(int nmi),
	TP_ARGS(nmi),
	TP_STRUCT__entry(__field(int, nmi)),
	TP_fast_assign(__entry->nmi = nmi;),
	TP_printk("in_nmi=%d", __entry->nmi)
);

#endif

#undef TRACE_INCLUDE_PATH
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_PATH .
#define TRACE_INCLUDE_FILE pump_trace
#include <trace/define_trace.h>
