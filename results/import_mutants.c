// SPDX-License-Identifier: GPL-2.0
// The header of a planted bug, patches/mutants/*.patch: what it is, and which rungs have to see it.
#include "import.h"
#include "mutants.h"

#include <string.h>

static bool mine(const char *text)
{
	return !strncmp(text, "Mutant: ", 8);
}

/* value: behind "Key: " at the beginning of a line, else NULL. */
static char *value(char *line, const char *key)
{
	size_t n = strlen(key);

	return !strncmp(line, key, n) ? line + n : NULL;
}

RESULTS_IMPORTER(mutants, "a planted bug (patches/mutants/*.patch)")
{
	const char *slash = strrchr(path, '/');
	struct mutant m = { .name = arena_strdup(a, slash ? slash + 1 : path),
			    .what = "",
			    .breaks = "" };
	char *rungs[8], *line, *dot = strstr(m.name, ".patch"), *v;
	size_t n = 0;

	if (dot)
		*dot = 0;
	while ((line = strsep(&text, "\n")) && strncmp(line, "---", 3)) {
		m.what = (v = value(line, "Mutant: ")) ? v : m.what;
		m.breaks = (v = value(line, "Breaks: ")) ? v : m.breaks;
		v = value(line, "Killed-by: ");
		if (v && strchr(v, ' ') && n < ARRAY_SIZE(rungs))
			rungs[n++] = v;
	}
	if (!n) {
		snprintf(err, errlen, "a mutant without \"Killed-by: RUNG ORACLE\"");
		return false;
	}
	store_put_mutant(s, &m);
	for (size_t i = 0; i < n; i++) {
		char *oracle = rungs[i], *rung = strsep(&oracle, " ");

		store_put_wanted(s, m.name, rung, oracle);
	}
	return true;
}
