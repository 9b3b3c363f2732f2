// SPDX-License-Identifier: GPL-2.0
/*
 * results bundle: one tar with everything a reviewer needs to see and repeat a run: the run
 * directory with its images, the kernel's configuration and build log, the series, statistics, and
 * repro.sh.
 */
#include "cellstate.h"
#include "export.h"
#include "options.h"
#include "query.h"
#include "tar.h"

#include <dirent.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

__asm__(".section .rodata\nrepro_script:\n.incbin \"" RESULTS_DIR "/bundle/repro.sh\"\n.byte 0\n"
	".previous");
extern const char repro_script[];

struct bundle {
	struct tar tar;
	struct arena arena;
	const struct run *run;
	const char *cache;
};

/* from_arch: a key of the run's own copy of its architecture file. */
static char *from_arch(struct bundle *b, const char *key)
{
	char *path =
		arena_printf(&b->arena, "%s/inputs/%s", b->run->source, run_fact(b->run, "arch"));
	size_t len, n = strlen(key);
	char *text = read_file(&b->arena, path, 1 << 20, &len), *line;

	while (text && (line = strsep(&text, "\n")))
		if (!strncmp(line, key, n) && line[n] == '=')
			return line + n + 1;
	return "";
}

static void exported(struct bundle *b, const char *format, const char *name)
{
	char *text = NULL;
	size_t len;
	FILE *f = open_memstream(&text, &len);

	exporter_find(format)->write(b->run, f);
	fclose(f);
	tar_text(&b->tar, name, text, len, false);
	free(text);
}

static void versions(struct bundle *b)
{
	const struct run *r = b->run;
	const char *qemu = run_fact(r, "qemu");
	struct utsname u;
	char *text;

	uname(&u);
	qemu += strcspn(qemu, "0123456789");
	text = arena_printf(
		&b->arena,
		"ID=%s\nVERDICT=%s\nHOST=%s\nACCEL=%s\nQEMU_PROGRAM=%s\nQEMU_PACKAGE="
		"%s\nQEMU_VERSION=%.*s\nSUITE_COMMIT=%s\nKERNEL_RELEASE=%s\nKERNEL_SOURCE=%s\n"
		"SERIES_HASH=%s\nCONFIG_HASH=%s\nCOMPILER=%s\nSEED=%s\n",
		r->id, r->verdict, u.machine, run_fact(r, "accel"), from_arch(b, "QEMU"),
		from_arch(b, "QEMU_PACKAGE"), (int)strspn(qemu, "0123456789."), qemu,
		run_fact(r, "suite_commit"), run_fact(r, "kernel_release"),
		run_fact(r, "kernel_source"), run_fact(r, "series_hash"),
		run_fact(r, "config_hash"), run_fact(r, "compiler"), run_fact(r, "seed"));
	tar_text(&b->tar, "VERSIONS", text, strlen(text), false);
}

static bool same_content(struct arena *a, const char *p, const char *q)
{
	size_t n, m;
	char *x = read_file(a, p, 1 << 20, &n), *y = read_file(a, q, 1 << 20, &m);

	return x && y && n == m && !memcmp(x, y, n);
}

/* The kernel's directory in the cache is the one with the identity file the run was given. */
static void kernel(struct bundle *b)
{
	char *kernels = arena_printf(&b->arena, "%s/kernels", b->cache);
	char *mine = arena_printf(&b->arena, "%s/inputs/identity0", b->run->source);
	DIR *d = opendir(kernels);
	struct dirent *e;
	bool found = false;

	while (d && !found && (e = readdir(d))) {
		char *dir = arena_printf(&b->arena, "%s/%s", kernels, e->d_name);

		if (!same_content(&b->arena, arena_printf(&b->arena, "%s/identity", dir), mine))
			continue;
		found = tar_file(&b->tar, "kernel/config",
				 arena_printf(&b->arena, "%s/config", dir));
		tar_file(&b->tar, "kernel/build.log", arena_printf(&b->arena, "%s/build.log", dir));
	}
	if (d)
		closedir(d);
	if (!found)
		warn("the kernel's directory is no longer in %s: no config, no build.log in "
		     "the bundle",
		     kernels);
}

static int patches(const struct dirent *d)
{
	return !fnmatch("*.patch", d->d_name, 0);
}

/* series_of: names of the patches in order, as vm/kernel/series.sh takes them: words, each a
 * directory or a file. */
