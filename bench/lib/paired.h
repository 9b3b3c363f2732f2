/* SPDX-License-Identifier: GPL-2.0 */
/* paired.h - the median of paired differences, with an interval that assumes no distribution */
#ifndef BENCH_PAIRED_H
#define BENCH_PAIRED_H

#include <stddef.h>

#define PAIRED_MIN_N	8	/* fewer can not give an interval at 99 % */

struct paired { double median, low, high; };

/* Sorts @d. The interval is the sign test's, at least 99 %. -1 with fewer than PAIRED_MIN_N. */
int paired(double *d, size_t n, struct paired *p);

#endif
