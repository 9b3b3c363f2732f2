/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What every file of the results program shares: the verb registry, errors, memory.
 *
 * A verb is one file verb_<name>.c holding RESULTS_VERB(); an exporter one file export_<fmt>.c
 * holding RESULTS_EXPORTER(). The linker collects both, so adding one edits nothing else.
 */
#ifndef RESULTS_H
#define RESULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Exit codes of the suite. */
enum { E_PASS = 0, E_FAIL = 1, E_UNRESOLVED = 2, E_ERROR = 3 };

#define PRINTF(f, a) __attribute__((format(printf, f, a)))
#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

struct verb {
	const char *name;
	const char *usage; /* arguments, as the help shows them */
	const char *help; /* one line */
	int (*run)(int argc, char **argv); /* argv[0] is the verb; returns the exit code */
};

#define RESULTS_VERB(ident, usage_, help_)                                                  \
	static int verb_##ident(int argc, char **argv);                                     \
	static const struct verb verb_desc_##ident                                          \
		__attribute__((section("result_verbs"), used, aligned(sizeof(void *)))) = { \
			#ident, usage_, help_, verb_##ident                                 \
		};                                                                          \
	static int verb_##ident(int argc, char **argv)

/* die: one sentence on stderr, exit ERROR. warn: the same without leaving. %m works in both. */
void die(const char *fmt, ...) PRINTF(1, 2) __attribute__((noreturn));
void warn(const char *fmt, ...) PRINTF(1, 2);
/* usage_die: a wrong argument; names the verb's usage line. */
void usage_die(const struct verb *v, const char *fmt, ...) PRINTF(2, 3) __attribute__((noreturn));

/* Memory lives in arenas: everything read for one job is freed at once, never piecewise. */
struct arena {
	struct arena_chunk *chunk;
};

void *arena_alloc(struct arena *a, size_t size); /* zeroed, never NULL */
char *arena_strdup(struct arena *a, const char *s); /* "" for NULL */
char *arena_printf(struct arena *a, const char *fmt, ...) PRINTF(2, 3);
/* arena_grow: room for one more element in a doubling array; returns the (moved) array. */
void *arena_grow(struct arena *a, void *array, size_t n, size_t size);
/* APPEND: the new last element of list, which has n. */
#define APPEND(a, list, n) (list = arena_grow(a, list, n, sizeof(*list)), &(list)[(n)++])
void arena_free(struct arena *a);

/*
 * read_file: whole file into the arena, NUL behind it. NULL with errno set when it cannot be read
 * or is larger than max bytes (EFBIG).
 */
char *read_file(struct arena *a, const char *path, size_t max, size_t *len);

/* create_file / close_file: checked; a full disk is found here and named. */
FILE *create_file(const char *path);
void close_file(FILE *f, const char *path);
void make_dir(const char *path); /* with parents; an existing one is fine */
/* copy_into: like cp; false with errno when the source cannot be read, dies when out cannot be
 * written. */
bool copy_into(const char *from, const char *to);

/* glob_match: *, ? and [...] over a whole string. */
bool glob_match(const char *pattern, const char *s);

/* store_path: --store FILE beats $STORE beats $O/results.db. */
const char *store_path(const char *given);

#endif
