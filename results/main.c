// SPDX-License-Identifier: GPL-2.0
// results: the door. Finds the verb in the linker's section and hands over.
#include "results.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

extern const struct verb __start_result_verbs[], __stop_result_verbs[];

static int by_name(const void *a, const void *b)
{
	return strcmp((*(const struct verb *const *)a)->name,
		      (*(const struct verb *const *)b)->name);
}

/* The link order of files is nobody's business: show verbs by name. */
static void help(FILE *f)
{
	size_t n = __stop_result_verbs - __start_result_verbs;
	const struct verb **v = calloc(n, sizeof(*v));

	if (!v)
		die("out of memory");
	for (size_t i = 0; i < n; i++)
		v[i] = &__start_result_verbs[i];
	qsort(v, n, sizeof(*v), by_name);
	fprintf(f, "usage: results VERB [ARGUMENT]...\n");
	for (size_t i = 0; i < n; i++)
		fprintf(f, "  %-10s %-34s %s\n", v[i]->name, v[i]->usage, v[i]->help);
	fprintf(f, "Every verb takes --store FILE (default: $STORE, else $O/results.db).\n");
	free(v);
}

int main(int argc, char **argv)
{
	/* A write beyond a file size limit is an error to report, not a death. */
	signal(SIGXFSZ, SIG_IGN);
	if (argc < 2 || !strcmp(argv[1], "help") || !strcmp(argv[1], "--help")) {
		help(argc < 2 ? stderr : stdout);
		return argc < 2 ? E_ERROR : E_PASS;
	}
	for (const struct verb *v = __start_result_verbs; v < __stop_result_verbs; v++) {
		if (!strcmp(v->name, argv[1])) {
			int rc = v->run(argc - 1, argv + 1);

			if (fflush(stdout) || ferror(stdout))
				die("cannot write the output: %m");
			return rc;
		}
	}
	fprintf(stderr, "ERROR: results: unknown verb '%s'\n", argv[1]);
	help(stderr);
	return E_ERROR;
}
