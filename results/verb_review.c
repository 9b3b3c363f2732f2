// SPDX-License-Identifier: GPL-2.0
/*
 * results review: several runs of one series as one mail, at most 72 columns. A splat that the
 * baseline (the same load on the kernel without the series) shows as well is the kernel's. All that
 * is printed is from the records; what was not run is not mentioned here.
 */
#include "export.h"
#include "options.h"
#include "query.h"
#include "text.h"

#include <string.h>

#define WIDTH 72
#define MAX_LIST 10 /* of one kind in one run; the rest is counted */

struct review {
	const struct run **run, **base;
	size_t nr_run, nr_base;
};

/* Text at @indent, wrapped; the first line begins behind @head, which may be as long as @indent. */
static void para(const char *head, size_t indent, const char *s)
{
	size_t column = indent, start = indent;

	printf("%-*s", (int)indent, head);
	while (*s) {
		size_t n = strcspn(s, " \n\t");

		if (n > WIDTH - indent)
			n = WIDTH - indent;
		if (column > start && column + 1 + n > WIDTH) {
			printf("\n%*s", (int)indent, "");
			column = indent;
		}
		if (n && column > start)
			column += printf(" ");
		for (size_t i = 0; i < n; i++)
			putchar((unsigned char)s[i] < ' ' || (unsigned char)s[i] > 0x7e ? '?' :
											  s[i]);
		column += n;
		s += n;
		s += strspn(s, " \n\t");
	}
	putchar('\n');
}

static size_t count(const struct review *v, const char *verdict)
{
	size_t n = 0;

	for (size_t i = 0; i < v->nr_run; i++)
		n += !strcmp(v->run[i]->verdict, verdict);
	return n;
}

static void summary(const struct review *v)
{
	const struct run *r = v->run[0];
	struct arena a = { 0 };

	para("verdicts", 10,
	     arena_printf(&a, "%zu PASS, %zu FAIL, %zu UNRESOLVED, %zu ERROR of %zu runs",
			  count(v, "PASS"), count(v, "FAIL"), count(v, "UNRESOLVED"),
			  count(v, "ERROR"), v->nr_run));
	para("series", 10, run_fact(r, "series"));
	para("kernel", 10,
	     arena_printf(&a, "%s (%s), series hash %s", run_fact(r, "kernel_release"),
			  run_fact(r, "kernel_source"), run_fact(r, "series_hash")));
	if (*run_fact(r, "series_missing"))
		para("missing", 10,
		     arena_printf(&a, "patch %s of the series was not there",
				  run_fact(r, "series_missing")));
	para("judged", 10,
	     !strcmp(run_fact(r, "contract"), "own") ?
		     "by what this version has; CONTRACT=strict judges by the contract" :
		     "by the whole contract");
	para("compiler", 10, run_fact(r, "compiler"));
	arena_free(&a);
}

static void table(const struct review *v)
{
	printf("\n%-8s %-15s %-10s %4s %4s %4s %-5s %7s\n", "arch", "scenario", "verdict", "pass",
	       "fail", "skip", "accel", "seconds");
	for (size_t i = 0; i < v->nr_run; i++) {
		const struct run *r = v->run[i];

		printf("%-8.8s %-15.15s %-10.10s %4ld %4ld %4ld %-5.5s %7.1f\n",
		       run_fact(r, "arch"), run_fact(r, "scenario"), r->verdict, r->passed,
		       r->failed, r->skipped, run_fact(r, "accel"), r->seconds);
	}
}

static void failures(const struct run *r)
{
	struct arena a = { 0 };
	size_t n = 0;

	for (size_t i = 0; i < r->nr_tests; i++) {
		const struct test *t = &r->tests[i];

		if (strcmp(t->status, "FAIL") && strcmp(t->status, "MISSING"))
			continue;
		para("  FAIL", 8, arena_printf(&a, "%s %s", t->name, t->reason));
		for (size_t k = 0; k < t->nr_subtests; k++)
			if (!strcmp(t->subtests[k].status, "FAIL") && n++ < MAX_LIST)
				para("", 10, t->subtests[k].name);
	}
	if (n > MAX_LIST)
		para("", 10, arena_printf(&a, "and %zu more", n - MAX_LIST));
	for (size_t i = 0; i < r->nr_floors; i++)
		if (r->floors[i].delivered < r->floors[i].required)
			para("  FLOOR", 8,
			     arena_printf(&a, "%s: %.10g delivered, %.10g required",
					  r->floors[i].name, r->floors[i].delivered,
					  r->floors[i].required));
	arena_free(&a);
}

