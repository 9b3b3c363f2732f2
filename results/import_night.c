// SPDX-License-Identifier: GPL-2.0
/*
 * The record results/nightly.sh keeps of one night: the file "cells" in out/nightly/<name>/, with
 * tabs between:
 *
 *   # stackmap night 1	<started>
 *   <verb> <arch> <scenario> <debug> <accel> <verdict> <seconds> <run id or -> <reason>
 */
#include "import.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define HEAD "# stackmap night 1\t"
#define FIELDS 9

static char *dash(char *s)
{
	return strcmp(s, "-") ? s : "";
}

static bool read_line(struct nightly_cell *c, char *line, size_t nr, char *err, size_t errlen)
{
	char *f[FIELDS], *rest = line;

	for (size_t i = 0; i < FIELDS; i++) {
		f[i] = i == FIELDS - 1 ? rest : strsep(&rest, "\t");
		if (!f[i]) {
			snprintf(err, errlen, "line %zu has %zu fields, not %d", nr, i, FIELDS);
			return false;
		}
	}
	if (!import_one_of(f[5], "PASS FAIL UNRESOLVED ERROR MISSING")) {
		snprintf(err, errlen, "line %zu: verdict '%.40s' is unknown", nr, f[5]);
		return false;
	}
	*c = (struct nightly_cell){
		.cell = { .arch = f[1],
			  .scenario = f[2],
			  .debug = dash(f[3]),
			  .accel = dash(f[4]),
			  .mutant = "" },
		.verdict = f[5],
		.seconds = strtod(f[6], NULL),
		.run = dash(f[7]),
		.reason = f[8],
	};
	return true;
}

/* The night's name is its directory's. */
static char *name_of(struct arena *a, const char *path)
{
	char *dir = realpath(path, NULL), *name, *slash;

	if (!dir)
		return NULL;
	slash = strrchr(dir, '/');
	*slash = 0;
	name = arena_strdup(a, strrchr(dir, '/') ? strrchr(dir, '/') + 1 : dir);
	free(dir);
	return name;
}

static bool mine(const char *text)
{
	return !strncmp(text, HEAD, strlen(HEAD));
}

RESULTS_IMPORTER(night, "a night's cells (make nightly)")
{
	struct nightly *n = arena_alloc(a, sizeof(*n));
	size_t nr = 1;
	char *line;

	n->name = name_of(a, path);
	if (!n->name) {
		snprintf(err, errlen, "%s", strerror(errno));
		return false;
	}
	n->digest = digest_of(a, text, strlen(text));
	line = strsep(&text, "\n");
	n->started = line + strlen(HEAD);
	while ((line = strsep(&text, "\n"))) {
		nr++;
		if (!*line)
			continue;
		if (!read_line(APPEND(a, n->cells, n->nr_cells), line, nr, err, errlen))
			return false;
	}
	store_put_nightly(s, n);
	return true;
}
