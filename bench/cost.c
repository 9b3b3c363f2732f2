// SPDX-License-Identifier: GPL-2.0
/*
 * cost - the subjects of the bench module, each run between the markers that an emulator counts at
 *
 *   usage: /bench/cost [REPEATS]
 *
 * Each subject is a claim: every call of it gave the result it is about. What the passes were, in
 * order, goes to the host as notes "insn SUBJECT PASSES"; the host has the counts.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/bench.h"

static unsigned int lines(const char *text)
{
	unsigned int n = 0;

	for (; (text = strchr(text, '\n')); text++)
		n++;
	return n;
}

static void claim(const char *line)
{
	unsigned int passes, wrong = 0;
	int want = 0, got = 0;
	char name[64];

	if (sscanf(line, "insn %63s %u wrong %u %d %d", name, &passes, &wrong, &want, &got) < 2)
		die("the module's log: '%s'", line);
	check(passes && !wrong, "%s: %u calls, %u with another result (wanted %d, got %d)", name,
	      passes, wrong, want, got);
	note("insn %s %u", name, passes);
}

#define EVENT	"events/stackmap_bench/stackmap_bench/"

static void record(const char *name, const char *repeats)
{
	char words[64];

	/* One page is not filled by these few events, so none of them pays for a new page. */
	tracefs_clear();
	snprintf(words, sizeof(words), "%s %s", name, repeats);
	module_must_write("event", words);
}

/* The whole recording path, by what follows the event. The counter as clock: no clock is read. */
static void recording(const char *repeats)
{
	tracefs_must_write("trace_clock", "counter");
	tracefs_must_write("tracing_on", "1");
	record("off", repeats);
	tracefs_must_write(EVENT "enable", "1");
	record("event_alone", repeats);
	tracefs_must_write("options/stacktrace", "1");
	record("full_stack", repeats);
	if (tracefs_has("options/stackmap")) {
		tracefs_must_write("options/stackmap", "1");
		record("stackmap", repeats);
		tracefs_must_write("options/stackmap", "0");
	}
	tracefs_must_write("options/stacktrace", "0");
	tracefs_must_write(EVENT "enable", "0");
	if (!tracefs_write(EVENT "trigger", "hist:keys=common_stacktrace")) {
		record("hist_stacktrace", repeats);
		tracefs_must_write(EVENT "trigger", "!hist:keys=common_stacktrace");
	}
	tracefs_must_write("trace_clock", "local");
}

int main(int argc, char **argv)
{
	const char *repeats = argc > 1 ? argv[1] : "10";
	char *log, *line;

	module_must_write("cost", repeats);
	recording(repeats);
	log = module_must_read("log");
	report_begin(lines(log));
	while ((line = strsep(&log, "\n")))
		if (*line)
			claim(line);
	return report_end();
}
