// SPDX-License-Identifier: GPL-2.0
// Known answers of the change-point search, from the definition and from a series everybody uses.
#include "gen.h"
#include "stats.h"
#include "unit.h"

#include <string.h>

/* The energy statistic written as its definition, sums and all. */
static double by_definition(const double *x, int n, int k)
{
	double cross = 0, left = 0, right = 0, m = n - k;

	for (int i = 0; i < n; i++)
		for (int j = i + 1; j < n; j++) {
			double d = fabs(x[i] - x[j]);

			if (j < k)
				left += d;
			else if (i >= k)
				right += d;
			else
				cross += d;
		}
	return k * m / n *
	       (2 / (k * m) * cross - left / (k * (k - 1.0) / 2) - right / (m * (m - 1) / 2));
}

/* By hand: {0,0,1,1} at 2: cross sum 4, within 0: 2*2/4 * 2*4/4 = 2. */
UNIT_TEST(energy_by_hand_and_definition)
{
	const double step[] = { 0, 0, 1, 1 };
	double x[30], q[30];
	uint64_t rng = 9;

	stats_energy(step, 4, q);
	CHECK_NEAR(q[2], 2, 1e-12);
	CHECK_NEAR(q[1], 0, 0);
	for (int i = 0; i < 30; i++)
		x[i] = 10 * gen_uniform(&rng);
	stats_energy(x, 30, q);
	for (int k = 2; k <= 28; k++)
		CHECK_NEAR(q[k], by_definition(x, 30, k), 1e-9);
}

/* Annual flow of the Nile at Aswan, 1871 to 1970: the drop is after 1898, the 28th value. */
UNIT_TEST(changes_nile)
{
	static const double nile[] = {
		1120, 1160, 963,  1210, 1160, 1160, 813,  1230, 1370, 1140, 995,  935,	1110,
		994,  1020, 960,  1180, 799,  958,  1140, 1100, 1210, 1150, 1250, 1260, 1220,
		1030, 1100, 774,  840,	874,  694,  940,  833,	701,  916,  692,  1020, 1050,
		969,  831,  726,  456,	824,  702,  1120, 1100, 832,  764,  821,  768,	845,
		864,  862,  698,  845,	744,  796,  1040, 759,	781,  865,  845,  944,	984,
		897,  822,  1010, 771,	676,  649,  846,  812,	742,  801,  1040, 860,	874,
		848,  890,  744,  749,	838,  1050, 918,  986,	797,  923,  975,  815,	1020,
		906,  901,  1170, 912,	746,  919,  718,  714,	740,
	};
	struct stats_change c[20];
	size_t n = stats_changes(nile, ARRAY_SIZE(nile), c, 20);

	CHECK(ARRAY_SIZE(nile) == 100);
	CHECK(n == 1);
	CHECK(c[0].at == 28);
	CHECK_NEAR(c[0].before, 1120, 20);
	CHECK_NEAR(c[0].after, 845, 15);
}

static void steps(double *x, int n, uint64_t seed, double noise, const int *at, int nr)
{
	double level = 100;

	for (int i = 0; i < n; i++) {
		for (int k = 0; k < nr; k++)
			if (at[k] == i)
				level += k % 2 ? -15 : 20;
		x[i] = level + noise * gen_normal(&seed);
	}
}

UNIT_TEST(changes_two_planted)
{
	const int at[] = { 20, 45 };
	struct stats_change c[20], again[20];
	double x[70];
	size_t n;

	steps(x, 70, 1, 3, at, 2);
	n = stats_changes(x, 70, c, 20);
	CHECK(n == 2 && c[0].at == 20 && c[1].at == 45);
	CHECK_NEAR(c[0].after - c[0].before, 20, 3);
	CHECK_NEAR(c[1].after - c[1].before, -15, 3);
	/* deterministic, and a scale does not matter */
	CHECK(stats_changes(x, 70, again, 20) == n && !memcmp(c, again, n * sizeof(*c)));
	for (int i = 0; i < 70; i++)
		x[i] *= 1e9;
	CHECK(stats_changes(x, 70, again, 20) == 2 && again[1].at == 45);
}

/* The last five nights are the ones somebody waits for. */
UNIT_TEST(changes_at_the_end)
{
	const int at[] = { 55 };
	struct stats_change c[20];
	double x[60];

	steps(x, 60, 2, 3, at, 1);
	CHECK(stats_changes(x, 60, c, 20) == 1 && c[0].at == 55);
	/* four nights are not enough, and a point far out is no level */
	CHECK(stats_changes(x, 59, c, 20) == 0);
	steps(x, 60, 2, 3, at, 0);
	x[30] = 1e12;
	CHECK(stats_changes(x, 60, c, 20) == 0);
}

UNIT_TEST(changes_short_and_flat)
{
	const double x[] = { 1, 1, 1, 1, 9, 9, 9, 9, 9 }, flat[20] = { 0 };
	struct stats_change c[20];

	CHECK(stats_changes(x, 9, c, 20) == 0);
	CHECK(stats_changes(x, 0, c, 20) == 0);
	CHECK(stats_changes(flat, 20, c, 20) == 0);
}

UNIT_TEST(changes_false_alarms)
{
	struct stats_change c[60];
	uint64_t rng = 21;
	int alarms = 0;

	for (int round = 0; round < 300; round++) {
		double x[60];

		for (int i = 0; i < 60; i++)
			x[i] = gen_normal(&rng);
		alarms += stats_changes(x, 60, c, 60) > 0;
	}
	CHECK(alarms <= 300 * STATS_ALPHA * 2);
}

UNIT_TEST(steps_are_inequalities)
{
	const double x[] = { 411, 411, 418, 418, 411 };
	struct stats_change c[5];

	CHECK(stats_steps(x, 5, c, 5) == 2);
	CHECK(c[0].at == 2 && c[0].before == 411 && c[0].after == 418);
	CHECK(c[1].at == 4 && c[1].after == 411);
	CHECK(stats_steps(x, 2, c, 5) == 0);
}
