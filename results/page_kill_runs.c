// SPDX-License-Identifier: GPL-2.0
/*
 * Guest runs of planted bugs (identity key "mutant") against where they were run. A mutant that
 * nothing kills is either equivalent or a hole in the detectors, so survivors stand out, not kills.
 */
#include "page_kill.h"
#include "stats.h"

#include <stdlib.h>
#include <string.h>

struct kills {
	size_t runs, killed;
	double *ms; /* time to kill, where it was measured */
	size_t nr_ms;
	char *newest; /* why the newest that was killed was */
	char *id; /* of the newest run */
};

static struct kills tally(struct site *s, struct arena *a, const struct cell *c)
{
	struct run_filter filter = { .cell = c->id };
	struct kills k = { .newest = "", .id = "" };
	size_t n, nr_metrics;
	struct run_row *rows = query_runs(s->store, a, &filter, &n);
	struct metric_row *m = query_metrics(s->store, a, c->id, &nr_metrics);

	if (n)
		k.id = rows[0].id;
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

static void square(FILE *f, const struct kills *k)
{
	fputs("<td>", f);
	put_verdict(f, !k->runs		    ? "no run" :
		       k->killed == k->runs ? "killed" :
		       k->killed	    ? "sometimes" :
					      "SURVIVED");
	fprintf(f, "<span class=\"line\">%zu of %zu runs, ", k->killed, k->runs);
	put_run_link(f, "", k->id, *k->id, "newest");
	fputs("</span>", f);
	if (k->nr_ms)
		fprintf(f, "<span class=\"line\">median %.0f ms, 95 %% %.0f ms</span>",
			stats_median(k->ms, k->nr_ms), stats_quantile(k->ms, k->nr_ms, 0.95));
	if (*k->newest) {
		fputs("<span class=\"line killer\">", f);
		put_html(f, k->newest);
		fputs("</span>", f);
	}
	fputs("</td>\n", f);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* distinct: sorted, each once. */
static size_t distinct(char **list, size_t n)
{
	size_t kept = 0;

	qsort(list, n, sizeof(*list), by_text);
	for (size_t i = 0; i < n; i++)
		if (!i || strcmp(list[i], list[kept - 1]))
			list[kept++] = list[i];
	return kept;
}

static char *place_of(struct arena *a, const struct cell *c)
{
	return column(a, arena_printf(a, "%s %s %s%s%s", c->arch, c->scenario, c->debug,
				      *c->debug ? " " : "", c->accel));
}

static void row(struct site *s, FILE *f, const char *mutant, char **places, size_t n)
{
	struct arena a = { 0 };

	fputs("<tr><th scope=\"row\">", f);
	put_html(f, mutant);
	fputs("</th>", f);
	for (size_t p = 0; p < n; p++) {
		const struct cell *c = NULL;

		for (size_t i = 0; i < s->nr_mutant_cells; i++)
			if (!strcmp(s->mutant_cells[i].mutant, mutant) &&
			    !strcmp(place_of(&a, &s->mutant_cells[i]), places[p]))
				c = &s->mutant_cells[i];
		if (c) {
			struct kills k = tally(s, &a, c);

			square(f, &k);
		} else {
			fputs("<td class=\"none\">not run</td>\n", f);
		}
	}
	fputs("</tr>\n", f);
	arena_free(&a);
}

void kill_runs(struct site *s, FILE *f)
{
	size_t n = s->nr_mutant_cells, nr_mutants, nr_places;
	struct arena a = { 0 };
	char **mutants, **places, *columns = "Mutant";

	if (!n)
		return;
	mutants = arena_alloc(&a, n * sizeof(*mutants));
	places = arena_alloc(&a, n * sizeof(*places));
	for (size_t i = 0; i < n; i++) {
		mutants[i] = s->mutant_cells[i].mutant;
		places[i] = place_of(&a, &s->mutant_cells[i]);
	}
	nr_mutants = distinct(mutants, n);
	nr_places = distinct(places, n);
	for (size_t i = 0; i < nr_places; i++)
		columns = arena_printf(&a, "%s|%s", columns, places[i]);
	fputs("<h2>In guests</h2>\n", f);
	table_open(f, "Runs with a bug planted: in how many it was seen", columns);
	for (size_t i = 0; i < nr_mutants; i++)
		row(s, f, mutants[i], places, nr_places);
	table_close(f);
	arena_free(&a);
}
