// SPDX-License-Identifier: GPL-2.0
// A plain-text summary sized for a reply on a mailing list: at most 72 columns, what matters first.
#include "export.h"
#include "stats.h"

#include <string.h>

#define MAX_LIST 12 /* failures and metrics shown; the rest is counted */

/* Control characters of a log have no business in somebody's terminal or mail. */
static void clean(FILE *f, const char *s, size_t max)
{
	for (; *s && max; s++, max--)
		fputc((unsigned char)*s < ' ' || *s == 0x7f ? ' ' : *s, f);
	/* do not cut a character of several bytes in half */
	while (((unsigned char)*s & 0xc0) == 0x80)
		fputc(*s++, f);
	if (*s)
		fputs("...", f);
}

/* The reason is a sentence of any length: wrapped, words longer than a line cut. */
static void wrapped(FILE *f, const char *s, size_t width, size_t max)
{
	size_t column = 0;

	while (*s && max) {
		size_t n = strcspn(s, " \n\t");

		if (n > width)
			n = width;
		if (n > max)
			n = max;
		if (column && column + 1 + n > width) {
			fputc('\n', f);
			column = 0;
		}
		if (n && column) {
			fputc(' ', f);
			column++;
		}
		for (size_t i = 0; i < n; i++)
			fputc((unsigned char)s[i] < ' ' || s[i] == 0x7f ? ' ' : s[i], f);
		column += n;
		max -= n;
		s += n;
		s += strspn(s, " \n\t");
	}
	fputs(*s ? " ..." : "", f);
}

static void identity(const struct run *r, FILE *f)
{
	static const char *const keys[] = {
		"arch",	       "scenario", "debug", "accel",	      "qemu",
		"machine",     "cpu",	   "smp",   "kernel_release", "series",
		"series_hash", "compiler", "seed",  "suite_commit",
	};

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++) {
		if (!*run_fact(r, keys[i]))
			continue;
		fprintf(f, "  %-15s ", keys[i]);
		clean(f, run_fact(r, keys[i]), 50);
		fputc('\n', f);
	}
}

static void failures(const struct run *r, FILE *f)
{
	size_t n = 0, hidden = 0;

	for (size_t i = 0; i < r->nr_tests; i++) {
		const struct test *t = &r->tests[i];

		if (strcmp(t->status, "FAIL") && strcmp(t->status, "MISSING"))
			continue;
		if (n++ >= MAX_LIST) {
			hidden++;
			continue;
		}
		fprintf(f, "%s  %s ", n == 1 ? "\nFailures:\n" : "", t->status);
		clean(f, t->name, 40);
		fputs(*t->reason ? "\n       " : "", f);
		clean(f, t->reason, 62);
		fputc('\n', f);
		for (size_t k = 0; k < t->nr_subtests; k++) {
			if (strcmp(t->subtests[k].status, "FAIL"))
				continue;
			fputs("       ", f);
			clean(f, t->subtests[k].name, 60);
			fputc('\n', f);
		}
	}
	if (hidden)
		fprintf(f, "  and %zu more\n", hidden);
}

static void splats(const struct run *r, FILE *f)
{
	for (size_t i = 0; i < r->nr_splats && i < MAX_LIST; i++) {
		fprintf(f, "%s  line %ld ", i ? "" : "\nConsole:\n", r->splats[i].line);
		clean(f, r->splats[i].title, 54);
		fputc('\n', f);
	}
}

static void evidence(const struct run *r, FILE *f)
{
	for (size_t i = 0; i < r->nr_floors; i++)
		fprintf(f, "%s  %-28.28s required %-10.10g delivered %.10g%s\n",
			i ? "" : "\nDelivered against floors:\n", r->floors[i].name,
			r->floors[i].required, r->floors[i].delivered,
			r->floors[i].delivered < r->floors[i].required ? " TOO FEW" : "");
}

static void metrics(const struct run *r, FILE *f)
{
	for (size_t i = 0; i < r->nr_metrics && i < MAX_LIST; i++) {
		const struct metric *m = &r->metrics[i];

		fprintf(f, "%s  %-28.28s %12.6g %-14.14s n=%zu%s\n",
			i ? "" : "\nNumbers (median):\n", m->name,
			stats_median(m->samples, m->nr_samples), m->unit, m->nr_samples,
			m->exact ? " exact" : "");
	}
	if (r->nr_metrics > MAX_LIST)
		fprintf(f, "  and %zu more\n", r->nr_metrics - MAX_LIST);
}

RESULTS_EXPORTER(text, "plain text sized for a mailing-list reply")
{
	struct arena a = { 0 };

	fprintf(f, "stackmap suite: %s", r->verdict);
	fprintf(f, "  (%ld passed, %ld failed, %ld skipped, %.1f s)\n", r->passed, r->failed,
		r->skipped, r->seconds);
	wrapped(f, r->reason, 72, 400);
	fprintf(f, "\n\n  %-15s %s\n", "run", r->id);
	identity(r, f);
	failures(r, f);
	splats(r, f);
	evidence(r, f);
	metrics(r, f);
	fprintf(f, "\nAgain:\n  %s\n", rerun_command(&a, r));
	arena_free(&a);
}
