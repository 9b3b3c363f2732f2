// SPDX-License-Identifier: GPL-2.0
// What the benches measured: for each of them the newest value of every number, architectures side
// by side.
#include "site.h"
#include "stats.h"

#include <stdlib.h>
#include <string.h>

#define MAX_COLUMNS 32

/* A cell that ran this bench. */
struct bench_column {
	const struct cell_state *cell;
	struct trend_point **newest; /* per row, NULL where it was not measured */
	const char *run;	     /* the newest of them */
};

struct bench {
	const char *name; /* "bench/cost" */
	struct metric_row *rows;
	size_t nr_rows, nr_columns;
	struct bench_column columns[MAX_COLUMNS];
};

static int by_bench(const void *a, const void *b)
{
	const struct metric_row *x = a, *y = b;
	int d = strcmp(x->test, y->test);

	/* within a bench as they first came: 4, 8, 16 and not 16, 4, 8 */
	return d ? d : (x->id > y->id) - (x->id < y->id);
}

static void add_column(struct site *s, struct arena *a, struct bench *b, const struct cell_state *c)
{
	struct bench_column col = { .cell = c, .run = "" };
	bool any = false;

	col.newest = arena_alloc(a, b->nr_rows * sizeof(*col.newest));
	for (size_t i = 0; i < b->nr_rows; i++) {
		size_t n;
		struct trend_point *p = query_trend(s->store, a, c->cell.id, b->rows[i].id, 1, &n);

		if (!n)
			continue;
		any = true;
		col.newest[i] = p;
		if (strcmp(p->id, col.run) > 0)
			col.run = p->id;
	}
	if (any && b->nr_columns < MAX_COLUMNS)
		b->columns[b->nr_columns++] = col;
}

static void runs(struct site *s, FILE *f, const struct bench *b)
{
	fputs("<tr><th scope=\"row\">newest run</th><td></td><td></td>", f);
	for (size_t i = 0; i < b->nr_columns; i++) {
		const struct bench_column *c = &b->columns[i];
		size_t at = 0;

		while (at < c->cell->nr_rows && strcmp(c->cell->rows[at].id, c->run))
			at++;
		fputs("<td>", f);
		put_run_link(f, "", c->run, run_has_page(s, c->cell, at), c->run);
		fputs("</td>", f);
	}
	fputs("</tr>\n", f);
}

static void line(FILE *f, const struct bench *b, size_t row)
{
	const struct metric_row *m = &b->rows[row];

	fputs("<tr><th scope=\"row\">", f);
	put_html(f, m->name);
	fputs("</th><td>", f);
	put_html(f, m->unit);
	fprintf(f, "</td><td>%s</td>", m->exact ? "exact" : m->better);
	for (size_t i = 0; i < b->nr_columns; i++) {
		const struct trend_point *p = b->columns[i].newest[row];

		fputs("<td class=\"n\">", f);
		if (p) {
			put_number(f, stats_median(p->samples, p->nr_samples));
			if (!m->exact && p->nr_samples > 1)
				fprintf(f, " (%zu)", p->nr_samples);
		}
		fputs("</td>", f);
	}
	fputs("</tr>\n", f);
}

static void bench(struct site *s, FILE *f, struct bench *b)
{
	struct arena a = { 0 };
	char *columns = "Number|Unit|Better";

	for (size_t i = 0; i < s->nr_cells; i++)
		add_column(s, &a, b, &s->cells[i]);
	for (size_t i = 0; i < b->nr_columns; i++) {
		const struct cell *c = &b->columns[i].cell->cell;

		columns = arena_printf(
			&a, "%s|%s", columns,
			column(&a, arena_printf(&a, "%s%s%s %s", c->arch, *c->debug ? " " : "",
						c->debug, c->accel)));
	}
	if (b->nr_columns) {
		fputs("<h2>", f);
		put_html(f, b->name);
		fputs("</h2>\n", f);
		table_open(f, arena_printf(&a, "Numbers of %s", b->name), columns);
		runs(s, f, b);
		for (size_t i = 0; i < b->nr_rows; i++)
			line(f, b, i);
		table_close(f);
	}
	arena_free(&a);
}

void page_bench(struct site *s)
{
	FILE *f = page_open(s, "bench.html", "Bench");
	struct arena a = { 0 };
	size_t n, end;
	struct metric_row *m = query_metrics(s->store, &a, 0, &n);
	bool any = false;

	qsort(m, n, sizeof(*m), by_bench);
	for (size_t at = 0; at < n; at = end) {
		struct bench b = { .name = m[at].test, .rows = m + at };

		for (end = at; end < n && !strcmp(m[end].test, b.name); end++)
			b.nr_rows++;
		if (strncmp(b.name, "bench/", 6))
			continue;
		if (!any)
			fputs("<p>Medians of the newest run that measured a number; samples in "
			      "brackets. Times "
			      "under emulation (tcg) say nothing about hardware; exact counts "
			      "do.</p>\n",
			      f);
		any = true;
		bench(s, f, &b);
	}
	if (!any)
		fputs("<p>No bench numbers are stored: <code>make bench dashboard</code>.</p>\n",
		      f);
	page_close(s, f, "bench.html");
	arena_free(&a);
}
