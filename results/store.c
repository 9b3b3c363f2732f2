// SPDX-License-Identifier: GPL-2.0
// Opening, migrating and talking to the SQLite file; see store.h.
#include "store.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define APPLICATION_ID 0x73746d70 /* "stmp", in the file's header: whose database this is */
#define BUSY_MS 120000 /* two importers take turns; a batch is well under a second */

/* The migrations are part of the program: a binary never meets a schema of another version. */
__asm__(".section .rodata\nschema_sql:\n.incbin \"" RESULTS_DIR
	"/schema.sql\"\n.byte 0\n.previous");
extern const char schema_sql[];

void store_die(struct store *s, const char *doing)
{
	int code = s->db ? sqlite3_extended_errcode(s->db) : SQLITE_NOMEM;
	const char *more = "";

	if ((code & 0xff) == SQLITE_FULL || code == SQLITE_IOERR_WRITE)
		more = "; no room to write (disk full, or a size limit): make room and run the "
			"same "
		       "command again";
	else if ((code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_NOTADB)
		more = "; the file is damaged or no store: move it away, import the run "
			"directories "
		       "again";
	else if ((code & 0xff) == SQLITE_BUSY)
		more = "; another process holds it for minutes: end that one and run again";
	die("store %s: %s: %s%s%s", s->path, doing, s->db ? sqlite3_errmsg(s->db) : "no memory",
	    more, s->advice);
}

static void run_sql(struct store *s, const char *sql, const char *doing)
{
	if (sqlite3_exec(s->db, sql, NULL, NULL, NULL) != SQLITE_OK)
		store_die(s, doing);
}

static long pragma(struct store *s, const char *sql)
{
	sqlite3_stmt *st;
	long v;

	if (sqlite3_prepare_v2(s->db, sql, -1, &st, NULL) != SQLITE_OK)
		store_die(s, "reading the file");
	if (sqlite3_step(st) != SQLITE_ROW)
		store_die(s, "reading the file");
	v = sqlite3_column_int64(st, 0);
	sqlite3_finalize(st);
	return v;
}

/* newest_version: of the migrations this program carries. */
static long newest_version(void)
{
	long v = 0;

	for (const char *p = schema_sql; (p = strstr(p, "\n-- version ")); p++)
		v = strtol(p + 12, NULL, 10);
	return v;
}

static void migrate_to(struct store *s, long version)
{
	char mark[48], *sql;
	const char *from, *end;

	snprintf(mark, sizeof(mark), "\n-- version %ld\n", version);
	from = strstr(schema_sql, mark);
	if (!from)
		die("schema.sql has no version %ld", version);
	end = strstr(from + 1, "\n-- version ");
	if (asprintf(&sql, "%.*s; PRAGMA user_version = %ld; PRAGMA application_id = %d;",
		     (int)(end ? end - from : (long)strlen(from)), from, version,
		     APPLICATION_ID) < 0)
		die("out of memory");
	run_sql(s, sql, "creating the tables");
	free(sql);
}

/* Two processes may open a new store at once: the version is read again under the write lock. */
static void migrate(struct store *s)
{
	long have = pragma(s, "PRAGMA user_version"), newest = newest_version();

	if (have == newest)
		return;
	run_sql(s, "BEGIN IMMEDIATE", "locking the store");
	have = pragma(s, "PRAGMA user_version");
	while (have < newest)
		migrate_to(s, ++have);
	run_sql(s, "COMMIT", "creating the tables");
}

/* One read transaction: another process may be creating the tables between two of the questions. */
static void refuse_foreign(struct store *s)
{
	long id, version, tables;

	run_sql(s, "BEGIN", "reading the file");
	tables = pragma(s, "SELECT count(*) FROM sqlite_schema");
	id = pragma(s, "PRAGMA application_id");
	version = pragma(s, "PRAGMA user_version");
	run_sql(s, "COMMIT", "reading the file");

	if (id != APPLICATION_ID && (tables || version))
		die("store %s: an SQLite file, but not a results store (application id %ld); name "
		    "another file with STORE=",
		    s->path, id);
	if (version > newest_version())
		die("store %s: written by a newer suite (schema %ld; this program knows up to "
			"%ld); "
		    "update the suite, or name another file with STORE=",
		    s->path, version, newest_version());
}

/*
 * SQLite answers SQLITE_BUSY to this switch without asking the busy handler, when another process
 * is at work in a store that is not in WAL mode yet: it must be asked again.
 */
static void use_wal(struct store *s)
{
	int code;

	for (long waited = 0;; waited += 10) {
		code = sqlite3_exec(s->db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL);
		if (code == SQLITE_OK)
			return;
		if ((code & 0xff) != SQLITE_BUSY || waited >= BUSY_MS)
			store_die(s, "opening");
		sqlite3_sleep(10);
	}
}

void store_open(struct store *s, const char *path, bool create)
{
	int flags = SQLITE_OPEN_READWRITE | (create ? SQLITE_OPEN_CREATE : 0);

	memset(s, 0, sizeof(*s));
	snprintf(s->path, sizeof(s->path), "%s", path);
	if (!create && access(path, F_OK) < 0)
		die("store %s: %m; 'results import RUN...' makes it", path);
	if (sqlite3_open_v2(path, &s->db, flags, NULL) != SQLITE_OK)
		store_die(s, "opening");
	sqlite3_busy_timeout(s->db, BUSY_MS);
	refuse_foreign(s);
	use_wal(s);
	/*
	 * FULL: what was reported as stored survives a power cut. The WAL lets readers go on while
	 * an importer writes.
	 */
	run_sql(s,
		"PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;"
		"PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY",
		"opening");
	migrate(s);
}

void store_close(struct store *s)
{
	for (size_t i = 0; i < ARRAY_SIZE(s->cached); i++)
		sqlite3_finalize(s->cached[i]);
	if (sqlite3_close(s->db) != SQLITE_OK)
		store_die(s, "closing");
}

void store_begin(struct store *s)
{
	run_sql(s, "BEGIN IMMEDIATE", "locking the store");
}

void store_commit(struct store *s)
{
	run_sql(s, "COMMIT", "committing");
}

void store_rollback(struct store *s)
{
	run_sql(s, "ROLLBACK", "rolling back");
}
