// SPDX-License-Identifier: GPL-2.0
// Questions about runs, cells and nights; see query.h.
#include "query.h"

#include <string.h>

typedef long long ll;

#define RUN_ROW                                                                              \
	"SELECT run.name, started, verdict, reason, cell.id, arch, scenario, debug, accel, " \
	"mutant, seconds, passed, failed, skipped FROM run JOIN cell ON cell.id = run.cell "

static void cell_columns(struct arena *a, sqlite3_stmt *st, int at, struct cell *c)
{
	c->id = sqlite3_column_int64(st, at);
	c->arch = store_text(a, st, at + 1);
	c->scenario = store_text(a, st, at + 2);
	c->debug = store_text(a, st, at + 3);
	c->accel = store_text(a, st, at + 4);
	c->mutant = store_text(a, st, at + 5);
}

static bool wanted(const char *want, const char *have)
{
	return !want || !*want || !strcmp(want, have);
}

static void run_columns(struct arena *a, sqlite3_stmt *st, struct run_row *r)
{
	r->id = store_text(a, st, 0);
	r->started = store_text(a, st, 1);
	r->verdict = store_text(a, st, 2);
	r->reason = store_text(a, st, 3);
	cell_columns(a, st, 4, &r->cell);
	r->seconds = sqlite3_column_double(st, 10);
	r->passed = sqlite3_column_int64(st, 11);
	r->failed = sqlite3_column_int64(st, 12);
	r->skipped = sqlite3_column_int64(st, 13);
}

struct run_row *query_runs(struct store *s, struct arena *a, const struct run_filter *f, size_t *n)
{
	struct run_row *rows = arena_alloc(a, 1);
	sqlite3_stmt *st;

	/* Both walk an index backwards, so the newest few of very many cost few. */
	if (f->cell)
		st = store_sql(s,
			       RUN_ROW "WHERE run.cell = ?1 ORDER BY started DESC, run.name DESC",
			       "i", f->cell);
	else
		st = store_sql(s, RUN_ROW "ORDER BY started DESC, run.name DESC", "");
	*n = 0;
	while (store_row(s, st)) {
		const char *id = (const char *)sqlite3_column_text(st, 0);

		if ((f->glob && *f->glob && !glob_match(f->glob, id)) ||
		    !wanted(f->arch, (const char *)sqlite3_column_text(st, 5)) ||
		    !wanted(f->scenario, (const char *)sqlite3_column_text(st, 6)) ||
		    !wanted(f->verdict, (const char *)sqlite3_column_text(st, 2)))
			continue;
		run_columns(a, st, APPEND(a, rows, *n));
		if (f->limit && *n == (size_t)f->limit) {
			sqlite3_reset(st);
			break;
		}
	}
	return rows;
}

struct cell *query_cells(struct store *s, struct arena *a, size_t *n)
{
	sqlite3_stmt *st = store_sql(s,
				     "SELECT id, arch, scenario, debug, accel, mutant FROM cell "
				     "ORDER BY scenario, debug, accel, mutant, arch",
				     "");
	struct cell *cells = arena_alloc(a, 1);

	for (*n = 0; store_row(s, st);)
		cell_columns(a, st, 0, APPEND(a, cells, *n));
	return cells;
}

static void __attribute__((noreturn))
nothing_matches(struct store *s, struct arena *a, const char *arg)
{
	struct run_filter f = { .limit = 3 };
	size_t n;
	struct run_row *r = query_runs(s, a, &f, &n);

	die("no stored run matches '%s'; newest: %s %s %s ('results list' shows all)", arg,
	    n > 0 ? r[0].id : "(none)", n > 1 ? r[1].id : "", n > 2 ? r[2].id : "");
}

char **query_expand(struct store *s, struct arena *a, const char *arg, size_t *n)
{
	char **ids = arena_alloc(a, 1), *word, *rest = arena_strdup(a, arg);

	*n = 0;
	while ((word = strsep(&rest, ","))) {
		struct run_filter f = { .glob = word };
		struct run_row *r;
		size_t k = 0;

		if (!strpbrk(word, "*?[")) {
			sqlite3_stmt *st =
				store_sql(s, "SELECT 1 FROM run WHERE name = ?1", "s", word);

			if (!store_row(s, st))
				nothing_matches(s, a, word);
			sqlite3_reset(st);
			*APPEND(a, ids, *n) = word;
			continue;
		}
		r = query_runs(s, a, &f, &k);
		if (!k)
			nothing_matches(s, a, word);
		for (size_t i = k; i-- > 0;)
			*APPEND(a, ids, *n) = r[i].id;
	}
	return ids;
}

struct nightly *query_nightly(struct store *s, struct arena *a)
{
	sqlite3_stmt *st = store_sql(s,
				     "SELECT id, name, started, digest FROM nightly "
				     "ORDER BY started DESC, name DESC LIMIT 1",
				     "");
	struct nightly *n;
	ll id;

	if (!store_row(s, st))
		return NULL;
	n = arena_alloc(a, sizeof(*n));
	id = sqlite3_column_int64(st, 0);
	n->name = store_text(a, st, 1);
	n->started = store_text(a, st, 2);
	n->digest = store_text(a, st, 3);
	sqlite3_reset(st);
	st = store_sql(s,
		       "SELECT cell.id, arch, scenario, debug, accel, mutant, verdict, run, "
		       "nightly_cell.reason, seconds FROM nightly_cell JOIN cell ON cell.id = cell "
		       "WHERE nightly = ?1 ORDER BY seq",
		       "i", id);
	while (store_row(s, st)) {
		struct nightly_cell *c = APPEND(a, n->cells, n->nr_cells);

		cell_columns(a, st, 0, &c->cell);
		c->verdict = store_text(a, st, 6);
		c->run = store_text(a, st, 7);
		c->reason = store_text(a, st, 8);
		c->seconds = sqlite3_column_double(st, 9);
	}
	return n;
}

void query_totals(struct store *s, ll *runs, ll *samples)
{
	sqlite3_stmt *st = store_sql(s,
				     "SELECT (SELECT count(*) FROM run), "
				     "(SELECT count(*) FROM sample)",
				     "");

	store_row(s, st);
	*runs = sqlite3_column_int64(st, 0);
	*samples = sqlite3_column_int64(st, 1);
	sqlite3_reset(st);
}
