// SPDX-License-Identifier: GPL-2.0
// results gen: invented run directories (gen.h), for tests and benchmarks. Never mixed with real
// runs: the suite commit of an invented run is one no checkout has, and they go to the directory
// named.
#include "gen.h"
#include "options.h"

#include <string.h>

static void put(const char *dir, const char *name, const char *text)
{
	char path[4352];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	f = create_file(path);
	fputs(text, f);
	close_file(f, path);
}

static void side_files(const struct gen *g, const char *dir, json_t *root)
{
	bool splat = json_array_size(json_object_get(json_object_get(root, "console"), "splats"));
	char console[4096];

	snprintf(
		console, sizeof(console),
		"[    0.000000] Linux version 7.3.4-stackmap\n"
		"[    0.100000] ftrace: stackmap: 16384 records\n"
		"[    1.000000] Run /init as init process\n%s%s%s\n[    8.000000] reboot: "
			"Restarting\n",
		splat ? "[    2.000000] BUG: KASAN: slab-use-after-free in stackmap_seq_show\n"
			"[    2.000001] Read of size 8 at addr ffff000012345678 by task cat/117\n"
			"[    2.000002] Call trace:\n[    2.000003]  "
				"stackmap_seq_show+0x1c4/0x2a0\n"
			"[    2.000004]  seq_read_iter+0x1d0/0x4e0\n" :
			"",
		g->hostile ? "[    2.500000] " : "",
		g->hostile ? gen_hostile() : "[    2.500000] ok");
	put(dir, "console.log", console);
	put(dir, "report.ktap",
	    "KTAP version 1\n1..1\nok 1 kselftest/basic # time_ms=1250 exit=0\n"
	    "# end: complete\n");
	put(dir, "qmp.log", "");
	put(dir, "cmdline", "qemu-system-x86_64 -M virt -nographic\n");
	put(dir, "rerun.sh", "#!/bin/sh\nexit 3\n");
	put(dir, "plan", "# stackmap plan 1\nenv SEED=42\n");
}

static void write_run(const struct gen *g, const char *out, json_t *root)
{
	const char *id = json_string_value(json_object_get(root, "id"));
	char dir[4096], path[4352];

	snprintf(dir, sizeof(dir), "%s/%s", out, id);
	make_dir(dir);
	if (g->files)
		side_files(g, dir, root);
	snprintf(path, sizeof(path), "%s/run.json", dir);
	if (json_dump_file(root, path, JSON_COMPACT | JSON_REAL_PRECISION(12)))
		die("cannot write %s: %m", path);
	json_decref(root);
}

RESULTS_VERB(gen, "N DIR [--first I] [--seed S] [--bare] [--hostile] [--mutants]",
	     "write N invented runs (tests, benchmarks)")
{
	const char *first = "0", *seed = "1";
	bool bare = false, mutants = false;
	struct gen g = { 0 };
	const struct option_spec o[] = {
		{ "first", &first, NULL },     { "seed", &seed, NULL },
		{ "bare", NULL, &bare },       { "hostile", NULL, &g.hostile },
		{ "mutants", NULL, &mutants },
	};
	int n = options(&verb_desc_gen, argc, argv, o, ARRAY_SIZE(o));
	long count, from;
	uint64_t rng;

	if (n != 2)
		usage_die(&verb_desc_gen, "a number and a directory are needed");
	count = number_arg("N", argv[1], 1, 10000000);
	from = number_arg("--first", first, 0, 10000000);
	g.seed = number_arg("--seed", seed, 0, 1000000000);
	g.files = !bare;
	make_dir(argv[2]);
	for (long i = from; i < from + count; i++)
		write_run(&g, argv[2], gen_record(&g, i, &rng));
	for (long i = 0; mutants && i < 6 * 20; i++)
		write_run(&g, argv[2], gen_mutant(&g, i % 6, i / 6, &rng));
	return E_PASS;
}
