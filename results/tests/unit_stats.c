// SPDX-License-Identifier: GPL-2.0
/*
 * Known answers of the statistics: by hand, from the literature, and by brute force over all
 * assignments. A wrong rank, tail or interval here is a false alarm or a missed regression there.
 */
#include "gen.h"
#include "stats.h"
#include "unit.h"

UNIT_TEST(median_and_quantiles)
{
	const double odd[] = { 9, 1, 5 }, even[] = { 4, 1, 3, 2 };

	CHECK_NEAR(stats_median(odd, 3), 5, 0);
	CHECK_NEAR(stats_median(even, 4), 2.5, 0);
	CHECK_NEAR(stats_median(odd, 0), 0, 0);
	CHECK_NEAR(stats_quantile(even, 4, 0), 1, 0);
	CHECK_NEAR(stats_quantile(even, 4, 1), 4, 0);
	CHECK_NEAR(stats_quantile(even, 4, 0.95), 3.85, 1e-12);
}

UNIT_TEST(midranks_share_ties)
{
	const double x[] = { 3, 1, 3, 2, 3 };
	const long want[] = { 8, 2, 8, 4, 8 };
	long twice[5];

	stats_midranks(x, 5, twice);
	for (int i = 0; i < 5; i++)
		CHECK(twice[i] == want[i]);
}

/* Complete separation of 5 and 5: 2 of C(10,5) = 252 assignments are as extreme. */
UNIT_TEST(rank_test_complete_separation)
{
	const double x[] = { 1, 2, 3, 4, 5 }, y[] = { 6, 7, 8, 9, 10 };
	struct stats_rank r = stats_rank_test(x, 5, y, 5);

	CHECK(r.exact);
	CHECK_NEAR(r.p, 2.0 / 252, 1e-15);
	CHECK_NEAR(r.u, 25, 0);
	CHECK_NEAR(r.delta, 1, 0);
	CHECK_NEAR(r.shift, 5, 0);
	CHECK(r.low <= 5 && r.high >= 5);
}

/*
 * Hollander and Wolfe, Nonparametric Statistical Methods, table 4.1 (tritiated water through human
 * chorioamnion): W = 35 of the first sample, P(W >= 35) = 0.1272.
 */
UNIT_TEST(rank_test_hollander_wolfe)
{
	const double term[] = { 0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46 };
	const double early[] = { 1.15, 0.88, 0.90, 0.74, 1.21 };
	struct stats_rank r = stats_rank_test(early, 5, term, 10);

	CHECK_NEAR(r.u, 35, 0);
	CHECK_NEAR(r.p / 2, 0.1272, 0.00005);
	CHECK_NEAR(r.shift, 0.305, 1e-9);
}

/* All ways of choosing which values are y's, the definition itself; ties are where shortcuts go
 * wrong. */
static double brute_force(const double *all, int n, int m)
{
	double middle = m * (n + 1), far;
	long twice[16], seen = 0, tail = 0, w = 0;

	stats_midranks(all, n, twice);
	for (int i = 0; i < m; i++)
		w += twice[i];
	far = fabs(w - middle);
	for (unsigned int set = 0; set < 1u << n; set++) {
		if (__builtin_popcount(set) != m)
			continue;
		w = 0;
		for (int i = 0; i < n; i++)
			w += set >> i & 1 ? twice[i] : 0;
		seen++;
		tail += fabs(w - middle) >= far;
	}
	return (double)tail / seen;
}

UNIT_TEST(rank_test_equals_brute_force_with_ties)
{
	uint64_t rng = 7;

	for (int round = 0; round < 60; round++) {
		int m = 1 + round % 5, n = m + 3 + round % 6;
		double all[16];
		bool exact;

		for (int i = 0; i < n; i++)
			all[i] = (int)(4 * gen_uniform(&rng)) + (i < m ? round % 3 : 0);
		CHECK_NEAR(stats_rank_p(all, m, all + m, n - m, &exact), brute_force(all, n, m),
			   1e-12);
		CHECK(exact);
	}
}

/* The enumeration ends at 40 against 40; across that border the p-value must not jump. */
UNIT_TEST(rank_test_normal_meets_exact)
{
	double x[41], y[41], enumerated, approximated;
	uint64_t rng = 11;
	bool exact;

	for (int i = 0; i < 40; i++) {
		x[i] = gen_normal(&rng);
		y[i] = gen_normal(&rng) + 0.6;
	}
	x[40] = y[40] = 0.3;
	enumerated = stats_rank_p(x, 40, y, 40, &exact);
	CHECK(exact);
	approximated = stats_rank_p(x, 41, y, 41, &exact);
	CHECK(!exact);
	CHECK(enumerated > 1e-6 && enumerated < 0.1);
	CHECK_NEAR(approximated / enumerated, 1, 0.2);
	/* the same sample against itself has no evidence at all */
	CHECK_NEAR(stats_rank_p(x, 41, x, 41, &exact), 1, 1e-12);
}

UNIT_TEST(rank_test_constants)
{
	const double x[] = { 4, 4, 4, 4, 4 };
	struct stats_rank r = stats_rank_test(x, 5, x, 5);

	CHECK_NEAR(r.p, 1, 0);
	CHECK_NEAR(r.delta, 0, 0);
	CHECK_NEAR(r.shift, 0, 0);
}

/* A/A: with nothing different, at most the promised share of alarms. */
UNIT_TEST(rank_test_false_alarms)
{
	uint64_t rng = 3;
	int alarms = 0;

	for (int round = 0; round < 2000; round++) {
		double x[8], y[8];
		bool exact;

		for (int i = 0; i < 8; i++) {
			x[i] = exp(gen_normal(&rng));
			y[i] = exp(gen_normal(&rng));
		}
		alarms += stats_rank_p(x, 8, y, 8, &exact) < STATS_ALPHA;
	}
	CHECK(alarms <= 2000 * STATS_ALPHA * 1.5);
	CHECK(alarms > 0); /* a test that never alarms has no power either */
}

/* Coverage: the interval holds the true shift at least as often as it says. */
UNIT_TEST(interval_covers)
{
	uint64_t rng = 5;
	int missed = 0;

	for (int round = 0; round < 1000; round++) {
		double x[9], y[7];
		struct stats_rank r;

		for (int i = 0; i < 9; i++)
			x[i] = gen_normal(&rng);
		for (int i = 0; i < 7; i++)
			y[i] = gen_normal(&rng) + 2;
		r = stats_rank_test(x, 9, y, 7);
		missed += r.low > 2 || r.high < 2;
		CHECK(r.low <= r.shift && r.shift <= r.high);
	}
	CHECK(missed <= 20);
	CHECK(missed > 0);
}
