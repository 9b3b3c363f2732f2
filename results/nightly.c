// SPDX-License-Identifier: GPL-2.0
// Reads the record of one night; see nightly.h.
#include "nightly.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define HEAD "# stackmap night 1\t"
#define FIELDS 9

static bool known_verdict(const char *s)
{
	static const char *const v[] = { "PASS", "FAIL", "UNRESOLVED", "ERROR", "MISSING" };

	for (size_t i = 0; i < ARRAY_SIZE(v); i++)
		if (!strcmp(v[i], s))
			return true;
	return false;
}

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
	if (!known_verdict(f[5])) {
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

struct nightly *nightly_read(struct arena *a, const char *path, char *err, size_t errlen)
{
	struct nightly *n = arena_alloc(a, sizeof(*n));
	char *text, *line;
	size_t len, nr = 1;

	text = read_file(a, path, 16 << 20, &len);
	n->name = text ? name_of(a, path) : NULL;
	if (!n->name) {
		snprintf(err, errlen, "%s", strerror(errno));
		return NULL;
	}
	n->digest = digest_of(a, text, len);
	if (strlen(text) != len || strncmp(text, HEAD, strlen(HEAD))) {
		snprintf(err, errlen, "not the record of a night (first line)");
		return NULL;
	}
	line = strsep(&text, "\n");
	n->started = line + strlen(HEAD);
	while ((line = strsep(&text, "\n"))) {
		nr++;
		if (!*line)
			continue;
		n->cells = arena_grow(a, n->cells, n->nr_cells, sizeof(*n->cells));
		if (!read_line(&n->cells[n->nr_cells++], line, nr, err, errlen))
			return NULL;
	}
	return n;
}
