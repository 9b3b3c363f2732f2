// SPDX-License-Identifier: GPL-2.0
/*
 * The kill matrix: planted bugs against the rungs that have to see them, as `make mutants` recorded
 * it; then how soon races are met, that the oracles give no false alarm, and the guest runs
 * themselves.
 */
#include "mutants.h"
#include "page_kill.h"

#include <stdlib.h>
#include <string.h>

#define MAX_RUNGS 8

struct matrix {
	struct mutant *mutants;
	struct kill *kills;
	size_t nr_mutants, nr_kills, nr_rungs;
	const char *rungs[MAX_RUNGS];
	size_t rows, dead, alive, unknown;
};

/* In the order of the alphabet, which is that of their cost as well: host, module, vm. */
static void find_rungs(struct matrix *m)
{
	for (size_t i = 0; i < m->nr_kills; i++) {
		const char *rung = m->kills[i].rung;
		size_t at = 0;

		while (at < m->nr_rungs && strcmp(m->rungs[at], rung) < 0)
			at++;
		if ((at < m->nr_rungs && !strcmp(m->rungs[at], rung)) || m->nr_rungs == MAX_RUNGS)
			continue;
		memmove(m->rungs + at + 1, m->rungs + at, (m->nr_rungs - at) * sizeof(*m->rungs));
		m->rungs[at] = rung;
		m->nr_rungs++;
	}
}

/* The kills of one mutant lie together: from at to the returned end. */
static size_t end_of(const struct matrix *m, size_t at)
{
	size_t end = at;

	while (end < m->nr_kills && !strcmp(m->kills[end].mutant, m->kills[at].mutant))
		end++;
	return end;
}

static void count_rows(struct matrix *m)
{
	for (size_t at = 0, end; at < m->nr_kills; at = end) {
		size_t killed = 0, known = 0;

		end = end_of(m, at);
		for (size_t i = at; i < end; i++) {
			killed += !strcmp(m->kills[i].verdict, "killed");
			known += *m->kills[i].verdict != 0;
		}
		m->rows++;
		m->dead += killed > 0;
		m->alive += known && !killed;
		m->unknown += !known;
	}
}

static int by_name(const void *name, const void *mutant)
{
	return strcmp(name, ((const struct mutant *)mutant)->name);
}

static void square(FILE *f, const struct kill *k)
{
	if (!k) {
		fputs("<td></td>", f);
		return;
	}
	if (!*k->verdict) {
		fputs("<td class=\"none\">not run yet: ", f);
		put_html(f, k->killer);
		fputs("</td>", f);
		return;
	}
	fputs("<td>", f);
	put_verdict(f, k->verdict);
	fputs(" <span class=\"line killer\">", f);
	put_html(f, k->killer);
	fprintf(f, "</span><span class=\"line\">%.0f s", k->seconds);
	if (k->runs > 1)
		fprintf(f, ", in run %ld", k->runs);
	fputs(", ", f);
	put_html(f, k->seen);
	fputs("</span></td>", f);
}

static void row(FILE *f, const struct matrix *m, size_t at, size_t end)
{
	const struct mutant *about = bsearch(m->kills[at].mutant, m->mutants, m->nr_mutants,
					     sizeof(*m->mutants), by_name);

	fputs("<tr><th scope=\"row\">", f);
	put_html(f, m->kills[at].mutant);
	if (about) {
		fputs("<span class=\"line what\">", f);
		put_html(f, about->what);
		fputs(" (", f);
		put_html(f, about->breaks);
		fputs(")</span>", f);
	}
	fputs("</th>", f);
	for (size_t r = 0; r < m->nr_rungs; r++) {
		const struct kill *k = NULL;

		for (size_t i = at; i < end; i++)
			if (!strcmp(m->kills[i].rung, m->rungs[r]))
				k = &m->kills[i];
		square(f, k);
	}
	fputs("</tr>\n", f);
}

static void matrix(FILE *f, struct arena *a, const struct matrix *m)
{
	char *columns = "Mutant";

	fprintf(f,
		"<p>Each planted bug must be killed by the oracle it names. One that survives "
		"everywhere is "
		"equivalent to the correct code, or a hole in the detectors.</p>\n"
		"<ul class=\"summary\"><li><b>%zu</b> planted bugs</li><li><b>%zu</b> killed</li>"
		"<li><b>%zu</b> not killed</li><li><b>%zu</b> not run yet</li></ul>\n",
		m->rows, m->dead, m->alive, m->unknown);
	put_filter(f, "kills");
	for (size_t r = 0; r < m->nr_rungs; r++)
		columns = arena_printf(a, "%s|%s", columns, column(a, m->rungs[r]));
	table_open(f, "Planted bugs, and who saw them on which rung", columns);
	for (size_t at = 0, end; at < m->nr_kills; at = end) {
		end = end_of(m, at);
		row(f, m, at, end);
	}
	table_close(f);
	fputs("</div>\n", f);
}

static void races(struct site *s, FILE *f, struct arena *a)
{
	size_t n;
	struct race *r = query_races(s->store, a, &n);

	if (!n)
		return;
	fputs("<h2>Time to kill</h2>\n", f);
	table_open(f, "How long a storm takes to meet a race by chance, CPU time",
		   "Mutant|Build|Storm|Killed|Median (ms)|Worst (ms)");
	for (size_t i = 0; i < n; i++) {
		fputs("<tr><th scope=\"row\">", f);
		put_html(f, r[i].mutant);
		fputs("</th><td>", f);
		put_html(f, r[i].build);
		fputs("</td><td>", f);
		put_html(f, r[i].test);
		fprintf(f, "</td><td class=\"n\">%ld of %ld</td><td class=\"n\">", r[i].killed,
			r[i].seeds);
		put_number(f, r[i].median_ms);
		fputs("</td><td class=\"n\">", f);
		put_number(f, r[i].worst_ms);
		fputs("</td></tr>\n", f);
	}
	table_close(f);
}

static void twins(struct site *s, FILE *f, struct arena *a)
{
	size_t n;
	struct twin *t = query_twins(s->store, a, &n);

	if (!n)
		return;
	fputs("<h2>No false alarm</h2>\n", f);
	table_open(f, "Oracles on the correct source", "Oracle|Build|Clean runs");
	for (size_t i = 0; i < n; i++) {
		fputs("<tr><th scope=\"row\">", f);
		put_html(f, t[i].oracle);
		fputs("</th><td>", f);
		put_html(f, t[i].build);
		fprintf(f, "</td><td class=\"n\">%ld of %ld", t[i].clean, t[i].runs);
		if (t[i].clean < t[i].runs) {
			fputc(' ', f);
			put_verdict(f, "FAIL");
		}
		fputs("</td></tr>\n", f);
	}
	table_close(f);
}

void page_kill(struct site *s)
{
	FILE *f = page_open(s, "kill.html", "Kill matrix");
	struct arena a = { 0 };
	struct matrix m = { 0 };

	m.mutants = query_mutants(s->store, &a, &m.nr_mutants);
	m.kills = query_kills(s->store, &a, &m.nr_kills);
	find_rungs(&m);
	count_rows(&m);
	if (m.nr_kills)
		matrix(f, &a, &m);
	else
		fputs("<p>No kill matrix is stored: <code>make mutants import</code>.</p>\n", f);
	races(s, f, &a);
	twins(s, f, &a);
	kill_runs(s, f);
	page_close(s, f, "kill.html");
	arena_free(&a);
}
