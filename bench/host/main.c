// SPDX-License-Identifier: GPL-2.0
/*
 * bench - counts into run records, tables and charts of them, comparison of two
 *
 * Exit codes: 0, 1 regression or counts that do not repeat, 2 nothing could be compared, 3 ERROR
 * with one sentence on stderr. A record or chart is only replaced by a complete one.
 */
#include <string.h>
#include "host.h"

static const struct {
	const char *name, *usage;
	int args;
	int (*run)(int argc, char **argv);
} verbs[] = {
	{ "count", "RUN_DIRECTORY PASSES_FILE", 2, verb_count },
	{ "show", "RUN_DIRECTORY", 1, verb_show },
	{ "compare", "BASE NEW", 2, verb_compare },
};

struct run *record_read(struct arena *a, const char *dir)
{
	size_t n = strlen(dir), len;
	bool file = n > 5 && !strcmp(dir + n - 5, ".json");
	char *path = arena_printf(a, file ? "%s" : "%s/run.json", dir), err[256], *text;
	struct run *r;

	text = read_file(a, path, 64u << 20, &len);
	if (!text)
		die("%s: %m; a run directory of 'make bench' is wanted", path);
	r = run_parse(a, text, len, err, sizeof(err));
	if (!r)
		die("%s: %s", path, err);
	return r;
}

int main(int argc, char **argv)
{
	for (size_t i = 0; argc > 1 && i < ARRAY_SIZE(verbs); i++) {
		if (strcmp(verbs[i].name, argv[1]))
			continue;
		if (argc - 2 != verbs[i].args)
			die("usage: bench %s %s", verbs[i].name, verbs[i].usage);
		return verbs[i].run(argc - 1, argv + 1);
	}
	die("usage: bench count RUN_DIRECTORY PASSES_FILE | show RUN_DIRECTORY | compare BASE NEW");
}
