/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Two sets of runs against each other: identity, verdicts of tests, numbers. What the compare verb
 * prints and the compare pages show.
 */
#ifndef COMPARE_H
#define COMPARE_H

#include "model.h"
#include "stats.h"

/* Words for readers are in compare_word(). */
enum outcome {
	CMP_SAME,
	CMP_BETTER,
	CMP_WORSE,
	CMP_CHANGED,
	CMP_FEW,
	CMP_INEXACT,
	CMP_ONLY_A,
	CMP_ONLY_B,
	CMP_FLAKY,
	CMP_UNCOMPARABLE,
};

const char *compare_word(enum outcome o);

struct id_diff {
	const char *key, *a, *b;
	bool blocks; /* numbers of the two sides must not be compared */
};

struct test_diff {
	const char *name;
	size_t runs_a, fails_a, runs_b, fails_b; /* runs that planned it; a missing one fails */
	enum outcome outcome;
};

struct metric_diff {
	const struct metric *metric; /* name, test, unit, better, exact */
	size_t nr_a, nr_b; /* observations: runs' medians or samples, see per_run */
	bool per_run;
	double a, b; /* medians */
	struct stats_rank rank; /* of sampled metrics with enough data */
	enum outcome outcome;
};

struct comparison {
	struct id_diff *ids;
	struct test_diff *tests; /* only those that differ or fail */
	struct metric_diff *metrics;
	size_t nr_ids, nr_tests, nr_metrics;
	char *blocked; /* why numbers cannot be compared, "" when they can */
	size_t worse, undecided, decided; /* tests and metrics */
};

/* compare_runs: both sets need a run; a set that mixes configurations dies, naming what differs. */
struct comparison *compare_runs(struct arena *a, struct run **ra, size_t na, struct run **rb,
				size_t nb);

/* metric_find: NULL when the run has none like it. */
const struct metric *metric_find(const struct run *r, const struct metric *like);

#endif
