// SPDX-License-Identifier: GPL-2.0
// Prepared statements: cached by the address of their text, bound by a format; see store.h.
#include "store.h"

#include <stdarg.h>

static sqlite3_stmt *prepared(struct store *s, const char *sql)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(s->cached) && s->cached_sql[i]; i++)
		if (s->cached_sql[i] == sql)
			return s->cached[i];
	if (i == ARRAY_SIZE(s->cached))
		die("store: more than %zu different statements; make struct store's cache larger",
		    i);
	if (sqlite3_prepare_v3(s->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &s->cached[i], NULL))
		store_die(s, "preparing a statement");
	s->cached_sql[i] = sql;
	return s->cached[i];
}

static void bind(struct store *s, sqlite3_stmt *st, const char *types, va_list ap)
{
	int rc = SQLITE_OK;

	for (int i = 1; *types && rc == SQLITE_OK; types++, i++) {
		if (*types == 'i')
			rc = sqlite3_bind_int64(st, i, va_arg(ap, long long));
		else if (*types == 'd')
			rc = sqlite3_bind_double(st, i, va_arg(ap, double));
		else
			rc = sqlite3_bind_text(st, i, va_arg(ap, const char *), -1, SQLITE_STATIC);
	}
	if (rc != SQLITE_OK)
		store_die(s, "binding a value");
}

sqlite3_stmt *store_sql(struct store *s, const char *sql, const char *types, ...)
{
	sqlite3_stmt *st = prepared(s, sql);
	va_list ap;

	sqlite3_reset(st);
	va_start(ap, types);
	bind(s, st, types, ap);
	va_end(ap);
	return st;
}

void store_exec(struct store *s, const char *sql, const char *types, ...)
{
	sqlite3_stmt *st = prepared(s, sql);
	va_list ap;

	sqlite3_reset(st);
	va_start(ap, types);
	bind(s, st, types, ap);
	va_end(ap);
	while (store_row(s, st))
		;
}

bool store_row(struct store *s, sqlite3_stmt *st)
{
	int rc = sqlite3_step(st);

	if (rc == SQLITE_ROW)
		return true;
	if (rc != SQLITE_DONE)
		store_die(s, sqlite3_stmt_readonly(st) ? "reading" : "writing");
	sqlite3_reset(st);
	return false;
}

char *store_text(struct arena *a, sqlite3_stmt *st, int column)
{
	return arena_strdup(a, (const char *)sqlite3_column_text(st, column));
}
