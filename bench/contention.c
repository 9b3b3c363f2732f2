// SPDX-License-Identifier: GPL-2.0
/*
 * contention - how a call's work grows with the number of CPUs, and with what is stored
 *
 *   usage: /bench/contention [OPERATIONS_PER_CPU [STACKS]]      (5000 500)
 *
 * All CPUs store the same new stacks in the same order at the same time. Counted, not timed:
 * probes, lost races for a slot, duplicates. Where no race was lost nothing was tried: a floor.
 * Then, on one CPU, probes at a given occupancy of the pool.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/bench.h"

static unsigned int count(const char *log, const char *words)
{
	unsigned int n = 0;

	for (const char *p = log; (p = strstr(p, words)); p++)
		n++;
	return n;
}

/* The contract's bound: each context that races may store a stack once more. */
static void bounded(const char *line, unsigned int stacks)
{
	unsigned int cpus, duplicates;

	if (sscanf(line, "stat cpus%u.duplicates records lower %u", &cpus, &duplicates) == 2)
		check(duplicates <= stacks * (cpus - 1), "%u CPUs: %u duplicates of %u stacks",
		      cpus, duplicates, stacks);
}

int main(int argc, char **argv)
{
	static const int percent[] = { 25, 50, 75, 90, 100 };
	const char *ops = argc > 1 ? argv[1] : "5000", *stacks = argc > 2 ? argv[2] : "500";
	int cpus = sysconf(_SC_NPROCESSORS_ONLN);
	unsigned long long lost, races = 0;
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
	report_begin(count(log, "\nerrors ") + count(log, ".duplicates "));
	while ((line = strsep(&log, "\n"))) {
		if (!strncmp(line, "stat ", 5))
			report_line("# %s", line);
		if (sscanf(line, "stat cpus%*u.lost_races count lower %llu", &lost) == 1)
			races += lost;
		bounded(line, atoi(stacks));
		if (!strncmp(line, "errors ", 7))
			check(!strcmp(line, "errors 0"),
			      "every call found or stored its stack (%s)", line);
	}
	if (cpus > 1)
		floor_at_least("lost_races", 1, races);
	return report_end();
}
