// SPDX-License-Identifier: GPL-2.0
// results show: everything the store has about one run, for a terminal.
#include "export.h"
#include "options.h"
#include "query.h"

#include <string.h>

static void details(const struct run *r)
{
	printf("\nIdentity:\n");
	for (size_t i = 0; i < r->nr_identity; i++)
		printf("  %-16s %s\n", r->identity[i].key, r->identity[i].value);
	for (size_t i = 0; i < r->nr_tests; i++) {
		const struct test *t = &r->tests[i];

		printf("%s  %-8s %s  %.2f s  %s\n", i ? "" : "\nTests:\n", t->status, t->name,
		       t->seconds, t->reason);
		for (size_t k = 0; k < t->nr_subtests; k++)
			printf("    %-8s %s  %s\n", t->subtests[k].status, t->subtests[k].name,
			       t->subtests[k].reason);
	}
	for (size_t i = 0; i < r->nr_splats; i++)
		printf("\nConsole line %ld (%s%s): %s\n%s\n", r->splats[i].line, r->splats[i].kind,
		       r->splats[i].truncated ? ", truncated" : "", r->splats[i].title,
		       r->splats[i].text);
	for (size_t i = 0; i < r->nr_notes; i++)
		printf("%s  %s\n", i ? "" : "\nNotes:\n", r->notes[i]);
	printf("\nRun directory: %s\n", r->source);
}

RESULTS_VERB(show, "RUN", "everything stored about one run")
{
	const char *store = NULL;
	const struct option_spec o[] = { { "store", &store, NULL } };
	int n = options(&verb_desc_show, argc, argv, o, ARRAY_SIZE(o));
	struct arena a = { 0 };
	struct store s;
	size_t nr;
	char **ids;

	if (n != 1)
		usage_die(&verb_desc_show, "one run is needed");
	store_open(&s, store_path(store), false);
	ids = query_expand(&s, &a, argv[1], &nr);
	for (size_t i = 0; i < nr; i++) {
		const struct run *r = store_get(&s, &a, ids[i]);

		exporter_find("text")->write(r, stdout);
		details(r);
	}
	store_close(&s);
	arena_free(&a);
	return E_PASS;
}
