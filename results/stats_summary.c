// SPDX-License-Identifier: GPL-2.0
// Medians and quantiles; see stats.h.
#include "stats.h"
#include "results.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double stats_quantile(const double *x, size_t n, double q)
{
	double *s, pos, low, v;
	size_t i;

	if (!n)
		return 0;
	s = malloc(n * sizeof(*s));
	if (!s)
		die("out of memory");
	memcpy(s, x, n * sizeof(*s));
	qsort(s, n, sizeof(*s), ascending);
	pos = q * (n - 1);
	low = floor(pos);
	i = low;
	v = i + 1 < n ? s[i] + (pos - low) * (s[i + 1] - s[i]) : s[i];
	free(s);
	return v;
}

double stats_median(const double *x, size_t n)
{
	return stats_quantile(x, n, 0.5);
}
