// SPDX-License-Identifier: GPL-2.0
// One run: verdict, evidence against floors, tests, numbers, time line; the console is in
// page_console.c.
#include "export.h"
#include "page_run.h"
#include "stats.h"

#include <math.h>
#include <string.h>

static void td(FILE *f, const char *s)
{
	fputs("<td>", f);
	put_html(f, s);
	fputs("</td>", f);
}

/* td_wrap: hashes and paths have no blanks to be broken at. */
static void td_wrap(FILE *f, const char *s)
{
	fputs("<td class=\"wrap\">", f);
	put_html(f, s);
	fputs("</td>", f);
}

static void td_number(FILE *f, double v)
{
	fputs("<td class=\"n\">", f);
	put_number(f, v);
	fputs("</td>", f);
}

static void floors(FILE *f, const struct run *r)
{
	if (!r->nr_floors)
		return;
	fputs("<h2>Evidence delivered</h2>\n", f);
	table_open(f, "What was delivered against the floors",
		   "Floor|Test|Required|Delivered|Reached");
	for (size_t i = 0; i < r->nr_floors; i++) {
		const struct floor_row *fl = &r->floors[i];

		fputs("<tr>", f);
		td(f, fl->name);
		td(f, fl->test);
		td_number(f, fl->required);
		td_number(f, fl->delivered);
		fputs("<td>", f);
		put_verdict(f, fl->delivered < fl->required ? "too few" : "yes");
		fputs("</td></tr>\n", f);
	}
	table_close(f);
}

static void tests(FILE *f, const struct run *r)
{
	fprintf(f, "<h2>Tests</h2>\n<p>%ld passed, %ld failed, %ld skipped.</p>\n", r->passed,
		r->failed, r->skipped);
	if (!r->nr_tests)
		return;
	table_open(f, "Test programs and their subtests", "Status|Test|Time|Reason");
	for (size_t i = 0; i < r->nr_tests; i++) {
		const struct test *t = &r->tests[i];

		fputs("<tr><td>", f);
		put_verdict(f, t->status);
		fputs("</td><th scope=\"row\">", f);
		put_html(f, t->name);
		fprintf(f, "</th><td class=\"n\">%.2f s</td>", t->seconds);
		td(f, t->reason);
		fputs("</tr>\n", f);
		for (size_t k = 0; k < t->nr_subtests; k++) {
			fputs("<tr class=\"sub\"><td>", f);
			put_verdict(f, t->subtests[k].status);
			fputs("</td>", f);
			td(f, t->subtests[k].name);
			fputs("<td></td>", f);
			td(f, t->subtests[k].reason);
			fputs("</tr>\n", f);
		}
	}
	table_close(f);
}

static void metrics(FILE *f, const struct run *r)
{
	if (!r->nr_metrics)
		return;
	fputs("<h2>Numbers</h2>\n", f);
	table_open(f, "Numbers of this run",
		   "Number|Test|Median|Unit|Better|Smallest|Largest|Samples");
	for (size_t i = 0; i < r->nr_metrics; i++) {
		const struct metric *m = &r->metrics[i];

		fputs("<tr><th scope=\"row\">", f);
		put_html(f, m->name);
		fputs("</th>", f);
		td(f, m->test);
		td_number(f, stats_median(m->samples, m->nr_samples));
		td(f, m->unit);
		td(f, m->exact ? "exact" : m->better);
		td_number(f, stats_quantile(m->samples, m->nr_samples, 0));
		td_number(f, stats_quantile(m->samples, m->nr_samples, 1));
		td_number(f, m->nr_samples);
		fputs("</tr>\n", f);
	}
	table_close(f);
}

static void identity(FILE *f, const struct run *r)
{
	fputs("<h2>Identity</h2>\n", f);
	table_open(f, "What was run, and on what", "Key|Value");
	for (size_t i = 0; i < r->nr_identity; i++) {
		fputs("<tr><th scope=\"row\">", f);
		put_html(f, r->identity[i].key);
		fputs("</th>", f);
		td_wrap(f, r->identity[i].value);
		fputs("</tr>\n", f);
	}
	fputs("<tr><th scope=\"row\">run directory</th>", f);
	td_wrap(f, r->source);
	fputs("</tr>\n", f);
	table_close(f);
}

static void head(FILE *f, struct arena *a, const struct run *r, const char *compare)
{
	fputs("<p class=\"lead\">", f);
	put_verdict(f, r->verdict);
	fputs(" ", f);
	put_html(f, r->reason);
	fprintf(f, "</p>\n<p>%s, %.1f s (boot %.1f s, guest %.1f s)", r->started, r->seconds,
		r->boot_seconds, r->guest_seconds);
	if (*compare)
		fprintf(f, "; <a href=\"../%s\">compared with the last good run</a>", compare);
	fputs("</p>\n<p class=\"again\">Again: <code>", f);
	if (*r->source) {
		put_html(f, arena_printf(a, "sh %s/rerun.sh", r->source));
		fputs("</code> (this very machine), <code>", f);
	}
	put_html(f, rerun_command(a, r));
	fputs("</code></p>\n", f);
	for (size_t i = 0; i < r->nr_notes; i++) {
		fputs(i ? "<li>" : "<ul class=\"notes\"><li>", f);
		put_html(f, r->notes[i]);
		fputs(i + 1 == r->nr_notes ? "</li></ul>\n" : "</li>\n", f);
	}
}

void page_run(struct site *s, const char *id, const char *compare)
{
	struct arena a = { 0 };
	struct run *r = store_get(s->store, &a, id);
	char *path = arena_printf(&a, "run/%s.html", id);
	FILE *f = page_open(s, path, id);

	head(f, &a, r, compare);
	floors(f, r);
	run_console(f, &a, r);
	tests(f, r);
	metrics(f, r);
	run_timeline(f, &a, r);
	identity(f, r);
	page_close(s, f, path);
	arena_free(&a);
}
