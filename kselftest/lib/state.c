// SPDX-License-Identifier: GPL-2.0
#include "state.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tracefs.h"

/* What the parsers of the "trace" file rely on, and what would add stacks of its own. */
static const char * const quiet_options[] = {
	"nostacktrace", "nouserstacktrace", "nobin", "nohex", "noraw", "nofields", "noverbose",
	"nolatency-format", "nosym-addr", "nosym-offset", "overwrite", "markers", "context-info",
	"annotate", "noevent-fork",
};

int tracing_clear(void)
{
	/* a write to "trace" does nothing, opening it for truncation clears */
	int fd = tracefs_open("trace", O_WRONLY | O_TRUNC);

	if (fd < 0)
		return fd;
	close(fd);
	return 0;
}

static int put(const char *name, const char *text)
{
	long ret = tracefs_put(name, text);

	return ret < 0 ? (int)ret : 0;
}

int tracing_quiet(struct tracing_state *state)
{
	int ret;

	state->options = tracefs_read("trace_options");
	state->events = tracefs_read("set_event");
	state->tracer = tracefs_read("current_tracer");
	state->on = tracefs_read("tracing_on");
	if (!state->options || !state->events || !state->tracer || !state->on)
		return -errno;
	ret = put("tracing_on", "0");
	ret = ret ?: put("current_tracer", "nop");
	ret = ret ?: put("events/enable", "0");
	/* not every kernel has every option; the write of an unknown one changes nothing */
	for (size_t i = 0; i < sizeof(quiet_options) / sizeof(quiet_options[0]); i++)
		tracefs_put("trace_options", quiet_options[i]);
	if (tracefs_has("options/stackmap"))
		ret = ret ?: put("options/stackmap", "0");
	if (tracefs_has("stack_map"))
		ret = ret ?: put("stack_map", "0");
	ret = ret ?: tracing_clear();
	return ret ?: put("tracing_on", "1");
}

/* Each line of @text, one write each. */
static void put_lines(const char *name, char *text)
{
	char *save, *line = strtok_r(text, "\n", &save);

	for (; line; line = strtok_r(NULL, "\n", &save))
		tracefs_put(name, line);
}

void tracing_restore(struct tracing_state *state)
{
	tracefs_put("tracing_on", "0");
	tracefs_put("current_tracer", "nop");
	tracefs_put("events/enable", "0");
	if (tracefs_has("stack_map"))
		tracefs_put("stack_map", "0");
	tracing_clear();
	if (state->options)
		put_lines("trace_options", state->options);
	if (state->events)
		put_lines("set_event", state->events);
	if (state->tracer)
		put_lines("current_tracer", state->tracer);
	if (state->on)
		put_lines("tracing_on", state->on);
	free(state->options);
	free(state->events);
	free(state->tracer);
	free(state->on);
	memset(state, 0, sizeof(*state));
}
