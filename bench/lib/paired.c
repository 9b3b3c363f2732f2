// SPDX-License-Identifier: GPL-2.0
/* paired.c - see paired.h */
#include <math.h>
#include <stdlib.h>
#include "paired.h"

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/*
 * How many order statistics may be left out on each side: the largest k with
 * 2 * P(Binomial(n, 1/2) < k) <= 1 %.
 */
static size_t outside(size_t n)
{
	double term = exp2(-(double)n), below = 0;
	size_t k = 0;

	while (k < n / 2 && 2 * (below + term) <= 0.01) {
		below += term;
		term = term * (double)(n - k) / (double)(k + 1);
		k++;
	}
	return k;
}

int paired(double *d, size_t n, struct paired *p)
{
	size_t k;

	if (n < PAIRED_MIN_N)
		return -1;
	qsort(d, n, sizeof(*d), ascending);
	k = outside(n);
	p->median = (d[n / 2] + d[(n - 1) / 2]) / 2;
	p->low = d[k ? k - 1 : 0];
	p->high = d[n - (k ? k : 1)];
	return 0;
}
