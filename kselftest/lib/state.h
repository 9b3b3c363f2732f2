/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A test wants a tracer in which nothing happens but what it causes; the machine wants its own
 * settings back. The content of the ring buffer and of the map is not kept.
 */
#ifndef KSELFTEST_STATE_H
#define KSELFTEST_STATE_H

struct tracing_state {
	char *options;	/* trace_options */
	char *events;	/* set_event */
	char *tracer;	/* current_tracer */
	char *on;	/* tracing_on */
};

/*
 * Saves, then: no tracer, no event, text output, options stackmap and stacktrace off, empty ring
 * buffer, empty map, tracing on. 0, or -errno of the first thing that failed.
 */
int tracing_quiet(struct tracing_state *state);
void tracing_restore(struct tracing_state *state);

/* Empties the ring buffer of the top-level instance. 0 or -errno. */
int tracing_clear(void);

#endif
