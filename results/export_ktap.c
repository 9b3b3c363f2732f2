// SPDX-License-Identifier: GPL-2.0
// KTAP version 1 (Documentation/dev-tools/ktap.rst of the kernel): programs, with their subtests
// nested.
#include "export.h"
#include "text.h"

#include <string.h>

static void result(FILE *f, const char *indent, size_t nr, const char *name, const char *status,
		   const char *reason)
{
	bool skip = !strcmp(status, "SKIP");

	fprintf(f, "%s%s %zu ", indent, skip || !strcmp(status, "PASS") ? "ok" : "not ok", nr);
	put_line(f, name, true);
	fputs(skip			 ? " # SKIP " :
	      !strcmp(status, "MISSING") ? " # missing " :
	      *reason			 ? " # " :
					   "",
	      f);
	put_line(f, reason, true);
	fputc('\n', f);
}

RESULTS_EXPORTER(ktap, "KTAP version 1, subtests nested")
{
	fprintf(f, "KTAP version 1\n# run %s\n# verdict %s ", r->id, r->verdict);
	put_line(f, r->reason, false);
	fprintf(f, "\n1..%zu\n", r->nr_tests + 1);
	for (size_t i = 0; i < r->nr_tests; i++) {
		const struct test *t = &r->tests[i];

		if (t->nr_subtests)
			fprintf(f, "    KTAP version 1\n    1..%zu\n", t->nr_subtests);
		for (size_t k = 0; k < t->nr_subtests; k++)
			result(f, "    ", k + 1, t->subtests[k].name, t->subtests[k].status,
			       t->subtests[k].reason);
		result(f, "", i + 1, t->name, t->status, t->reason);
	}
	/* A splat or a floor fails the run and no program: readers who count "not ok" must see it.
	 */
	result(f, "", r->nr_tests + 1, "run", strcmp(r->verdict, "PASS") ? "FAIL" : "PASS",
	       strcmp(r->verdict, "PASS") ? r->reason : "");
	fprintf(f, "# Totals: pass:%ld fail:%ld skip:%ld\n", r->passed, r->failed, r->skipped);
}
