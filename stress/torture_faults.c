// SPDX-License-Identifier: GPL-2.0
/*
 * torture_faults - each oracle of the torture module has a planted fault that only it sees
 *
 * With the oracle on, the run fails and names it; with that oracle switched off, the same fault
 * passes, so no other oracle stands in for it. A detector that detects nothing fails here.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/stress.h"

static const struct { const char *fault, *oracle; unsigned int bit; } planted[] = {
	{ "torn", "payload", 1 }, { "stale", "pipe", 2 }, { "miscount", "conservation", 3 },
	{ "merge", "identity", 4 }, { "leak", "capacity", 5 }, { "probe", "bound", 6 },
	{ "backwards", "termination", 7 },
};
#define N (sizeof(planted) / sizeof(planted[0]))

/* Verdict and oracle of a run with these words, e.g. "FAILURE payload". */
static void run_words(struct run *r, const char *words, char *out, size_t len)
{
	char all[160], verdict[16], oracle[16], *report;
	int err;

	snprintf(all, sizeof(all), "seed=%llu seconds=2 stutter=0 positions=2000 %s",
		 (unsigned long long)r->seed & 0xffffffff, words);
	err = module_write("run", all);
	report = module_read("report");
	if (err || !report || sscanf(report, "verdict %15s oracle %15s", verdict, oracle) != 2)
		snprintf(out, len, "error %s", strerror(-err));
	else
		snprintf(out, len, "%s %s", verdict, oracle);
	free(report);
}

static void load(struct run *r)
{
	(void)r;
}

static void judge(struct run *r)
{
	char words[64], got[64], want[64];

	run_words(r, "", got, sizeof(got));
	check(!strcmp(got, "SUCCESS none"), "no fault: %s", got);
	for (size_t i = 0; i < N; i++) {
		snprintf(words, sizeof(words), "fault=%s", planted[i].fault);
		snprintf(want, sizeof(want), "FAILURE %s", planted[i].oracle);
		run_words(r, words, got, sizeof(got));
		check(!strcmp(got, want), "fault %s: wanted %s, got %s", planted[i].fault, want,
		      got);
		snprintf(words, sizeof(words), "fault=%s off=%u", planted[i].fault,
			 1u << planted[i].bit);
		run_words(r, words, got, sizeof(got));
		check(!strcmp(got, "SUCCESS none"), "fault %s without oracle %s: %s",
		      planted[i].fault, planted[i].oracle, got);
	}
}

const struct scenario scenario = {
	.name = "torture_faults", .claims = 1 + 2 * N, .seconds = 1, .module = true,
	.load = load, .judge = judge,
};
