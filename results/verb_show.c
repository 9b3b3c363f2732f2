// SPDX-License-Identifier: GPL-2.0
// results show: everything the store has about one run, for a terminal.
#include "export.h"
#include "options.h"
#include "query.h"
#include "text.h"

#include <string.h>

/* Everything here may come from a guest: no control sequences to the terminal. */
static void words(const char *before, const char *s, const char *after)
{
	fputs(before, stdout);
	put_line(stdout, s, false);
	fputs(after, stdout);
}

static void result(const char *indent, const char *status, const char *name, const char *reason)
{
	printf("%s%-8s ", indent, status);
	words("", name, *reason ? "  " : "");
	words("", reason, "\n");
}

static void console(const struct splat *s, struct arena *a)
{
	char *text = arena_strdup(a, s->text), *line;

	printf("\nConsole line %ld (%s): ", s->line, s->truncated ? "truncated" : "whole");
	words("", s->title, "\n");
	while ((line = strsep(&text, "\n")))
		words("  ", line, "\n");
}

static void details(const struct run *r, struct arena *a)
{
	printf("\nIdentity:\n");
	for (size_t i = 0; i < r->nr_identity; i++) {
		printf("  %-16s ", r->identity[i].key);
		words("", r->identity[i].value, "\n");
	}
	for (size_t i = 0; i < r->nr_tests; i++) {
		const struct test *t = &r->tests[i];

		fputs(i ? "" : "\nTests:\n", stdout);
		result("  ", t->status, t->name, t->reason);
		for (size_t k = 0; k < t->nr_subtests; k++)
			result("    ", t->subtests[k].status, t->subtests[k].name,
			       t->subtests[k].reason);
	}
	for (size_t i = 0; i < r->nr_splats; i++)
		console(&r->splats[i], a);
	for (size_t i = 0; i < r->nr_notes; i++)
		words(i ? "  " : "\nNotes:\n  ", r->notes[i], "\n");
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
		details(r, &a);
	}
	store_close(&s);
	arena_free(&a);
	return E_PASS;
}
