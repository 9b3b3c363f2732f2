// SPDX-License-Identifier: GPL-2.0
/*
 * The kill matrix of `make mutants`: rung, mutant, verdict, killed by, seconds, runs, day. Verdicts
 * are those of stress/mutant.sh; "killed by" may be several words or none.
 */
#include "import.h"
#include "mutants.h"

#include <stdlib.h>
#include <string.h>

#define WORDS 32

static bool mine(const char *text)
{
	return import_has_head(text, "rung mutant verdict killed by seconds runs seen");
}

/* "2026-12-01"; without the day nobody knows which of two records is the newer one. */
static bool is_day(const char *s)
{
	return glob_match("[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]", s);
}

static bool kill_of(struct arena *a, char **w, size_t n, struct kill *k)
{
	*k = (struct kill){ .rung = w[0], .mutant = w[1], .verdict = w[2], .killer = "" };
	if (n < 6 || !import_one_of(w[2], "killed other SURVIVED ERROR TWIN") || !is_day(w[n - 1]))
		return false;
	for (size_t i = 3; i + 3 < n; i++)
		k->killer = arena_printf(a, "%s%s%s", k->killer, i > 3 ? " " : "", w[i]);
	k->seconds = strtod(w[n - 3], NULL);
	k->runs = strtol(w[n - 2], NULL, 10);
	k->seen = w[n - 1];
	return true;
}

RESULTS_IMPORTER(kills, "the kill matrix (make mutants)")
{
	struct kill *list = arena_alloc(a, 1);
	size_t nr = 0, n = 0, got;
	char *w[WORDS];

	(void)path;
	import_row(&text, &nr, w, WORDS);
	while ((got = import_row(&text, &nr, w, WORDS))) {
		/* the closing line: "16 mutants, 16 killed by the named oracle" */
		if (got > 1 && !strcmp(w[1], "mutants,"))
			continue;
		if (!kill_of(a, w, got, APPEND(a, list, n))) {
			snprintf(err, errlen,
				 "line %zu is no row of a kill matrix (rung mutant verdict "
				 "killed-by "
				 "seconds runs day)",
				 nr);
			return false;
		}
	}
	for (size_t i = 0; i < n; i++)
		store_put_kill(s, &list[i]);
	return true;
}
