// SPDX-License-Identifier: GPL-2.0
// Time to kill, of `make mutant-times`: mutant, build, test, "19 of 20", median and worst
// milliseconds.
#include "import.h"
#include "mutants.h"

#include <stdlib.h>
#include <string.h>

#define FIELDS 8

static bool mine(const char *text)
{
	return import_has_head(text, "mutant build test killed median ms worst ms");
}

RESULTS_IMPORTER(times, "time to kill (make mutant-times)")
{
	struct race *list = arena_alloc(a, 1);
	size_t nr = 0, n = 0, got;
	char *w[FIELDS + 1];

	(void)path;
	import_row(&text, &nr, w, FIELDS + 1);
	while ((got = import_row(&text, &nr, w, FIELDS + 1))) {
		if (got != FIELDS || strcmp(w[4], "of")) {
			snprintf(err, errlen,
				 "line %zu is no row of times to kill (mutant build test N of M "
				 "median "
				 "worst)",
				 nr);
			return false;
		}
		/* "-" where nothing was killed: no time */
		*APPEND(a, list, n) = (struct race){ w[0],
						     w[1],
						     w[2],
						     strtol(w[3], NULL, 10),
						     strtol(w[5], NULL, 10),
						     strtod(w[6], NULL),
						     strtod(w[7], NULL) };
	}
	for (size_t i = 0; i < n; i++)
		store_put_race(s, &list[i]);
	return true;
}
