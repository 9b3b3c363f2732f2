/* SPDX-License-Identifier: GPL-2.0 */
/* Questions to the store. Every answer is in the caller's arena. */
#ifndef QUERY_H
#define QUERY_H

#include "store.h"

struct run_row {
	char *id, *started, *verdict, *reason;
	struct cell cell;
	double seconds;
	long passed, failed, skipped;
};

struct run_filter {
	long long cell; /* 0: any */
	const char *glob, *arch, *scenario, *verdict; /* NULL or "": any */
	long limit; /* newest first; 0: all */
};

struct run_row *query_runs(struct store *s, struct arena *a, const struct run_filter *f, size_t *n);
struct cell *query_cells(struct store *s, struct arena *a, size_t *n);

/*
 * query_expand: run ids for an argument: an id, ids with commas, or a pattern. An argument that
 * matches nothing dies, naming the newest ids there are.
 */
char **query_expand(struct store *s, struct arena *a, const char *arg, size_t *n);

struct metric_row {
	long long id;
	char *name, *test, *unit, *better;
	bool exact;
};

/* query_metrics: of one cell, or all (cell 0), by name. */
struct metric_row *query_metrics(struct store *s, struct arena *a, long long cell, size_t *n);

/* One run's samples of one metric in one cell. */
struct trend_point {
	char *id, *started;
	double *samples;
	size_t nr_samples;
};

/* query_trend: the newest limit runs which have the metric, oldest first; runs that ended in ERROR
 * are left out. */
struct trend_point *query_trend(struct store *s, struct arena *a, long long cell, long long metric,
				long limit, size_t *n);

/* query_nightly: the newest night, NULL when there was none. */
struct nightly *query_nightly(struct store *s, struct arena *a);

/* query_totals: runs, samples; for messages. */
void query_totals(struct store *s, long long *runs, long long *samples);

#endif
