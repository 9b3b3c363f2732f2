/* SPDX-License-Identifier: GPL-2.0 */
/* Between compare.c and compare_metrics.c only. */
#ifndef COMPARE_IMPL_H
#define COMPARE_IMPL_H

#include "compare.h"

void compare_metrics(struct arena *a, struct comparison *c, struct run **ra, size_t na,
		     struct run **rb, size_t nb);

#endif
