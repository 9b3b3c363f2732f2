// SPDX-License-Identifier: GPL-2.0
// A cell's newest run against its last good one (or the one before): identity, tests, numbers.
#include "compare.h"
#include "site.h"

#include <math.h>
#include <string.h>

static void put_outcome(FILE *f, enum outcome o)
{
	put_verdict(f, compare_word(o));
}

static void ids(FILE *f, const struct comparison *c)
{
	fputs("<h2>Identity</h2>\n", f);
	if (!c->nr_ids) {
		fputs("<p>No difference.</p>\n", f);
		return;
	}
	table_open(f, "What differs between the two runs", "Key|A|B");
	for (size_t i = 0; i < c->nr_ids; i++) {
		fputs("<tr><th scope=\"row\">", f);
		put_html(f, c->ids[i].key);
		fputs("</th><td class=\"wrap\">", f);
		put_html(f, c->ids[i].a);
		fputs("</td><td class=\"wrap\">", f);
		put_html(f, c->ids[i].b);
		fputs("</td></tr>\n", f);
	}
	table_close(f);
}

static void tests(FILE *f, const struct comparison *c)
{
	size_t shown = 0;

	fputs("<h2>Tests</h2>\n", f);
	for (size_t i = 0; i < c->nr_tests; i++) {
		const struct test_diff *t = &c->tests[i];

		if (t->outcome == CMP_SAME && !t->fails_b)
			continue;
		if (!shown++)
			table_open(f, "Tests that differ or fail",
				   "Outcome|Test|Failed in A|Failed in B");
		fputs("<tr><td>", f);
		put_verdict(f, t->outcome == CMP_ONLY_A ? "VANISHED" : compare_word(t->outcome));
		fputs("</td><th scope=\"row\">", f);
		put_html(f, t->name);
		fprintf(f,
			"</th><td class=\"n\">%zu of %zu</td><td class=\"n\">%zu of "
				"%zu</td></tr>\n",
			t->fails_a, t->runs_a, t->fails_b, t->runs_b);
	}
	if (shown)
		table_close(f);
	else
		fprintf(f, "<p>%zu tests, none failing, none different.</p>\n", c->nr_tests);
}

/* What was not measured is no zero. */
static void put_median(FILE *f, double v, size_t n)
{
	if (!n)
		return;
	put_number(f, v);
	fprintf(f, " (%zu)", n);
}

static void number_row(FILE *f, const struct metric_diff *d)
{
	fputs("<tr><td>", f);
	put_outcome(f, d->outcome);
	fputs("</td><th scope=\"row\">", f);
	put_html(f, d->metric->name);
	fputs("</th><td>", f);
	put_html(f, d->metric->unit);
	fprintf(f, "</td><td>%s</td><td class=\"n\">", d->metric->better);
	put_median(f, d->a, d->nr_a);
	fputs("</td><td class=\"n\">", f);
	put_median(f, d->b, d->nr_b);
	fputs("</td><td class=\"n\">", f);
	/* a baseline of zero has no percentage */
	if (d->nr_a && d->nr_b && d->a)
		fprintf(f, "%+.2f %%", 100 * (d->b - d->a) / fabs(d->a));
	fputs("</td><td>", f);
	if (d->metric->exact)
		fputs("exact", f);
	else if (d->rank.p > 0)
		fprintf(f, "p %.2g, delta %+.2f, shift %.4g to %.4g", d->rank.p, d->rank.delta,
			d->rank.low, d->rank.high);
	fputs("</td></tr>\n", f);
}

static void numbers(FILE *f, const struct comparison *c)
{
	if (!c->nr_metrics)
		return;
	fputs("<h2>Numbers</h2>\n", f);
	if (*c->blocked) {
		fputs("<p>Not comparable: ", f);
		put_html(f, c->blocked);
		fputs(".</p>\n", f);
	}
	table_open(f, "Numbers of the two runs, medians with the number of observations",
		   "Outcome|Number|Unit|Better|A (n)|B (n)|Change|Evidence");
	for (size_t i = 0; i < c->nr_metrics; i++)
		number_row(f, &c->metrics[i]);
	table_close(f);
}

static void side(struct site *s, FILE *f, const struct cell_state *c, const char *name, size_t row)
{
	fprintf(f, "<li>%s: ", name);
	put_verdict(f, c->rows[row].verdict);
	fputc(' ', f);
	put_run_link(f, "../", c->rows[row].id, run_has_page(s, c, row), c->rows[row].id);
	fputs("</li>", f);
}

void page_compare(struct site *s, const struct cell_state *c)
{
	size_t base = c->last_good != NO_ROW && c->last_good != 0 ? c->last_good : 1;
	struct arena a = { 0 };
	struct run *old, *new;
	char *path = compare_page(&a, &c->cell);
	FILE *f;

	if (c->nr_rows < 2)
		return;
	old = store_get(s->store, &a, c->rows[base].id);
	new = store_get(s->store, &a, c->rows[0].id);
	f = page_open(s, path,
		      arena_printf(&a, "%s %s: newest against %s", c->cell.arch, c->cell.scenario,
				   base == c->last_good ? "last good" : "the one before"));
	fputs("<ul class=\"sides\">", f);
	side(s, f, c, "A", base);
	side(s, f, c, "B", 0);
	fputs("</ul>\n", f);
	/* one cell, so only a machine that was reconfigured blocks the numbers */
	struct comparison *cmp = compare_runs(&a, &old, 1, &new, 1);

	ids(f, cmp);
	tests(f, cmp);
	numbers(f, cmp);
	fprintf(f,
		"<p>Two runs decide little about sampled numbers: <code>results compare</code> "
			"takes sets "
		"of runs, and at least %d observations a side.</p>\n",
		STATS_MIN_N);
	page_close(s, f, path);
	arena_free(&a);
}
