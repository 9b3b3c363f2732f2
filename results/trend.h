/* SPDX-License-Identifier: GPL-2.0 */
/* One metric of one cell over time: runs' medians and their change points. */
#ifndef TREND_H
#define TREND_H

#include "query.h"
#include "stats.h"

struct trend {
	struct trend_point *points; /* oldest first */
	double *medians;
	size_t nr;
	struct stats_change *changes; /* ascending */
	size_t nr_changes;
};

struct trend *trend_load(struct store *s, struct arena *a, long long cell,
			 const struct metric_row *m, long limit);

/* trend_word: " better", " WORSE" or "" for a change of this metric. */
const char *trend_word(const struct metric_row *m, const struct stats_change *c);

#endif
