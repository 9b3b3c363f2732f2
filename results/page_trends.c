// SPDX-License-Identifier: GPL-2.0
// Numbers over time: a page per metric with a chart and a table per cell, and the list of all
// metrics.
#include "site.h"
#include "trend.h"

#include <math.h>
#include <string.h>

/* Runs that ended in ERROR are no points, so a trend may reach further back than the run pages. */
static bool linked(const struct site *s, const struct cell_state *c, const char *id)
{
	for (size_t i = 0; i < c->nr_rows && i < (size_t)s->pages; i++)
		if (!strcmp(c->rows[i].id, id))
			return true;
	return false;
}

/* The charts and tables are about this much history; history in the terminal has all. */
static void chart(const struct site *s, FILE *f, struct arena *a, const struct cell_state *cell,
		  const struct metric_row *m, const struct trend *t)
{
	const char *const names[] = { "median", "smallest", "largest" };
	double *y[3], *x = arena_alloc(a, t->nr * sizeof(double) + 1);
	char **links = arena_alloc(a, (t->nr + 1) * sizeof(*links));
	char **labels = arena_alloc(a, (t->nr_changes + 1) * sizeof(*labels));
	size_t *marks = arena_alloc(a, (t->nr_changes + 1) * sizeof(*marks));
	struct chart c = { m->name,	     m->unit, true,   t->nr,	     x,	   names, y,
			   m->exact ? 1 : 3, marks,   labels, t->nr_changes, links };

	for (size_t k = 0; k < 3; k++)
		y[k] = arena_alloc(a, t->nr * sizeof(double) + 1);
	for (size_t i = 0; i < t->nr; i++) {
		x[i] = epoch(t->points[i].started);
		y[0][i] = t->medians[i];
		y[1][i] = stats_quantile(t->points[i].samples, t->points[i].nr_samples, 0);
		y[2][i] = stats_quantile(t->points[i].samples, t->points[i].nr_samples, 1);
		links[i] = linked(s, cell, t->points[i].id) ?
				   arena_printf(a, "../run/%s.html", t->points[i].id) :
				   "";
	}
	for (size_t i = 0; i < t->nr_changes; i++) {
		marks[i] = t->changes[i].at;
		labels[i] = arena_printf(a, "%.6g to %.6g%s", t->changes[i].before,
					 t->changes[i].after, trend_word(m, &t->changes[i]));
	}
	put_chart(f, &c);
}

static void changes(FILE *f, const struct metric_row *m, const struct trend *t)
{
	if (!m->exact && t->nr < 2 * STATS_MIN_N) {
		fprintf(f, "<p>%zu run%s: not enough data for change points (%d are needed).</p>\n",
			t->nr, t->nr == 1 ? "" : "s", 2 * STATS_MIN_N);
		return;
	}
	fputs(t->nr_changes ? "<ul class=\"changes\">\n" : "<p>No change point.</p>\n", f);
	for (size_t i = 0; i < t->nr_changes; i++) {
		const struct stats_change *c = &t->changes[i];

		fprintf(f, "<li>%.10s: ", t->points[c->at].started);
		put_number(f, c->before);
		fputs(" to ", f);
		put_number(f, c->after);
		fputc(' ', f);
		put_html(f, m->unit);
		if (c->before)
			fprintf(f, " (%+.2f %%)", 100 * (c->after - c->before) / fabs(c->before));
		fprintf(f, "<strong>%s</strong> at %s</li>\n", trend_word(m, c),
			t->points[c->at].id);
	}
	fputs(t->nr_changes ? "</ul>\n" : "", f);
}

static void table(struct site *s, FILE *f, struct arena *a, const struct cell_state *c,
		  const struct metric_row *m, const struct trend *t)
{
	fputs("<details><summary>The same as a table</summary>\n", f);
	table_open(f, arena_printf(a, "%s on %s %s", m->name, c->cell.arch, c->cell.scenario),
		   "Date|Run|Median|Smallest|Largest|Samples");
	for (size_t i = t->nr; i-- > 0;) {
		const struct trend_point *p = &t->points[i];

		fprintf(f, "<tr><td>%.10s</td><td>", p->started);
		put_run_link(f, "../", p->id, linked(s, c, p->id), p->id);
		fputs("</td><td class=\"n\">", f);
		put_number(f, t->medians[i]);
		fputs("</td><td class=\"n\">", f);
		put_number(f, stats_quantile(p->samples, p->nr_samples, 0));
		fputs("</td><td class=\"n\">", f);
		put_number(f, stats_quantile(p->samples, p->nr_samples, 1));
		fprintf(f, "</td><td class=\"n\">%zu</td></tr>\n", p->nr_samples);
	}
	table_close(f);
	fputs("</details>\n", f);
}