static char **series_of(struct bundle *b, const char *series, size_t *n)
{
	char **names = arena_alloc(&b->arena, 1), *words = arena_strdup(&b->arena, series), *path;
	struct dirent **list;

	*n = 0;
	while ((path = strsep(&words, " "))) {
		int nr = scandir(path, &list, patches, alphasort);

		for (int i = 0; i < nr; i++) {
			*APPEND(&b->arena, names, *n) =
				arena_printf(&b->arena, "%s/%s", path, list[i]->d_name);
			free(list[i]);
		}
		if (nr >= 0)
			free(list);
		else if (!access(path, R_OK))
			*APPEND(&b->arena, names, *n) = path;
	}
	return names;
}

/* The patches go in only when they are still those of the run: their hash is part of its identity.
 */
static void series(struct bundle *b)
{
	const char *want = run_fact(b->run, "series_hash"), *path = run_fact(b->run, "series");
	char *all = "", hex[65];
	size_t n, len = 0;
	char **names;

	if (!*want || !strcmp(want, "none"))
		return;
	names = series_of(b, path, &n);
	for (size_t i = 0; i < n; i++) {
		size_t more;
		char *text = read_file(&b->arena, names[i], 64 << 20, &more), *joined;

		if (!text)
			die("cannot read %s: %m", names[i]);
		joined = arena_alloc(&b->arena, len + more + 1);
		memcpy(joined, all, len);
		memcpy(joined + len, text, more);
		all = joined;
		len += more;
	}
	sha256_hex(all, len, hex);
	if (strncmp(hex, want, strlen(want))) {
		warn("%s is not the series of the run (hash %.16s, not %s): not in the "
		     "bundle",
		     path, hex, want);
		return;
	}
	for (size_t i = 0; i < n; i++)
		tar_file(&b->tar,
			 arena_printf(&b->arena, "series/%s",
				      strrchr(names[i], '/') ? strrchr(names[i], '/') + 1
							     : names[i]),
			 names[i]);
}

static const char *cache_dir(void)
{
	static char path[4096];
	const char *c = getenv("CACHE"), *x = getenv("XDG_CACHE_HOME"), *h = getenv("HOME");

	if (c && *c)
		return c;
	snprintf(path, sizeof(path), "%s%s/stackmap",
		 x && *x ? x
		 : h	 ? h
			 : "",
		 x && *x ? "" : "/.cache");
	return path;
}

static void write_bundle(struct bundle *b, const char *out)
{
	char *images = arena_printf(&b->arena, "%s/inputs/kernel", b->run->source);

	if (!*b->run->source || access(images, R_OK))
		die("%s: its run directory %s is gone or has no inputs/; the store keeps "
		    "numbers and "
		    "splats, a bundle needs the images",
		    b->run->id, b->run->source);
	tar_open(&b->tar, out, b->run->id, epoch(b->run->started));
	versions(b);
	tar_text(&b->tar, "repro.sh", repro_script, strlen(repro_script), true);
	exported(b, "text", "summary.txt");
	exported(b, "csv", "statistics.csv");
	kernel(b);
	series(b);
	tar_tree(&b->tar, "", b->run->source);
	tar_close(&b->tar);
	printf("bundle: %s, %zu files\n", out, b->tar.nr);
	arena_free(&b->arena);
}

RESULTS_VERB(bundle, "RUN [--out FILE.tar]", "one tar to see and repeat a run elsewhere")
{
	const char *store = NULL, *out = NULL;
	const struct option_spec o[] = {{"store", &store, NULL}, {"out", &out, NULL}};
	int n = options(&verb_desc_bundle, argc, argv, o, ARRAY_SIZE(o));
	struct bundle b = {.cache = cache_dir()};
	struct arena a = {0};
	struct store s;
	size_t nr;
	char **ids;

	if (n != 1)
		usage_die(&verb_desc_bundle, "one run is needed");
	store_open(&s, store_path(store), false);
	ids = query_expand(&s, &a, argv[1], &nr);
	if (nr != 1)
		die("'%s' matches %zu runs; a bundle is of one", argv[1], nr);
	b.run = store_get(&s, &a, ids[0]);
	write_bundle(&b, out ? out : arena_printf(&a, "%s.tar", ids[0]));
	store_close(&s);
	arena_free(&a);
	return E_PASS;
}
