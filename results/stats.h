/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The statistics, each function with a known answer in tests/unit_stats.c and a paragraph in
 * docs/statistics.rst. Nothing here is random: the same numbers give the same answer.
 */
#ifndef STATS_H
#define STATS_H

#include <stdbool.h>
#include <stddef.h>

/* Below this many observations a side cannot reach STATS_ALPHA whatever it measures: say so. */
#define STATS_MIN_N 5
#define STATS_ALPHA 0.01
#define STATS_MIN_DELTA 0.474 /* Cliff's delta "large" */
#define STATS_MIN_SHIFT 0.02 /* relative; smaller shifts are no news on a shared host */

double stats_median(const double *x, size_t n); /* 0 for n = 0 */
/* stats_quantile: linear interpolation between order statistics (Hyndman-Fan type 7). */
double stats_quantile(const double *x, size_t n, double q);

struct stats_rank {
	double u; /* Mann-Whitney U of y: pairs with y > x, ties count half */
	double p; /* two-sided */
	bool exact; /* conditional distribution enumerated; otherwise the normal approximation */
	double delta; /* Cliff's delta of y against x: -1 .. 1 */
	double shift; /* Hodges-Lehmann: median of y - x over all pairs */
	double low, high; /* its distribution-free confidence interval at 1 - STATS_ALPHA */
};

/* stats_rank_test: both sides need an observation. */
struct stats_rank stats_rank_test(const double *x, size_t nx, const double *y, size_t ny);

/* stats_rank_p: only the p-value (used by the change-point test). */
double stats_rank_p(const double *x, size_t nx, const double *y, size_t ny, bool *exact);

struct stats_change {
	size_t at; /* first index of the new level */
	double before, after; /* medians of the neighbouring segments */
	double p; /* corrected for having searched the position */
};

/*
 * stats_changes: E-divisive segmentation; at most max change points, ascending. Segments are never
 * shorter than STATS_MIN_N.
 */
size_t stats_changes(const double *x, size_t n, struct stats_change *out, size_t max);

/* stats_steps: the same for exact metrics: every inequality of neighbours is a change. */
size_t stats_steps(const double *x, size_t n, struct stats_change *out, size_t max);

/*
 * stats_energy: E-divisive statistic of every split of x[0..n): q[k] is that of x[0..k) against the
 * rest, 0 where a side has fewer than two values.
 */
void stats_energy(const double *x, size_t n, double *q);

/* stats_midranks: ranks from 1, ties share their mean, doubled so that they are whole numbers. */
void stats_midranks(const double *x, size_t n, long *twice);

#endif
