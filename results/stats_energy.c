// SPDX-License-Identifier: GPL-2.0
/*
 * Change points: E-divisive segmentation by energy statistics (Matteson and James), made
 * deterministic and robust. The statistic works on ranks, so one wild night cannot decide where the
 * split is; whether it is a change is decided by the exact rank test, corrected for the number of
 * positions searched, instead of by random permutations. Written up in docs/statistics.rst.
 */
#include "stats.h"
#include "results.h"

#include <math.h>
#include <stdlib.h>

/* One pass: moving x[k] from the right part to the left changes all three sums by its own
 * distances. */
void stats_energy(const double *x, size_t n, double *q)
{
	double left = 0, right = 0, cross = 0;

	for (size_t i = 0; i < n; i++)
		for (size_t j = i + 1; j < n; j++)
			right += fabs(x[i] - x[j]);
	if (n)
		q[0] = 0;
	for (size_t k = 1; k < n; k++) {
		double to_left = 0, to_right = 0, m = n - k;

		for (size_t i = 0; i + 1 < k; i++)
			to_left += fabs(x[k - 1] - x[i]);
		for (size_t i = k; i < n; i++)
			to_right += fabs(x[k - 1] - x[i]);
		left += to_left;
		right -= to_right;
		cross += to_right - to_left;
		q[k] = k < 2 || m < 2 ? 0 :
					k * m / n *
						(2 * cross / (k * m) - 2 * left / (k * (k - 1.0)) -
						 2 * right / (m * (m - 1)));
	}
}

struct search {
	const double *x;
	struct stats_change *out;
	size_t nr, max;
};

/* best_split: position in x[0..n) with the largest statistic, first of equals; 0 when n is too
 * short. */
static size_t best_split(const double *x, size_t n)
{
	double *ranks, *q;
	size_t best = 0;
	long *twice;

	if (n < 2 * STATS_MIN_N)
		return 0;
	ranks = calloc(2 * n, sizeof(*ranks));
	twice = calloc(n, sizeof(*twice));
	if (!ranks || !twice)
		die("out of memory (%zu values)", n);
	q = ranks + n;
	stats_midranks(x, n, twice);
	for (size_t i = 0; i < n; i++)
		ranks[i] = twice[i];
	stats_energy(ranks, n, q);
	for (size_t k = STATS_MIN_N; k + STATS_MIN_N <= n; k++)
		/* sums of rounded terms: nearly equal is equal, or the order of terms would choose
		 */
		if (!best || q[k] > q[best] * (1 + 1e-12))
			best = k;
	free(ranks);
	free(twice);
	return best;
}

static void divide(struct search *s, size_t from, size_t n)
{
	size_t k = best_split(s->x + from, n);
	const double *x = s->x + from;
	bool exact;
	double p;

	if (!k)
		return;
	/* Union bound over the positions searched: at most this likely without any change. */
	p = stats_rank_p(x, k, x + k, n - k, &exact) * (n - 2 * STATS_MIN_N + 1);
	if (p >= STATS_ALPHA)
		return;
	divide(s, from, k);
	if (s->nr < s->max)
		s->out[s->nr++] = (struct stats_change){ .at = from + k, .p = p };
	divide(s, from + k, n - k);
}

/* Levels are those of the neighbouring segments, known only when all splits are. */
static void levels(const double *x, size_t n, struct stats_change *c, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		size_t from = i ? c[i - 1].at : 0, to = i + 1 < nr ? c[i + 1].at : n;

		c[i].before = stats_median(x + from, c[i].at - from);
		c[i].after = stats_median(x + c[i].at, to - c[i].at);
	}
}

size_t stats_changes(const double *x, size_t n, struct stats_change *out, size_t max)
{
	struct search s = { x, out, 0, max };

	divide(&s, 0, n);
	levels(x, n, out, s.nr);
	return s.nr;
}

size_t stats_steps(const double *x, size_t n, struct stats_change *out, size_t max)
{
	size_t nr = 0;

	for (size_t i = 1; i < n && nr < max; i++)
		if (x[i] != x[i - 1])
			out[nr++] = (struct stats_change){ i, x[i - 1], x[i], 0 };
	return nr;
}