/* "WARNING: kernel/x.c:12 at f+0x1/0x2, CPU#1: comm/5" without what differs from run to run. */
static void shape(char to[200], const char *title)
{
	size_t n = 0;

	for (; *title && n < 199; title++) {
		if (*title >= '0' && *title <= '9' && n && to[n - 1] == '#')
			continue;
		to[n++] = *title >= '0' && *title <= '9' ? '#' : *title;
	}
	to[n] = '\0';
}

static const struct run *in_baseline(const struct review *v, const struct splat *s)
{
	char want[200], have[200];

	shape(want, s->title);
	for (size_t i = 0; i < v->nr_base; i++)
		for (size_t k = 0; k < v->base[i]->nr_splats; k++) {
			shape(have, v->base[i]->splats[k].title);
			if (!strcmp(want, have))
				return v->base[i];
		}
	return NULL;
}

static void splats(const struct review *v, const struct run *r)
{
	struct arena a = { 0 };

	for (size_t i = 0; i < r->nr_splats && i < MAX_LIST; i++) {
		const struct run *base = in_baseline(v, &r->splats[i]);

		para("  SPLAT", 8,
		     arena_printf(&a, "console line %ld: %s", r->splats[i].line,
				  r->splats[i].title));
		para("", 8,
		     base	? arena_printf(&a, "the kernel's: without the series as well (%s)",
					       base->id) :
		     v->nr_base ? "not seen in the baseline, without the series" :
				  "no baseline was run: make baseline");
	}
	arena_free(&a);
}

static void skips(const struct run *r)
{
	struct arena a = { 0 };

	for (size_t i = 0; i < r->nr_tests; i++)
		for (size_t k = 0; k <= r->tests[i].nr_subtests; k++) {
			bool whole = k == r->tests[i].nr_subtests;
			const struct subtest *s = &r->tests[i].subtests[k];

			if (strcmp(whole ? r->tests[i].status : s->status, "SKIP"))
				continue;
			para("  SKIP", 8,
			     arena_printf(&a, "%s: %s", whole ? r->tests[i].name : s->name,
					  whole ? r->tests[i].reason : s->reason));
		}
	arena_free(&a);
}

static void one(const struct review *v, const struct run *r)
{
	struct arena a = { 0 };
	size_t reached = 0;

	for (size_t i = 0; i < r->nr_floors; i++)
		reached += r->floors[i].delivered >= r->floors[i].required;
	printf("\n");
	para("", 0,
	     arena_printf(&a, "%s %s: %s", run_fact(r, "arch"), run_fact(r, "scenario"),
			  r->verdict));
	para("", 2, r->reason);
	failures(r);
	splats(v, r);
	skips(r);
	for (size_t i = 0; i < r->nr_notes; i++)
		if (!strncmp(r->notes[i], "profile ", 8))
			para("  found", 8, r->notes[i] + 8);
	if (r->nr_floors)
		para("", 2, arena_printf(&a, "%zu of %zu floors reached", reached, r->nr_floors));
	para("", 2, arena_printf(&a, "run %s", r->id));
	para("  again", 8, rerun_command(&a, r));
	arena_free(&a);
}

static const struct run **runs(struct store *s, struct arena *a, int n, char **argv, size_t *nr)
{
	const struct run **list = arena_alloc(a, (n + 1) * sizeof(*list));

	*nr = 0;
	for (int i = 0; i < n; i++) {
		size_t found;
		char **ids = query_expand(s, a, argv[i], &found);

		if (found != 1)
			die("'%s' matches %zu runs; a review lists them one by one", argv[i],
			    found);
		list[(*nr)++] = store_get(s, a, ids[0]);
	}
	return list;
}

RESULTS_VERB(review, "RUN... [--baseline ID,ID]", "runs of one series as one mail of 72 columns")
{
	const char *store = NULL, *baseline = NULL;
	const struct option_spec o[] = { { "store", &store, NULL },
					 { "baseline", &baseline, NULL } };
	int n = options(&verb_desc_review, argc, argv, o, ARRAY_SIZE(o));
	struct review v = { 0 };
	struct arena a = { 0 };
	struct store s;

	if (n < 1)
		usage_die(&verb_desc_review, "at least one run is needed");
	store_open(&s, store_path(store), false);
	v.run = runs(&s, &a, n, argv + 1, &v.nr_run);
	if (baseline && *baseline) {
		size_t nr;
		char **ids = query_expand(&s, &a, baseline, &nr);

		v.base = runs(&s, &a, nr, ids, &v.nr_base);
	}
	summary(&v);
	table(&v);
	for (size_t i = 0; i < v.nr_run; i++)
		one(&v, v.run[i]);
	store_close(&s);
	arena_free(&a);
	return E_PASS;
}
