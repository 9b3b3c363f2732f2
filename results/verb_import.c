// SPDX-License-Identifier: GPL-2.0
/*
 * results import: run directories, and whatever an importer knows, into the store. A batch of runs
 * is read and checked first, then stored in one transaction, so a kill -9 loses at most the batch
 * that was not reported yet and the lock is held briefly.
 */
#include "import.h"
#include "options.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define BATCH 256
#define NIGHT "cells" /* a night's directory has this file */
#define RUN_JSON_MAX (64u << 20) /* larger than any record; a stray core dump is refused */

struct import {
	struct store store;
	struct arena arena; /* of the current batch */
	struct run *batch[BATCH];
	char *paths[BATCH];
	size_t nr;
	bool replace;
	long stored, known, replaced, refused;
};

static void account(struct import *im, enum put what, const char *path)
{
	if (what == PUT_STORED)
		im->stored++;
	else if (what == PUT_KNOWN)
		im->known++;
	else if (what == PUT_REPLACED)
		im->replaced++;
	else {
		im->refused++;
		warn("%s: a different record of this id is stored; kept that one (--replace takes "
		     "this one)",
		     path);
	}
}

static void flush_batch(struct import *im)
{
	enum put what[BATCH] = { 0 };

	if (im->nr) {
		store_begin(&im->store);
		for (size_t i = 0; i < im->nr; i++)
			what[i] = store_put(&im->store, im->batch[i], im->replace);
		store_commit(&im->store);
		for (size_t i = 0; i < im->nr; i++)
			account(im, what[i], im->paths[i]);
	}
	im->nr = 0;
	arena_free(&im->arena);
	snprintf(im->store.advice, sizeof(im->store.advice),
		 "; %ld runs of this import are safe in "
		 "the store, the rest is untouched where it lies",
		 im->stored + im->replaced);
}

static void refuse(struct import *im, const char *path, const char *why)
{
	im->refused++;
	warn("%s: %s; not imported", path, why);
}

/* source_of: where the record lies, "" when it is gone already. */
static char *source_of(struct arena *a, const char *path)
{
	char *real = realpath(path, NULL), *s = arena_strdup(a, real);

	free(real);
	return s;
}

static void import_run(struct import *im, const char *path, const char *text, size_t len)
{
	char err[512], *slash;
	struct run *r = run_parse(&im->arena, text, len, err, sizeof(err));

	if (!r) {
		refuse(im, path, err);
		return;
	}
	r->source = source_of(&im->arena, path);
	slash = strrchr(r->source, '/');
	if (slash)
		*slash = 0;
	im->paths[im->nr] = arena_strdup(&im->arena, path);
	im->batch[im->nr++] = r;
	if (im->nr == BATCH)
		flush_batch(im);
}

/* Nights refer to runs, so those that were read before are stored before. */
static void import_other(struct import *im, const struct importer *i, const char *path, char *text)
{
	struct arena a = { 0 };
	char err[512], *mine = arena_strdup(&a, text);
	char *source = source_of(&a, path), *digest = digest_of(&a, text, strlen(text));

	flush_batch(im);
	if (store_file_known(&im->store, source, digest)) {
		im->known++;
		arena_free(&a);
		return;
	}
	store_begin(&im->store);
	if (i->take(&im->store, &a, path, mine, err, sizeof(err))) {
		store_file_note(&im->store, source, digest);
		store_commit(&im->store);
		im->stored++;
	} else {
		store_rollback(&im->store);
		refuse(im, path, err);
	}
	arena_free(&a);
}

static void import_file(struct import *im, const char *path)
{
	size_t len;
	char *text = read_file(&im->arena, path, RUN_JSON_MAX, &len);
	const struct importer *i = text && strlen(text) == len ? importer_of(text) : NULL;

	if (!text)
		refuse(im, path,
		       errno == EFBIG  ? "larger than 64 MiB, so no run record" :
		       errno == EINVAL ? "not a regular file" :
					 strerror(errno));
	else if (i)
		import_other(im, i, path, text);
	else
		import_run(im, path, text, len);
}

/* has: the path DIR/NAME when it exists. */
static bool has(char *path, size_t size, const char *dir, const char *name)
{
	snprintf(path, size, "%s/%s", dir, name);
	return access(path, F_OK) == 0;
}

static int visible(const struct dirent *d)
{
	return d->d_name[0] != '.';
}

/* A folder of run directories, which the shell could not put on one command line any more. */
static void import_tree(struct import *im, const char *dir)
{
	struct dirent **list;
	int n = scandir(dir, &list, visible, alphasort), found = 0;
	char path[4352];

	if (n < 0)
		die("cannot read directory %s: %m", dir);
	for (int i = 0; i < n; i++) {
		char sub[4096];

		snprintf(sub, sizeof(sub), "%s/%s", dir, list[i]->d_name);
		free(list[i]);
		if (has(path, sizeof(path), sub, "run.json"))
			found++, import_file(im, path);
	}
	free(list);
	if (!found)
		refuse(im, dir, "no run.json and no directory with one in it");
}

static void import_path(struct import *im, const char *arg)
{
	struct stat st;
	char path[4352];

	if (stat(arg, &st) < 0)
		refuse(im, arg, strerror(errno));
	else if (!S_ISDIR(st.st_mode))
		import_file(im, arg);
	else if (has(path, sizeof(path), arg, "run.json"))
		import_file(im, path);
	else if (has(path, sizeof(path), arg, NIGHT))
		import_file(im, path);
	else
		import_tree(im, arg);
}

RESULTS_VERB(import, "[--replace] PATH...",
	     "store run directories, folders of them, nights, tables of mutants")
{
	static struct import im; /* large */
	const char *store = NULL;
	const struct option_spec o[] = {
		{ "store", &store, NULL },
		{ "replace", NULL, &im.replace },
	};
	int n = options(&verb_desc_import, argc, argv, o, ARRAY_SIZE(o));

	if (!n)
		usage_die(&verb_desc_import, "nothing to import");
	store_open(&im.store, store_path(store), true);
	flush_batch(&im);
	for (int i = 1; i <= n; i++)
		import_path(&im, argv[i]);
	flush_batch(&im);
	store_close(&im.store);
	printf("import: %ld stored, %ld already there, %ld replaced, %ld refused\n", im.stored,
	       im.known, im.replaced, im.refused);
	return im.refused ? E_FAIL : E_PASS;
}
