// SPDX-License-Identifier: GPL-2.0
/*
 * Guest runs of planted bugs (identity key "mutant") against where they were run: the newest
 * verdict, how many failed, and why the newest of these did. Whether that is as it should be is the
 * kill matrix's to say: not everything that is planted has to fail.
 */
#include "page_kill.h"

#include <stdlib.h>
#include <string.h>

static void square(struct site *s, FILE *f, struct arena *a, const struct cell *c)
{
	struct run_filter filter = { .cell = c->id };
	size_t n, failed = 0;
	struct run_row *rows = query_runs(s->store, a, &filter, &n);
	const char *why = "";

	for (size_t i = n; i-- > 0;)
		if (!strcmp(rows[i].verdict, "FAIL")) {
			failed++;
			why = rows[i].reason;
		}
	fputs("<td>", f);
	if (n) {
		put_run_link(f, "", rows[0].id, true, rows[0].verdict);
		fprintf(f, "<span class=\"line\">%zu of %zu failed</span>", failed, n);
	}
	if (*why) {
		fputs("<span class=\"line killer\">", f);
		put_html(f, why);
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
		if (c)
			square(s, f, &a, c);
		else
			fputs("<td></td>\n", f);
	}
	fputs("</tr>\n", f);
	arena_free(&a);
}

void kill_runs(struct site *s, FILE *f)
{
	size_t n = s->nr_mutant_cells, nr_mutants, nr_places;
	struct arena a = { 0 };
	char **mutants, **places, *columns = "Planted";

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
	table_open(f, "Runs with something planted, which are no verdict on the series", columns);
	for (size_t i = 0; i < nr_mutants; i++)
		row(s, f, mutants[i], places, nr_places);
	table_close(f);
	arena_free(&a);
}
