// SPDX-License-Identifier: GPL-2.0
// results export: one stored run in somebody else's format.
#include "export.h"
#include "options.h"
#include "query.h"

#include <stdlib.h>
#include <string.h>

extern const struct exporter __start_result_exporters[], __stop_result_exporters[];

const struct exporter *exporter_find(const char *name)
{
	for (const struct exporter *e = __start_result_exporters; e < __stop_result_exporters; e++)
		if (!strcmp(e->name, name))
			return e;
	return NULL;
}

/* Words of the user's shell: quoted when they are more than letters and digits. */
static char *word(struct arena *a, const char *key, const char *value)
{
	const char *safe = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.,:=/+";

	if (!*value)
		return "";
	if (strspn(value, safe) == strlen(value))
		return arena_printf(a, " %s=%s", key, value);
	if (strchr(value, '\''))
		return "";
	return arena_printf(a, " %s='%s'", key, value);
}

/* Benches are no scenario of vm-test; their programs are what BENCH= names. */
static char *verb_of(struct arena *a, const struct run *r)
{
	char *names = "";

	if (strcmp(run_fact(r, "scenario"), "bench"))
		return arena_printf(a, "make vm-test%s%s", word(a, "ARCH", run_fact(r, "arch")),
				    word(a, "SCENARIO", run_fact(r, "scenario")));
	for (size_t i = 0; i < r->nr_tests; i++)
		if (!strncmp(r->tests[i].name, "bench/", 6))
			names = arena_printf(a, "%s%s%s", names, *names ? " " : "",
					     r->tests[i].name + 6);
	return arena_printf(a, "make bench%s%s", word(a, "ARCH", run_fact(r, "arch")),
			    word(a, "BENCH", names));
}

/* Our own series is what make vm-test takes without being told. */
static char *series_word(struct arena *a, const struct run *r)
{
	const char *series = run_fact(r, "series");

	return strcmp(series, "patches/series") ? word(a, "SERIES", series) : "";
}

char *rerun_command(struct arena *a, const struct run *r)
{
	return arena_printf(a, "%s%s%s%s%s%s%s", verb_of(a, r), series_word(a, r),
			    word(a, "DEBUG", run_fact(r, "debug")),
			    word(a, "ACCEL", run_fact(r, "accel")),
			    word(a, "SMP", run_fact(r, "smp")),
			    word(a, "MEM", run_fact(r, "mem_mib")),
			    word(a, "SEED", run_fact(r, "seed")));
}

static void __attribute__((noreturn)) unknown_format(const char *name)
{
	fprintf(stderr, "ERROR: export: unknown format '%s'; known:\n", name);
	for (const struct exporter *e = __start_result_exporters; e < __stop_result_exporters; e++)
		fprintf(stderr, "  %-6s %s\n", e->name, e->help);
	exit(E_ERROR);
}

RESULTS_VERB(export, "FORMAT RUN [--out FILE]", "a run as ktap, junit, kcidb, csv, text ...")
{
	const char *store = NULL, *out = NULL;
	const struct option_spec o[] = { { "store", &store, NULL }, { "out", &out, NULL } };
	int n = options(&verb_desc_export, argc, argv, o, ARRAY_SIZE(o));
	const struct exporter *e;
	struct arena a = { 0 };
	struct store s;
	size_t nr;
	char **ids;
	FILE *f;

	if (n != 2)
		usage_die(&verb_desc_export, "a format and a run are needed");
	e = exporter_find(argv[1]);
	if (!e)
		unknown_format(argv[1]);
	store_open(&s, store_path(store), false);
	ids = query_expand(&s, &a, argv[2], &nr);
	if (nr != 1)
		die("'%s' matches %zu runs; export takes one", argv[2], nr);
	f = out ? create_file(out) : stdout;
	e->write(store_get(&s, &a, ids[0]), f);
	if (out)
		close_file(f, out);
	store_close(&s);
	arena_free(&a);
	return E_PASS;
}
