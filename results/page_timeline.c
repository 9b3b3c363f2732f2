// SPDX-License-Identifier: GPL-2.0
// The stack_map statistics of a run over time: rows of the store turned into series per test.
#include "page_run.h"

#include <math.h>
#include <string.h>

#define MAX_KEYS 32

struct timeline {
	const char *test;
	const char *keys[MAX_KEYS];
	double *x, *y[MAX_KEYS];
	size_t nr_keys, n;
	bool more; /* keys than fit */
};

/* values_of: a key's array over all points, gaps where it has none; NULL without room for it. */
static double *values_of(struct arena *a, struct timeline *t, const char *key, size_t points)
{
	double *y;

	for (size_t i = 0; i < t->nr_keys; i++)
		if (!strcmp(t->keys[i], key))
			return t->y[i];
	t->more |= t->nr_keys == MAX_KEYS;
	if (t->more)
		return NULL;
	y = arena_alloc(a, points * sizeof(*y));
	for (size_t i = 0; i < points; i++)
		y[i] = NAN;
	t->keys[t->nr_keys] = key;
	t->y[t->nr_keys++] = y;
	return y;
}

static void collect(struct arena *a, struct timeline *t, const struct run *r)
{
	t->x = arena_alloc(a, r->nr_points * sizeof(double) + 1);
	for (size_t i = 0; i < r->nr_points; i++) {
		const struct point *p = &r->points[i];
		double *y;

		if (strcmp(p->test, t->test))
			continue;
		if (!t->n || t->x[t->n - 1] != p->t_ms)
			t->x[t->n++] = p->t_ms;
		y = values_of(a, t, p->key, r->nr_points);
		if (y)
			y[t->n - 1] = p->value;
	}
}

static void table(FILE *f, struct arena *a, const struct timeline *t)
{
	char *columns = "Time (ms)";

	for (size_t k = 0; k < t->nr_keys; k++)
		columns = arena_printf(a, "%s|%s", columns, column(a, t->keys[k]));
	fputs("<details><summary>The same as a table</summary>\n", f);
	table_open(f, arena_printf(a, "Statistics of %s over time", t->test), columns);
	for (size_t i = 0; i < t->n; i++) {
		fputs("<tr><td class=\"n\">", f);
		put_number(f, t->x[i]);
		fputs("</td>", f);
		for (size_t k = 0; k < t->nr_keys; k++) {
			fputs("<td class=\"n\">", f);
			if (!isnan(t->y[k][i]))
				put_number(f, t->y[k][i]);
			fputs("</td>", f);
		}
		fputs("</tr>\n", f);
	}
	table_close(f);
	if (t->more)
		fprintf(f, "<p>Only the first %d of its series are shown; run.json has all.</p>\n",
			MAX_KEYS);
	fputs("</details>\n", f);
}

static bool first_of(const struct run *r, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (r->points[k].test && !strcmp(r->points[k].test, r->points[i].test))
			return false;
	return true;
}

void run_timeline(FILE *f, struct arena *a, const struct run *r)
{
	const char *last = NULL;

	for (size_t i = 0; i < r->nr_points; i++) {
		struct timeline t = { .test = r->points[i].test };
		struct chart c = { .label = arena_printf(a, "%s over ms", t.test),
				   .unit = "count" };

		/* the points of a test lie together, so most repeats are seen by a glance */
		if ((last && !strcmp(last, t.test)) || !first_of(r, i))
			continue;
		fputs(last ? "" : "<h2>Time line</h2>\n", f);
		last = t.test;
		collect(a, &t, r);
		c.n = t.n;
		c.x = t.x;
		c.names = t.keys;
		c.y = t.y;
		c.nr_series = t.nr_keys;
		put_chart(f, &c);
		table(f, a, &t);
	}
}
