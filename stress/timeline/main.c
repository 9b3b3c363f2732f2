// SPDX-License-Identifier: GPL-2.0
/*
 * timeline - draws the statistics series of a run
 *
 *   usage: timeline RUN_DIRECTORY
 *
 * Reads run.json there, prints a table, writes timeline.svg beside it. Exit 0, or 3 with one
 * sentence on stderr; an earlier timeline.svg is only replaced by a complete one.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "timeline.h"

static int write_svg(const struct timeline *tl, const char *dir)
{
	char path[4096], tmp[4096];
	FILE *f;

	if (snprintf(path, sizeof(path), "%s/timeline.svg", dir) >= (int)sizeof(path) ||
	    snprintf(tmp, sizeof(tmp), "%s/.timeline.svg.new", dir) >= (int)sizeof(tmp)) {
		fprintf(stderr, "ERROR: %s: the path is too long\n", dir);
		return 3;
	}
	f = fopen(tmp, "w");
	if (f)
		timeline_svg(tl, f);
	if (!f || ferror(f) | fclose(f) || rename(tmp, path)) {
		fprintf(stderr, "ERROR: %s: %s\n", path, strerror(errno));
		return 3;
	}
	printf("time line: %s\n", path);
	return 0;
}

int main(int argc, char **argv)
{
	struct timeline tl;
	char path[4096];
	int ret;

	if (argc != 2) {
		fprintf(stderr, "ERROR: usage: timeline RUN_DIRECTORY\n");
		return 3;
	}
	snprintf(path, sizeof(path), "%s/run.json", argv[1]);
	if (timeline_load(&tl, path))
		return 3;
	if (!tl.n) {
		printf("no statistics series in %s\n", path);
		return 0;
	}
	timeline_table(&tl, stdout);
	ret = write_svg(&tl, argv[1]);
	timeline_free(&tl);
	return ret;
}
