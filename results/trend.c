// SPDX-License-Identifier: GPL-2.0
// Medians and change points of a metric over time; see trend.h.
#include "trend.h"

#include <string.h>

struct trend *trend_load(struct store *s, struct arena *a, long long cell,
			 const struct metric_row *m, long limit)
{
	struct trend *t = arena_alloc(a, sizeof(*t));

	t->points = query_trend(s, a, cell, m->id, limit, &t->nr);
	t->medians = arena_alloc(a, t->nr * sizeof(double) + 1);
	t->changes = arena_alloc(a, t->nr * sizeof(*t->changes) + 1);
	for (size_t i = 0; i < t->nr; i++)
		t->medians[i] = stats_median(t->points[i].samples, t->points[i].nr_samples);
	t->nr_changes = m->exact ? stats_steps(t->medians, t->nr, t->changes, t->nr) :
				   stats_changes(t->medians, t->nr, t->changes, t->nr);
	return t;
}

const char *trend_word(const struct metric_row *m, const struct stats_change *c)
{
	if (!strcmp(m->better, "none"))
		return "";
	return (c->after > c->before) == !strcmp(m->better, "higher") ? " better" : " WORSE";
}
