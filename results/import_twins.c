// SPDX-License-Identifier: GPL-2.0
// Oracles on the correct source, of `make mutant-twins`: build, oracle, "59 of 59", ": FAILED"
// behind a false alarm.
#include "import.h"
#include "mutants.h"

#include <stdlib.h>
#include <string.h>

#define FIELDS 5

static bool mine(const char *text)
{
	/* a table nobody has measured yet is a table without rows */
	return import_has_head(text, "build oracle clean runs") ||
	       (*text == '#' && strstr(text, "\n# make mutant-twins"));
}

RESULTS_IMPORTER(twins, "oracles on the correct source (make mutant-twins)")
{
	struct twin *list = arena_alloc(a, 1);
	size_t nr = 0, n = 0, got;
	char *w[FIELDS + 1];

	(void)path;
	import_row(&text, &nr, w, FIELDS + 1);
	while ((got = import_row(&text, &nr, w, FIELDS + 1))) {
		if (got < FIELDS || strcmp(w[3], "of")) {
			snprintf(err, errlen, "line %zu is no row of oracles (build oracle N of M)",
				 nr);
			return false;
		}
		*APPEND(a, list, n) =
			(struct twin){ w[0], w[1], strtol(w[2], NULL, 10), strtol(w[4], NULL, 10) };
	}
	for (size_t i = 0; i < n; i++)
		store_put_twin(s, &list[i]);
	return true;
}
