// SPDX-License-Identifier: GPL-2.0
// Questions about numbers over time; see query.h.
#include "query.h"

#include <string.h>

struct metric_row *query_metrics(struct store *s, struct arena *a, long long cell, size_t *n)
{
	struct metric_row *rows = arena_alloc(a, 1);
	sqlite3_stmt *st;

	if (cell)
		st = store_sql(s,
			       "SELECT id, name, test, unit, better, exact FROM cell_metric JOIN "
			       "metric ON id = metric WHERE cell = ?1 ORDER BY name, test, id",
			       "i", cell);
	else
		st = store_sql(s,
			       "SELECT id, name, test, unit, better, exact FROM metric "
			       "ORDER BY name, test, id",
			       "");
	for (*n = 0; store_row(s, st);)
		*APPEND(a, rows, *n) = (struct metric_row){
			sqlite3_column_int64(st, 0), store_text(a, st, 1), store_text(a, st, 2),
			store_text(a, st, 3),	     store_text(a, st, 4), sqlite3_column_int(st, 5)
		};
	return rows;
}

/* Rows come newest run first; the limit counts runs. */
static void collect(struct store *s, struct arena *a, sqlite3_stmt *st, long limit,
		    struct trend_point **points, size_t *n)
{
	char *last = "";

	while (store_row(s, st)) {
		const char *id = (const char *)sqlite3_column_text(st, 0);
		struct trend_point *p;

		if (strcmp(id, last)) {
			if (limit && *n == (size_t)limit) {
				sqlite3_reset(st);
				return;
			}
			last = arena_strdup(a, id);
			p = APPEND(a, *points, *n);
			*p = (struct trend_point){ .id = last, .started = store_text(a, st, 1) };
		}
		p = &(*points)[*n - 1];
		*APPEND(a, p->samples, p->nr_samples) = sqlite3_column_double(st, 2);
	}
}

struct trend_point *query_trend(struct store *s, struct arena *a, long long cell, long long metric,
				long limit, size_t *n)
{
	struct trend_point *p = arena_alloc(a, 1);

	/* CROSS JOIN pins the order: walk the cell's runs by date, look each one's samples up. */
	*n = 0;
	collect(s, a,
		store_sql(s,
			  "SELECT run.name, started, value FROM run CROSS JOIN sample ON "
			  "sample.run = run.id AND metric = ?2 WHERE cell = ?1 AND "
			  "verdict <> 'ERROR' ORDER BY started DESC, run.name DESC, seq",
			  "ii", cell, metric),
		limit, &p, n);
	for (size_t i = 0; i < *n / 2; i++) {
		struct trend_point t = p[i];

		p[i] = p[*n - 1 - i];
		p[*n - 1 - i] = t;
	}
	return p;
}
