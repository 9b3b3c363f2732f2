// SPDX-License-Identifier: GPL-2.0
// What the benches measured in the newest run of each cell, architectures side by side.
#include "compare.h"
#include "site.h"

#include <string.h>

#define MAX_RUNS 32

struct bench {
	const struct cell_state *cell;
	struct run *run;
};

static bool is_bench(const struct metric *m)
{
	return !strncmp(m->test, "bench/", 6);
}

/* A metric's first appearance over all runs makes its row. */
static bool first(const struct bench *b, size_t at, const struct metric *m)
{
	for (size_t i = 0; i < at; i++)
		if (metric_find(b[i].run, m))
			return false;
	return true;
}

static void line(FILE *f, const struct bench *b, size_t n, const struct metric *m)
{
	fputs("<tr><th scope=\"row\">", f);
	put_html(f, m->name);
	fputs("</th><td>", f);
	put_html(f, m->test);
	fputs("</td><td>", f);
	put_html(f, m->unit);
	fprintf(f, "</td><td>%s</td>", m->exact ? "exact" : m->better);
	for (size_t i = 0; i < n; i++) {
		const struct metric *have = metric_find(b[i].run, m);

		fputs("<td class=\"n\">", f);
		if (have) {
			put_number(f, stats_median(have->samples, have->nr_samples));
			if (!have->exact)
				fprintf(f, " (%zu)", have->nr_samples);
		}
		fputs("</td>", f);
	}
	fputs("</tr>\n", f);
}

static size_t collect(struct site *s, struct arena *a, struct bench *b)
{
	size_t n = 0;

	for (size_t i = 0; i < s->nr_cells && n < MAX_RUNS; i++) {
		struct run *r =
			s->cells[i].nr_rows ? store_get(s->store, a, s->cells[i].rows[0].id) : NULL;
		bool any = false;

		for (size_t k = 0; r && k < r->nr_metrics; k++)
			any |= is_bench(&r->metrics[k]);
		if (any)
			b[n++] = (struct bench){ &s->cells[i], r };
	}
	return n;
}

void page_bench(struct site *s)
{
	FILE *f = page_open(s, "bench.html", "Bench");
	struct arena a = { 0 };
	struct bench b[MAX_RUNS];
	char *columns = "Number|Bench|Unit|Better";
	size_t n = collect(s, &a, b);

	for (size_t i = 0; i < n; i++)
		columns = arena_printf(&a, "%s|%s", columns,
				       column(&a, arena_printf(&a, "%s %s %s", b[i].cell->cell.arch,
							       b[i].cell->cell.scenario,
							       b[i].cell->cell.accel)));
	if (n) {
		fputs("<p>Medians of the newest run of each cell; samples in brackets. Times "
		      "under emulation "
		      "(tcg) say nothing about hardware; exact counts do.</p>\n",
		      f);
		table_open(f, "Bench numbers", columns);
		for (size_t i = 0; i < n; i++)
			for (size_t k = 0; k < b[i].run->nr_metrics; k++) {
				const struct metric *m = &b[i].run->metrics[k];

				if (is_bench(m) && first(b, i, m))
					line(f, b, n, m);
			}
		table_close(f);
	} else {
		fputs("<p>No bench numbers are stored.</p>\n", f);
	}
	page_close(s, f, "bench.html");
	arena_free(&a);
}
