// SPDX-License-Identifier: GPL-2.0
/*
 * The kill matrix: planted bugs (identity key "mutant") against where they were run. A mutant that
 * nothing kills is either equivalent or a hole in the detectors, so survivors stand out, not kills.
 */
#include "site.h"
#include "stats.h"

#include <string.h>

struct kills {
	size_t runs, killed;
	double *ms; /* time to kill, where it was measured */
	size_t nr_ms;
	char *newest;
};

static struct kills tally(struct site *s, struct arena *a, const struct cell *c)
{
	struct run_filter filter = { .cell = c->id };
	struct kills k = { .newest = "" };
	size_t n, nr_metrics;
	struct run_row *rows = query_runs(s->store, a, &filter, &n);
	struct metric_row *m = query_metrics(s->store, a, c->id, &nr_metrics);

	for (size_t i = 0; i < n; i++) {
		bool dead = !strcmp(rows[i].verdict, "FAIL");

		k.runs += dead || !strcmp(rows[i].verdict, "PASS");
		k.killed += dead;
		if (dead && !*k.newest)
			k.newest = rows[i].reason;
	}
	for (size_t i = 0; i < nr_metrics; i++) {
		struct trend_point *p;

		if (strcmp(m[i].name, "time_to_kill") || strcmp(m[i].unit, "ms"))
			continue;
		p = query_trend(s->store, a, c->id, m[i].id, 0, &n);
		for (size_t t = 0; t < n; t++)
			for (size_t v = 0; v < p[t].nr_samples; v++)
				*APPEND(a, k.ms, k.nr_ms) = p[t].samples[v];
	}
	return k;
}

static void line(FILE *f, const struct cell *c, const struct kills *k)
{
	fputs("<tr><th scope=\"row\">", f);
	put_html(f, c->mutant);
	fputs("</th><td>", f);
	put_cell_name(f, c, true);
	fputs("</td><td>", f);
	put_verdict(f, !k->runs		    ? "no run" :
		       k->killed == k->runs ? "killed" :
		       k->killed	    ? "sometimes" :
					      "SURVIVED");
	fprintf(f, "</td><td class=\"n\">%zu of %zu</td><td class=\"n\">", k->killed, k->runs);
	if (k->nr_ms) {
		put_number(f, (long)stats_median(k->ms, k->nr_ms));
		fputs(" ms</td><td class=\"n\">", f);
		put_number(f, (long)stats_quantile(k->ms, k->nr_ms, 0.95));
		fputs(" ms", f);
	} else {
		fputs("</td><td>", f);
	}
	fputs("</td><td>", f);
	put_html(f, k->newest);
	fputs("</td></tr>\n", f);
}

void page_kill(struct site *s)
{
	FILE *f = page_open(s, "kill.html", "Kill matrix");
	size_t survivors = 0, counted = 0;

	if (s->nr_mutant_cells)
		table_open(f, "Planted bugs and what killed them",
			   "Mutant|Where|Outcome|Killed|Median time|95 % time|Newest killer");
	for (size_t i = 0; i < s->nr_mutant_cells; i++) {
		struct arena a = { 0 };
		struct kills k = tally(s, &a, &s->mutant_cells[i]);

		line(f, &s->mutant_cells[i], &k);
		survivors += k.runs && !k.killed;
		counted++;
		arena_free(&a);
	}
	if (s->nr_mutant_cells) {
		table_close(f);
		fprintf(f, "<p>%zu pairs of mutant and place, %zu never killed there.</p>\n",
			counted, survivors);
	} else {
		fputs("<p>No runs of mutants are stored.</p>\n", f);
	}
	page_close(s, f, "kill.html");
}
