// SPDX-License-Identifier: GPL-2.0
/*
 * KCIDB I/O report, schema 5.3: one checkout, one build, a test per program and per number.
 * tests/unit_kcidb.c checks it against the documented rules. Ids start with the origin, which a
 * submitter agrees with KernelCI.
 */
#include "export.h"
#include "stats.h"
#include "text.h"

#include <string.h>

#define ORIGIN "stackmap"
#define EXCERPT_MAX 16000 /* the schema allows 16384 characters */

static void pair(FILE *f, const char *key, const char *value, const char *after)
{
	fprintf(f, "\"%s\": ", key);
	put_json(f, value);
	fputs(after, f);
}

/* An id is "origin:kind/run/number". */
static void id(FILE *f, const char *key, const char *kind, const struct run *r, size_t nr,
	       const char *after)
{
	fprintf(f, "\"%s\": \"" ORIGIN ":%s/%s", key, kind, r->id);
	if (nr)
		fprintf(f, "/%zu", nr);
	fprintf(f, "\"%s", after);
}

static void misc(FILE *f, const struct run *r)
{
	fputs("\"misc\": {", f);
	for (size_t i = 0; i < r->nr_identity; i++) {
		fputs(i ? ", " : "", f);
		put_json(f, r->identity[i].key);
		fputs(": ", f);
		put_json(f, r->identity[i].value);
	}
	fputs("}", f);
}

static void build(FILE *f, const struct run *r)
{
	fputs("  \"checkouts\": [{", f);
	id(f, "id", "checkout", r, 0, ", ");
	pair(f, "origin", ORIGIN, ", ");
	pair(f, "start_time", r->started, ", ");
	pair(f, "comment", run_fact(r, "kernel_source"), ", ");
	fputs("\"valid\": true}],\n  \"builds\": [{", f);
	id(f, "id", "build", r, 0, ", ");
	id(f, "checkout_id", "checkout", r, 0, ", ");
	pair(f, "origin", ORIGIN, ", ");
	pair(f, "architecture", run_fact(r, "arch"), ", ");
	pair(f, "compiler", run_fact(r, "compiler"), ", ");
	pair(f, "config_name", run_fact(r, "scenario"), ", ");
	fputs("\"status\": \"PASS\", ", f);
	misc(f, r);
	fputs("}],\n  \"tests\": [", f);
}

/* Dot-separated path of slugs: "stackmap.selftest.kselftest.reset". */
static void path(FILE *f, const struct run *r, const char *kind, const char *name)
{
	fputs("\"path\": \"stackmap.", f);
	put_slug(f, run_fact(r, "scenario"));
	fputs(kind, f);
	for (const char *s = name; *s; s++) {
		bool dot = *s == '/' && s != name && s[-1] != '/' && s[1] && s[1] != '/';

		if (s == name)
			fputc('.', f);
		if (dot)
			fputc('.', f);
		else
			put_slug(f, (char[]){ *s, 0 });
	}
	fputs("\", ", f);
}

static void test_head(FILE *f, const struct run *r, size_t nr, const char *kind, const char *name)
{
	fputs(nr > 1 ? ",\n    {" : "\n    {", f);
	id(f, "id", "test", r, nr, ", ");
	id(f, "build_id", "build", r, 0, ", ");
	pair(f, "origin", ORIGIN, ", ");
	path(f, r, kind, name);
	pair(f, "start_time", r->started, ", ");
}

static const char *status_of(const char *s)
{
	return !strcmp(s, "MISSING") ? "MISS" : !strcmp(s, "UNRESOLVED") ? "ERROR" : s;
}

/* At most EXCERPT_MAX bytes, which are at most as many characters. */
static void excerpt(FILE *f, struct arena *a, const char *text)
{
	char *s = arena_strdup(a, text);

	if (strlen(s) > EXCERPT_MAX)
		s[EXCERPT_MAX] = 0;
	pair(f, "log_excerpt", s, ", ");
}

RESULTS_EXPORTER(kcidb, "KCIDB JSON, schema 5.3, for KernelCI's common database")
{
	struct arena a = { 0 };
	size_t nr = 1;

	fputs("{\n  \"version\": {\"major\": 5, \"minor\": 3},\n", f);
	build(f, r);
	test_head(f, r, nr, "", "");
	if (r->nr_splats)
		excerpt(f, &a, r->splats[0].text);
	pair(f, "comment", r->reason, ", ");
	pair(f, "status", status_of(r->verdict), ", ");
	fprintf(f, "\"duration\": %.3f}", r->seconds);
	for (size_t i = 0; i < r->nr_tests; i++) {
		test_head(f, r, ++nr, "", r->tests[i].name);
		pair(f, "comment", r->tests[i].reason, ", ");
		pair(f, "status", status_of(r->tests[i].status), ", ");
		fprintf(f, "\"duration\": %.3f}", r->tests[i].seconds);
	}
	for (size_t i = 0; i < r->nr_metrics; i++) {
		const struct metric *m = &r->metrics[i];

		test_head(f, r, ++nr, ".metric", m->name);
		fputs("\"status\": \"DONE\", \"number\": {\"value\": ", f);
		fprintf(f, "%.15g, ", stats_median(m->samples, m->nr_samples));
		pair(f, "unit", m->unit, "}}");
	}
	fputs("\n  ]\n}\n", f);
	arena_free(&a);
}
