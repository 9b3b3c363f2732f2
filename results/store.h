/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The store: an SQLite file in WAL mode. All SQL of the program is in store*.c. A failing database
 * operation leaves through die() with the store's path, what was being done and store->advice;
 * SQLite then rolls back what was not committed.
 */
#ifndef STORE_H
#define STORE_H

#include "model.h"

#include <sqlite3.h>

struct store {
	sqlite3 *db;
	char path[4096];
	char advice[256]; /* appended to a fatal message: what is safe, what to do */
	sqlite3_stmt *cached[64];
	const char *cached_sql[64];
};

/*
 * store_open: opens, creates (only with create) and migrates. A file that is no store, a store of a
 * newer suite and an unreadable file are refused with a sentence each.
 */
void store_open(struct store *s, const char *path, bool create);
void store_close(struct store *s);
void store_die(struct store *s, const char *doing) __attribute__((noreturn));

void store_begin(struct store *s); /* takes the write lock; waits for other importers */
void store_commit(struct store *s);
void store_rollback(struct store *s);

/*
 * Statements. store_sql() gives a reset statement from a cache keyed by the literal's address; bind
 * with a format (i long long, d double, s string): store_exec(s, "DELETE ... ?1", "s", name).
 */
sqlite3_stmt *store_sql(struct store *s, const char *sql, const char *types, ...);
void store_exec(struct store *s, const char *sql, const char *types, ...);
bool store_row(struct store *s, sqlite3_stmt *st); /* false at the end, statement reset */
char *store_text(struct arena *a, sqlite3_stmt *st, int column);

/* What store_put() did. */
enum put { PUT_STORED, PUT_KNOWN, PUT_REPLACED, PUT_CONFLICT };

/*
 * store_put: inside store_begin/commit. The same bytes again are PUT_KNOWN. A stored record which
 * the runner had not finished is replaced; any other record of the same id is PUT_CONFLICT unless
 * replace.
 */
enum put store_put(struct store *s, const struct run *r, bool replace);
/* store_get: the whole run, NULL when there is none of that id. */
struct run *store_get(struct store *s, struct arena *a, const char *id);

struct cell {
	long long id;
	char *arch, *scenario, *debug, *accel, *mutant;
};

long long store_cell(struct store *s, const struct cell *c); /* finds or makes */
/* cell_of: the cell a run belongs to. */
void cell_of(const struct run *r, struct cell *c);

struct nightly_cell {
	struct cell cell;
	char *verdict, *run, *reason;
	double seconds;
};

struct nightly {
	char *name, *started, *digest;
	struct nightly_cell *cells;
	size_t nr_cells;
};

/* store_put_nightly: replaces an earlier state of the same night (a resumed one grows). */
void store_put_nightly(struct store *s, const struct nightly *n);

/* Files that are no runs: are these the bytes that were noted last under this path? */
bool store_file_known(struct store *s, const char *path, const char *digest);
void store_file_note(struct store *s, const char *path, const char *digest);

#endif
