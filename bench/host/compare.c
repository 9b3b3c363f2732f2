// SPDX-License-Identifier: GPL-2.0
/*
 * compare.c - bench compare: two records, one row a subject
 *
 * Exact numbers gate: any that is worse, does not repeat or is gone gives exit 1, and so does a
 * test that fails only in NEW. Sampled ones are shown with their interval and decide nothing. What
 * may be compared with what, and how, is results/compare.c (docs/statistics.rst).
 */
#include <math.h>
#include <string.h>
#include "compare.h"
#include "host.h"

static const char *word(enum outcome o)
{
	switch (o) {
	case CMP_WORSE:
		return "worse";
	case CMP_ONLY_A:
		return "gone";
	case CMP_ONLY_B:
		return "new";
	default:
		return compare_word(o);
	}
}

static bool gates(const struct metric_diff *d)
{
	return d->metric->exact &&
	       (d->outcome == CMP_WORSE || d->outcome == CMP_INEXACT || d->outcome == CMP_ONLY_A);
}

static void row(const struct metric_diff *d)
{
	const struct metric *m = d->metric;
	char how[64] = "exact";

	if (!m->exact && d->rank.p > 0)
		snprintf(how, sizeof(how), "[%.4g, %.4g]", d->rank.low, d->rank.high);
	else if (!m->exact)
		snprintf(how, sizeof(how), "sampled");
	printf("%-34s %12.10g %12.10g %+12.6g %-14s %-18s %s\n", m->name, d->a, d->b, d->b - d->a,
	       m->unit, how, word(d->outcome));
}

static size_t worse_tests(const struct comparison *c)
{
	size_t n = 0;

	for (size_t i = 0; i < c->nr_tests; i++) {
		const struct test_diff *t = &c->tests[i];

		if (t->outcome != CMP_WORSE && t->outcome != CMP_ONLY_A)
			continue;
		printf("%s: %s\n", t->name, t->outcome == CMP_WORSE ? "fails in NEW only" : "gone");
		n++;
	}
	return n;
}

static const char *series(const struct run *r)
{
	const char *s = run_fact(r, "measured");

	return *s ? s : run_fact(r, "series_hash");
}

int verb_compare(int argc, char **argv)
{
	struct arena a = { 0 };
	struct run *base = record_read(&a, argv[1]), *new = record_read(&a, argv[2]);
	struct comparison *c = compare_runs(&a, &base, 1, &new, 1);
	size_t worse = 0, better = 0, exact = 0, same = 0, rows = 0;

	(void)argc;
	printf("base %s  %s\nnew  %s  %s\n", base->id, series(base), new->id, series(new));
	printf("%-34s %12s %12s %12s %-14s %-18s %s\n", "subject", "base", "new", "delta", "unit",
	       "exact or interval", "verdict");
	for (size_t i = 0; i < c->nr_metrics; i++) {
		const struct metric_diff *d = &c->metrics[i];

		if (!is_bench(d->metric))
			continue;
		row(d);
		rows++;
		exact += d->metric->exact && d->outcome != CMP_UNCOMPARABLE;
		worse += gates(d);
		better += d->outcome == CMP_BETTER;
		same += d->outcome == CMP_SAME;
	}
	worse += worse_tests(c);
	printf("%zu worse, %zu better, %zu same of %zu%s%s\n", worse, better, same, rows,
	       *c->blocked ? ": two experiments, not comparable: " : "", c->blocked);
	arena_free(&a);
	return worse ? E_FAIL : exact ? E_PASS : E_UNRESOLVED;
}
