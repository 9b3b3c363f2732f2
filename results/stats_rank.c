// SPDX-License-Identifier: GPL-2.0
/*
 * The Mann-Whitney test with its exact conditional distribution (ties included), Cliff's delta, and
 * the Hodges-Lehmann shift with its interval. Written up in docs/statistics.rst.
 */
#include "stats.h"
#include "results.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Counting costs about 2 (N m)^2 additions; beyond this the normal approximation is good to the
 * tails. */
#define EXACT_LIMIT 3200

static void *zeroed(size_t n, size_t size)
{
	void *p = calloc(n ? n : 1, size);

	if (!p)
		die("out of memory (%zu values)", n);
	return p;
}

struct indexed {
	double v;
	size_t i;
};

static int by_value(const void *a, const void *b)
{
	double x = ((const struct indexed *)a)->v, y = ((const struct indexed *)b)->v;

	return (x > y) - (x < y);
}

void stats_midranks(const double *x, size_t n, long *twice)
{
	struct indexed *s = zeroed(n, sizeof(*s));

	for (size_t i = 0; i < n; i++)
		s[i] = (struct indexed){ x[i], i };
	qsort(s, n, sizeof(*s), by_value);
	for (size_t from = 0, to; from < n; from = to) {
		for (to = from; to < n && s[to].v == s[from].v; to++)
			;
		for (size_t k = from; k < to; k++)
			twice[s[k].i] = from + 1 + to;
	}
	free(s);
}

static int descending(const void *a, const void *b)
{
	long x = *(const long *)a, y = *(const long *)b;

	return (x < y) - (x > y);
}

/*
 * count_sums: how many of the choices of m of the n ranks have each sum; the shift algorithm of
 * Streitberg and Roehmel. Returns counts[0..*top], to be freed. Doubles hold C(60,30) exactly
 * enough for a p-value.
 */
static double *count_sums(const long *ranks, size_t n, size_t m, size_t *top)
{
	long *sorted = zeroed(n, sizeof(*sorted));
	size_t max = 0;
	double *c, *out;

	memcpy(sorted, ranks, n * sizeof(*sorted));
	qsort(sorted, n, sizeof(*sorted), descending);
	for (size_t i = 0; i < m; i++)
		max += sorted[i];
	c = zeroed((m + 1) * (max + 1), sizeof(*c));
	c[0] = 1;
	for (size_t i = 0; i < n; i++)
		for (size_t k = m; k-- > 0;)
			for (size_t w = 0; w + sorted[i] <= max; w++)
				c[(k + 1) * (max + 1) + w + sorted[i]] += c[k * (max + 1) + w];
	out = zeroed(max + 1, sizeof(*out));
	memcpy(out, c + m * (max + 1), (max + 1) * sizeof(*out));
	free(c);
	free(sorted);
	*top = max;
	return out;
}

/* P(|W - E| >= |w - E|) over all choices of m ranks; sums are doubled, so E = m (n + 1) is whole.
 */
static double exact_p(const long *twice, size_t n, size_t m, long w)
{
	long middle = m * (n + 1), far = labs(w - middle);
	double all = 0, tail = 0, *c;
	size_t top;

	c = count_sums(twice, n, m, &top);
	for (size_t i = 0; i <= top; i++) {
		all += c[i];
		if (labs((long)i - middle) >= far)
			tail += c[i];
	}
	free(c);
	return tail / all;
}

/* Variance by the conditional formula, which corrects for ties; half a step of continuity. */
static double normal_p(const long *twice, size_t n, size_t m, long w)
{
	double middle = m * (n + 1.0), ss = 0, sd, z;

	for (size_t i = 0; i < n; i++)
		ss += (twice[i] - (n + 1.0)) * (twice[i] - (n + 1.0));
	sd = sqrt((double)m * (n - m) / (n * (n - 1.0)) * ss);
	if (sd == 0)
		return 1;
	z = (fabs(w - middle) - 1) / sd;
	return z <= 0 ? 1 : erfc(z / M_SQRT2);
}

double stats_rank_p(const double *x, size_t nx, const double *y, size_t ny, bool *exact)
{
	size_t n = nx + ny, m = nx < ny ? nx : ny;
	double *all = zeroed(n, sizeof(*all)), p;
	long *twice = zeroed(n, sizeof(*twice)), w = 0;

	/* the smaller side first: its ranks are the ones counted */
	memcpy(all, nx < ny ? x : y, m * sizeof(*all));
	memcpy(all + m, nx < ny ? y : x, (n - m) * sizeof(*all));
	stats_midranks(all, n, twice);
	for (size_t i = 0; i < m; i++)
		w += twice[i];
	*exact = n * m <= EXACT_LIMIT;
	p = *exact ? exact_p(twice, n, m, w) : normal_p(twice, n, m, w);
	free(all);
	free(twice);
	return p < 1 ? p : 1;
}

/*
 * cut_of: how many of the ordered differences the interval leaves out on each side: the largest c
 * with P(U < c) <= alpha / 2, at least 0, under "no difference" without ties.
 */
static size_t cut_of(size_t nx, size_t ny, double alpha)
{
	size_t n = nx + ny, m = nx < ny ? nx : ny, top, c = 0;
	double all = 0, sum = 0, *counts;
	long *ranks;

	if (n * m > EXACT_LIMIT) {
		double k = nx * (double)ny / 2 - 2.5758 * sqrt(nx * (double)ny * (n + 1) / 12);

		return k > 0 ? k : 0;
	}
	ranks = zeroed(n, sizeof(*ranks));
	for (size_t i = 0; i < n; i++)
		ranks[i] = i + 1;
	counts = count_sums(ranks, n, m, &top);
	for (size_t i = 0; i <= top; i++)
		all += counts[i];
	/* U is the rank sum less its smallest value */
	while ((sum += counts[c + m * (m + 1) / 2]) / all <= alpha / 2)
		c++;
	free(counts);
	free(ranks);
	return c;
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void shift(struct stats_rank *r, const double *x, size_t nx, const double *y, size_t ny)
{
	size_t n = nx * ny, cut = cut_of(nx, ny, STATS_ALPHA);
	double *d = zeroed(n, sizeof(*d));

	for (size_t i = 0; i < nx; i++)
		for (size_t k = 0; k < ny; k++)
			d[i * ny + k] = y[k] - x[i];
	qsort(d, n, sizeof(*d), ascending);
	r->shift = stats_median(d, n);
	/* as R does: the cut-th difference from each end, counted from one */
	cut = cut ? cut - 1 : 0;
	r->low = d[cut];
	r->high = d[n - 1 - cut];
	free(d);
}

struct stats_rank stats_rank_test(const double *x, size_t nx, const double *y, size_t ny)
{
	struct stats_rank r = { 0 };

	for (size_t i = 0; i < nx; i++)
		for (size_t k = 0; k < ny; k++)
			r.u += y[k] > x[i] ? 1 : y[k] == x[i] ? 0.5 : 0;
	r.delta = 2 * r.u / ((double)nx * ny) - 1;
	r.p = stats_rank_p(x, nx, y, ny, &r.exact);
	shift(&r, x, nx, y, ny);
	return r;
}
