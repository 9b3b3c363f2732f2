// SPDX-License-Identifier: GPL-2.0
// CSV (RFC 4180), long form: one row per test, subtest, sample and floor; the columns never grow.
#include "export.h"
#include "text.h"

static void row(FILE *f, const struct run *r, const char *kind, const char *test, const char *name,
		const char *status, const char *unit, const char *better, const char *reason)
{
	const char *const fields[] = { r->id, kind, test, name, status, unit, better, reason };

	for (size_t i = 0; i < ARRAY_SIZE(fields); i++) {
		put_csv(f, fields[i]);
		fputc(',', f);
	}
}

static void value(FILE *f, double v)
{
	fprintf(f, "%.17g\r\n", v);
}

RESULTS_EXPORTER(csv, "long form: a row per test, subtest, sample, floor")
{
	fputs("run,kind,test,name,status,unit,better,reason,value\r\n", f);
	row(f, r, "run", "", "", r->verdict, "s", "", r->reason);
	value(f, r->seconds);
	for (size_t i = 0; i < r->nr_tests; i++) {
		const struct test *t = &r->tests[i];

		row(f, r, "test", t->name, "", t->status, "s", "", t->reason);
		value(f, t->seconds);
		for (size_t k = 0; k < t->nr_subtests; k++) {
			row(f, r, "subtest", t->name, t->subtests[k].name, t->subtests[k].status,
			    "", "", t->subtests[k].reason);
			fputs("\r\n", f);
		}
	}
	for (size_t i = 0; i < r->nr_metrics; i++) {
		const struct metric *m = &r->metrics[i];

		for (size_t k = 0; k < m->nr_samples; k++) {
			row(f, r, m->exact ? "exact" : "sample", m->test, m->name, "", m->unit,
			    m->better, "");
			value(f, m->samples[k]);
		}
	}
	for (size_t i = 0; i < r->nr_floors; i++) {
		const struct floor_row *fl = &r->floors[i];

		row(f, r, "floor", fl->test, fl->name, "required", "", "", "");
		value(f, fl->required);
		row(f, r, "floor", fl->test, fl->name, "delivered", "", "", "");
		value(f, fl->delivered);
	}
}
