// SPDX-License-Identifier: GPL-2.0
// results list: stored runs, newest first, one line each.
#include "options.h"
#include "query.h"
#include "text.h"

static void word(const char *before, const char *s)
{
	if (!*s)
		return;
	fputs(before, stdout);
	/* names and reasons come from guests: no control sequences to the terminal */
	put_line(stdout, s, false);
}

static void line(const struct run_row *r)
{
	printf("%-10s %s ", r->verdict, r->id);
	word(" ", r->cell.arch);
	word(" ", r->cell.scenario);
	word(" ", r->cell.debug);
	word(" ", r->cell.accel);
	word(" mutant ", r->cell.mutant);
	printf("  %ld passed, %ld failed, %ld skipped  %.1f s", r->passed, r->failed, r->skipped,
	       r->seconds);
	word("  ", r->reason);
	putchar('\n');
}

RESULTS_VERB(list, "[--arch A] [--scenario S] [--verdict V] [--limit N] [PATTERN]",
	     "stored runs, newest first")
{
	const char *store = NULL, *limit = "40";
	struct run_filter f = { 0 };
	const struct option_spec o[] = {
		{ "store", &store, NULL },	   { "arch", &f.arch, NULL },
		{ "scenario", &f.scenario, NULL }, { "verdict", &f.verdict, NULL },
		{ "limit", &limit, NULL },
	};
	int n = options(&verb_desc_list, argc, argv, o, ARRAY_SIZE(o));
	struct arena a = { 0 };
	struct run_row *rows;
	struct store s;
	size_t nr;

	if (n > 1)
		usage_die(&verb_desc_list, "one pattern at most");
	f.glob = n ? argv[1] : NULL;
	f.limit = number_arg("--limit", limit, 0, 1000000000);
	store_open(&s, store_path(store), false);
	rows = query_runs(&s, &a, &f, &nr);
	for (size_t i = 0; i < nr; i++)
		line(&rows[i]);
	if (!nr)
		warn("no stored run matches");
	store_close(&s);
	arena_free(&a);
	return nr ? E_PASS : E_FAIL;
}