/* metric_in: one page; returns the newest change of any cell for the list. */
static char *metric_in(struct site *s, struct arena *keep, const struct metric_row *m)
{
	struct arena a = { 0 };
	char *path = metric_page(keep, m), *news = "", *when = "";
	FILE *f = page_open(s, path, m->name);

	fputs("<p>Unit ", f);
	put_html(f, m->unit);
	fprintf(f, ", %s. Measured by ",
		!strcmp(m->better, "none")   ? "neither direction is better" :
		!strcmp(m->better, "higher") ? "higher is better" :
					       "lower is better");
	put_html(f, *m->test ? m->test : "the runner");
	fprintf(f, "%s.</p>\n", m->exact ? "; an exact count, any difference is a change" : "");
	for (size_t i = 0; i < s->nr_cells; i++) {
		struct cell_state *c = &s->cells[i];
		struct trend *t = trend_load(s->store, &a, c->cell.id, m, s->pages);

		if (!t->nr)
			continue;
		fputs("<section>\n<h2>", f);
		put_cell_name(f, &c->cell, true);
		fputs("</h2>\n", f);
		chart(s, f, &a, c, m, t);
		changes(f, m, t);
		table(s, f, &a, c, m, t);
		fputs("</section>\n", f);
		if (t->nr_changes &&
		    strcmp(t->points[t->changes[t->nr_changes - 1].at].started, when) > 0) {
			const struct stats_change *ch = &t->changes[t->nr_changes - 1];

			when = t->points[ch->at].started;
			news = arena_printf(keep, "%.10s %s %s: %.6g to %.6g%s", when, c->cell.arch,
					    c->cell.scenario, ch->before, ch->after,
					    trend_word(m, ch));
		}
	}
	page_close(s, f, path);
	arena_free(&a);
	return news;
}

/* measured: drops what only runs of mutants have measured; that is no history of the series. */
static size_t measured(struct site *s, struct arena *a, struct metric_row *m, size_t n)
{
	size_t kept = 0, nr;
	long long top = 0;
	bool *have;

	for (size_t i = 0; i < n; i++)
		top = m[i].id > top ? m[i].id : top;
	have = arena_alloc(a, top + 1);
	for (size_t c = 0; c < s->nr_cells; c++) {
		struct metric_row *of = query_metrics(s->store, a, s->cells[c].cell.id, &nr);

		for (size_t i = 0; i < nr; i++)
			have[of[i].id] = true;
	}
	for (size_t i = 0; i < n; i++)
		if (have[m[i].id])
			m[kept++] = m[i];
	return kept;
}

void page_trends(struct site *s)
{
	struct arena a = { 0 };
	size_t n;
	struct metric_row *m = query_metrics(s->store, &a, 0, &n);
	FILE *f = page_open(s, "trends.html", "Trends");

	n = measured(s, &a, m, n);
	put_filter(f, "trends");
	if (n)
		table_open(f, "Every number that was ever measured",
			   "Number|Test|Unit|Better|Newest change");
	else
		fputs("<p>No numbers are stored yet.</p>\n", f);
	for (size_t i = 0; i < n; i++) {
		char *news = metric_in(s, &a, &m[i]);

		fprintf(f, "<tr><th scope=\"row\"><a href=\"%s\">", metric_page(&a, &m[i]));
		put_html(f, m[i].name);
		fputs("</a></th><td>", f);
		put_html(f, m[i].test);
		fputs("</td><td>", f);
		put_html(f, m[i].unit);
		fprintf(f, "</td><td>%s</td><td>", m[i].exact ? "exact" : m[i].better);
		put_html(f, news);
		fputs("</td></tr>\n", f);
	}
	if (n)
		table_close(f);
	fputs("</div>\n", f);
	page_close(s, f, "trends.html");
	arena_free(&a);
}
