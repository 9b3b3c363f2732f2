// SPDX-License-Identifier: GPL-2.0
// The numbers of two sets of runs: exact ones by equality, sampled ones by the rank test. See
// compare.h.
#include "compare_impl.h"

#include <math.h>
#include <string.h>

static bool alike(const struct metric *a, const struct metric *b)
{
	return !strcmp(a->name, b->name) && !strcmp(a->test, b->test) &&
	       !strcmp(a->unit, b->unit) && a->exact == b->exact;
}

const struct metric *metric_find(const struct run *r, const struct metric *like)
{
	for (size_t i = 0; i < r->nr_metrics; i++)
		if (alike(&r->metrics[i], like))
			return &r->metrics[i];
	return NULL;
}

static size_t runs_with(struct run **r, size_t n, const struct metric *like)
{
	size_t k = 0;

	for (size_t i = 0; i < n; i++)
		k += metric_find(r[i], like) != NULL;
	return k;
}

/* observations: each run's median, or every sample of all runs. */
static double *observations(struct arena *a, struct run **r, size_t n, const struct metric *like,
			    bool per_run, size_t *nr)
{
	double *x = arena_alloc(a, 1);

	*nr = 0;
	for (size_t i = 0; i < n; i++) {
		const struct metric *m = metric_find(r[i], like);

		if (m && per_run)
			*APPEND(a, x, *nr) = stats_median(m->samples, m->nr_samples);
		for (size_t k = 0; m && !per_run && k < m->nr_samples; k++)
			*APPEND(a, x, *nr) = m->samples[k];
	}
	return x;
}

static enum outcome direction(const struct metric *m, double change)
{
	if (!strcmp(m->better, "none"))
		return CMP_CHANGED;
	return (change > 0) == !strcmp(m->better, "higher") ? CMP_BETTER : CMP_WORSE;
}

static bool constant(const double *x, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (x[i] != x[0])
			return false;
	return true;
}

static void judge(struct metric_diff *d, const double *x, const double *y)
{
	double base = fabs(d->a);

	if (d->metric->exact) {
		/* An exact count that does not repeat is a broken promise, not a measurement. */
		d->outcome = !constant(x, d->nr_a) || !constant(y, d->nr_b) ? CMP_INEXACT :
			     x[0] == y[0]				    ? CMP_SAME :
					    direction(d->metric, y[0] - x[0]);
		return;
	}
	if (d->nr_a < STATS_MIN_N || d->nr_b < STATS_MIN_N) {
		d->outcome = CMP_FEW;
		return;
	}
	d->rank = stats_rank_test(x, d->nr_a, y, d->nr_b);
	/* A baseline of zero has no percentage: there any shift counts. */
	if (d->rank.p < STATS_ALPHA && fabs(d->rank.delta) >= STATS_MIN_DELTA &&
	    fabs(d->rank.shift) >= STATS_MIN_SHIFT * base)
		d->outcome = direction(d->metric, d->rank.shift);
}

static void one(struct arena *a, struct comparison *c, const struct metric *m, struct run **ra,
		size_t na, struct run **rb, size_t nb)
{
	size_t with_a = runs_with(ra, na, m), with_b = runs_with(rb, nb, m);
	struct metric_diff d = { .metric = m };
	double *x, *y;

	/*
	 * Samples of one boot share its luck (layout, host load), so as soon as there are enough
	 * boots on both sides a boot is one observation.
	 */
	d.per_run = !m->exact && with_a >= STATS_MIN_N && with_b >= STATS_MIN_N;
	x = observations(a, ra, na, m, d.per_run, &d.nr_a);
	y = observations(a, rb, nb, m, d.per_run, &d.nr_b);
	d.a = stats_median(x, d.nr_a);
	d.b = stats_median(y, d.nr_b);
	if (!d.nr_a || !d.nr_b)
		d.outcome = d.nr_a ? CMP_ONLY_A : CMP_ONLY_B;
	else if (*c->blocked)
		d.outcome = CMP_UNCOMPARABLE;
	else
		judge(&d, x, y);
	*APPEND(a, c->metrics, c->nr_metrics) = d;
	c->worse += d.outcome == CMP_WORSE || d.outcome == CMP_INEXACT;
	if (d.outcome == CMP_FEW || d.outcome == CMP_UNCOMPARABLE)
		c->undecided++;
	else
		c->decided++;
}

void compare_metrics(struct arena *a, struct comparison *c, struct run **ra, size_t na,
		     struct run **rb, size_t nb)
{
	for (size_t i = 0; i < na + nb; i++) {
		const struct run *r = i < na ? ra[i] : rb[i - na];

		for (size_t k = 0; k < r->nr_metrics; k++) {
			bool seen = false;

			for (size_t j = 0; j < c->nr_metrics && !seen; j++)
				seen = alike(c->metrics[j].metric, &r->metrics[k]);
			if (!seen)
				one(a, c, &r->metrics[k], ra, na, rb, nb);
		}
	}
}
