// SPDX-License-Identifier: GPL-2.0
/*
 * contention - how a call's work grows with the number of CPUs, and with what is stored
 *
 *   usage: /bench/contention [OPERATIONS_PER_CPU [STACKS]]      (20000 4000)
 *
 * All CPUs store the same new stacks in the same order at the same time. Counted, not timed: probes,
 * lost races for a slot, duplicates. Then, on one CPU, probes at a given occupancy of the pool.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/bench.h"

static unsigned int claims(const char *log)
{
	unsigned int n = 0;

	for (const char *p = log; (p = strstr(p, "\nerrors ")); p++)
		n++;
	return n;
}

int main(int argc, char **argv)
{
	static const int percent[] = { 25, 50, 75, 90, 100 };
	const char *ops = argc > 1 ? argv[1] : "20000", *stacks = argc > 2 ? argv[2] : "4000";
	int cpus = sysconf(_SC_NPROCESSORS_ONLN);
	char words[64], *log, *line;

	module_must_write("cost", "1");	/* empties the log; what it says is of no interest here */
	for (int n = 1; n <= cpus && n <= 8; n *= 2) {
		snprintf(words, sizeof(words), "%d %s %s", n, ops, stacks);
		module_must_write("contend", words);
	}
	for (unsigned int i = 0; i < sizeof(percent) / sizeof(*percent); i++) {
		snprintf(words, sizeof(words), "%d", percent[i]);
		module_must_write("occupancy", words);
	}
	log = module_must_read("log");
	report_begin(claims(log));
	while ((line = strsep(&log, "\n"))) {
		if (!strncmp(line, "stat ", 5))
			report_line("# %s", line);
		else if (!strncmp(line, "errors ", 7))
			check(!strcmp(line, "errors 0"), "every call found or stored its stack (%s)", line);
	}
	return report_end();
}
