// SPDX-License-Identifier: GPL-2.0
/* Events off, and their triggers and filters gone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "init.h"

/*
 * Lines "system:event   what" of show_event_filters or show_event_triggers. Reading one file and
 * not one an event makes this a millisecond; every kernel the series is for has both.
 */
static void each_event(const char *file, void (*clear)(const char *event, char *what))
{
	char path[200], event[200];
	char *text, *at, *line;

	snprintf(path, sizeof(path), TRACING "/%s", file);
	text = at = read_file(path);
	while (at && (line = strsep(&at, "\n"))) {
		char *what = line + strcspn(line, " "), *colon = strchr(line, ':');

		if (!*what || !colon || colon > what)
			continue;
		*what++ = '\0';
		what += strspn(what, " ");
		*colon = '/';
		snprintf(event, sizeof(event), "events/%s", line);
		clear(event, what);
	}
	free(text);
}

static void clear_filter(const char *event, char *what)
{
	char file[220];

	(void)what;
	snprintf(file, sizeof(file), "%s/filter", event);
	tracing_set(file, "0");
}

/* "hist:keys=common_pid [active]": the state behind it is no part of the trigger's name */
static void clear_trigger(const char *event, char *what)
{
	char file[220], remove[500];
	char *state = strstr(what, " [");

	if (state)
		*state = '\0';
	snprintf(file, sizeof(file), "%s/trigger", event);
	snprintf(remove, sizeof(remove), "!%s", what);
	tracing_set(file, remove);
}

void tracing_clear_events(void)
{
	/* a trigger keeps its event enabled underneath, so it goes first */
	each_event("show_event_triggers", clear_trigger);
	tracing_set("set_event", "");
	each_event("show_event_filters", clear_filter);
}
