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

int main(int argc, char **argv)
{
	char *log, *line;

	module_must_write("cost", argc > 1 ? argv[1] : "10");
	log = module_must_read("log");
	report_begin(lines(log));
	while ((line = strsep(&log, "\n")))
		if (*line)
			claim(line);
	return report_end();
}
