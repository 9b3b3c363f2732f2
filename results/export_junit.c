// SPDX-License-Identifier: GPL-2.0
/*
 * JUnit XML, in the form CI servers agree on (tests/junit.xsd): a testsuite per program, a testcase
 * per subtest. What is no test (console, floors, the runner itself) is a testcase of the suite
 * "run", so that a server which only counts cases cannot show a failed run as green.
 */
#include "export.h"
#include "text.h"

#include <string.h>

struct counts {
	size_t tests, failures, errors, skipped;
};

static void count(struct counts *c, const char *status)
{
	c->tests++;
	c->failures += !strcmp(status, "FAIL") || !strcmp(status, "UNRESOLVED");
	c->errors += !strcmp(status, "MISSING") || !strcmp(status, "ERROR");
	c->skipped += !strcmp(status, "SKIP");
}

static void put_counts(FILE *f, const struct counts *c, double seconds)
{
	fprintf(f, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\" time=\"%.3f\"",
		c->tests, c->failures, c->errors, c->skipped, seconds);
}

static struct counts counts_of(const struct test *t)
{
	struct counts c = { 0 };

	for (size_t k = 0; k < t->nr_subtests; k++)
		count(&c, t->subtests[k].status);
	if (!t->nr_subtests)
		count(&c, t->status);
	return c;
}

static void testcase(FILE *f, const char *suite, const char *name, double seconds,
		     const char *status, const char *reason, const char *text)
{
	const char *tag = !strcmp(status, "SKIP")				 ? "skipped" :
			  !strcmp(status, "MISSING") || !strcmp(status, "ERROR") ? "error" :
			  !strcmp(status, "PASS")				 ? NULL :
										   "failure";

	fputs("    <testcase classname=\"", f);
	put_xml(f, suite);
	fputs("\" name=\"", f);
	put_xml(f, name);
	fprintf(f, "\" time=\"%.3f\"", seconds);
	if (!tag) {
		fputs("/>\n", f);
		return;
	}
	fprintf(f, "><%s message=\"", tag);
	put_xml(f, reason);
	fputs("\">", f);
	put_xml(f, text);
	fprintf(f, "</%s></testcase>\n", tag);
}

static void suite(FILE *f, const struct run *r, const struct test *t)
{
	struct counts c = counts_of(t);

	fputs("  <testsuite name=\"", f);
	put_xml(f, t->name);
	fprintf(f, "\" timestamp=\"%.19s\"", r->started);
	put_counts(f, &c, t->seconds);
	fputs(">\n", f);
	for (size_t k = 0; k < t->nr_subtests; k++)
		testcase(f, t->name, t->subtests[k].name, 0, t->subtests[k].status,
			 t->subtests[k].reason, "");
	if (!t->nr_subtests)
		testcase(f, t->name, t->name, t->seconds, t->status, t->reason, "");
	fputs("  </testsuite>\n", f);
}

static void run_suite(FILE *f, const struct run *r)
{
	struct counts c = { 0 };

	count(&c, r->verdict);
	fprintf(f, "  <testsuite name=\"run\" timestamp=\"%.19s\"", r->started);
	put_counts(f, &c, r->seconds);
	fputs(">\n    <properties>\n", f);
	for (size_t i = 0; i < r->nr_identity; i++) {
		fputs("      <property name=\"", f);
		put_xml(f, r->identity[i].key);
		fputs("\" value=\"", f);
		put_xml(f, r->identity[i].value);
		fputs("\"/>\n", f);
	}
	fputs("    </properties>\n", f);
	testcase(f, "run", "verdict", r->seconds, r->verdict, r->reason,
		 r->nr_splats ? r->splats[0].text : "");
	fputs("  </testsuite>\n", f);
}

RESULTS_EXPORTER(junit, "JUnit XML for CI servers")
{
	struct counts all = { 0 };

	for (size_t i = 0; i < r->nr_tests; i++) {
		struct counts c = counts_of(&r->tests[i]);

		all.tests += c.tests;
		all.failures += c.failures;
		all.errors += c.errors;
		all.skipped += c.skipped;
	}
	count(&all, r->verdict);
	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"", f);
	put_xml(f, r->id);
	fputs("\"", f);
	put_counts(f, &all, r->seconds);
	fputs(">\n", f);
	run_suite(f, r);
	for (size_t i = 0; i < r->nr_tests; i++)
		suite(f, r, &r->tests[i]);
	fputs("</testsuites>\n", f);
}
