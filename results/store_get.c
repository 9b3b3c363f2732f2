// SPDX-License-Identifier: GPL-2.0
// Rows back into one run; the mirror of store_put.c.
#include "store.h"

typedef long long ll;

static void get_tests(struct store *s, struct arena *a, struct run *r, ll id)
{
	sqlite3_stmt *st =
		store_sql(s,
			  "SELECT name, status, seconds, reason FROM test WHERE run = ?1 "
			  "ORDER BY seq",
			  "i", id);

	while (store_row(s, st)) {
		struct test *t = APPEND(a, r->tests, r->nr_tests);

		*t = (struct test){ .name = store_text(a, st, 0),
				    .status = store_text(a, st, 1),
				    .seconds = sqlite3_column_double(st, 2),
				    .reason = store_text(a, st, 3) };
	}
	st = store_sql(s,
		       "SELECT test, name, status, reason FROM subtest WHERE run = ?1 "
		       "ORDER BY test, seq",
		       "i", id);
	while (store_row(s, st)) {
		struct test *t = &r->tests[sqlite3_column_int(st, 0)];
		struct subtest *sub = APPEND(a, t->subtests, t->nr_subtests);

		*sub = (struct subtest){ store_text(a, st, 1), store_text(a, st, 2),
					 store_text(a, st, 3) };
	}
}

static void get_metrics(struct store *s, struct arena *a, struct run *r, ll id)
{
	sqlite3_stmt *st = store_sql(s,
				     "SELECT metric, value, name, test, unit, better, exact FROM "
				     "sample JOIN metric ON metric.id = metric WHERE run = ?1 "
				     "ORDER BY metric, seq",
				     "i", id);
	struct metric *m = NULL;
	ll last = 0;

	while (store_row(s, st)) {
		if (!m || sqlite3_column_int64(st, 0) != last) {
			last = sqlite3_column_int64(st, 0);
			m = APPEND(a, r->metrics, r->nr_metrics);
			*m = (struct metric){ .name = store_text(a, st, 2),
					      .test = store_text(a, st, 3),
					      .unit = store_text(a, st, 4),
					      .better = store_text(a, st, 5),
					      .exact = sqlite3_column_int(st, 6) };
		}
		*APPEND(a, m->samples, m->nr_samples) = sqlite3_column_double(st, 1);
	}
}

static void get_numbers(struct store *s, struct arena *a, struct run *r, ll id)
{
	sqlite3_stmt *st = store_sql(s,
				     "SELECT name, test, required, delivered FROM floor "
				     "WHERE run = ?1 ORDER BY seq",
				     "i", id);

	while (store_row(s, st))
		*APPEND(a, r->floors, r->nr_floors) =
			(struct floor_row){ store_text(a, st, 0), store_text(a, st, 1),
					    sqlite3_column_double(st, 2),
					    sqlite3_column_double(st, 3) };
	st = store_sql(s, "SELECT t_ms, value, test, key FROM point WHERE run = ?1 ORDER BY seq",
		       "i", id);
	while (store_row(s, st))
		*APPEND(a, r->points, r->nr_points) =
			(struct point){ sqlite3_column_double(st, 0), sqlite3_column_double(st, 1),
					store_text(a, st, 2), store_text(a, st, 3) };
}

static void get_console(struct store *s, struct arena *a, struct run *r, ll id)
{
	sqlite3_stmt *st = store_sql(s,
				     "SELECT kind, title, text, line, truncated FROM splat "
				     "WHERE run = ?1 ORDER BY seq",
				     "i", id);

	while (store_row(s, st))
		*APPEND(a, r->splats, r->nr_splats) =
			(struct splat){ store_text(a, st, 0), store_text(a, st, 1),
					store_text(a, st, 2), sqlite3_column_int64(st, 3),
					sqlite3_column_int(st, 4) };
	st = store_sql(s, "SELECT pattern, reason, hits FROM allowed WHERE run = ?1 ORDER BY seq",
		       "i", id);
	while (store_row(s, st))
		*APPEND(a, r->allowed, r->nr_allowed) =
			(struct allowed){ store_text(a, st, 0), store_text(a, st, 1),
					  sqlite3_column_int64(st, 2) };
}

static void get_texts(struct store *s, struct arena *a, struct run *r, ll id)
{
	sqlite3_stmt *st = store_sql(s,
				     "SELECT key, value FROM identity JOIN fact ON fact.id = fact "
				     "WHERE run = ?1 ORDER BY seq",
				     "i", id);

	while (store_row(s, st))
		*APPEND(a, r->identity, r->nr_identity) =
			(struct fact){ store_text(a, st, 0), store_text(a, st, 1) };
	st = store_sql(s, "SELECT text FROM note WHERE run = ?1 ORDER BY seq", "i", id);
	while (store_row(s, st))
		*APPEND(a, r->notes, r->nr_notes) = store_text(a, st, 0);
	st = store_sql(s, "SELECT name FROM artefact WHERE run = ?1 ORDER BY seq", "i", id);
	while (store_row(s, st))
		*APPEND(a, r->artefacts, r->nr_artefacts) = store_text(a, st, 0);
}

struct run *store_get(struct store *s, struct arena *a, const char *name)
{
	sqlite3_stmt *st =
		store_sql(s,
			  "SELECT id, started, verdict, reason, source, digest, seconds, "
			  "boot_seconds, guest_seconds, exit, passed, failed, skipped "
			  "FROM run WHERE name = ?1",
			  "s", name);
	struct run *r;
	ll id;

	if (!store_row(s, st))
		return NULL;
	r = arena_alloc(a, sizeof(*r));
	id = sqlite3_column_int64(st, 0);
	r->id = arena_strdup(a, name);
	r->started = store_text(a, st, 1);
	r->verdict = store_text(a, st, 2);
	r->reason = store_text(a, st, 3);
	r->source = store_text(a, st, 4);
	r->digest = store_text(a, st, 5);
	r->seconds = sqlite3_column_double(st, 6);
	r->boot_seconds = sqlite3_column_double(st, 7);
	r->guest_seconds = sqlite3_column_double(st, 8);
	r->exit = sqlite3_column_int64(st, 9);
	r->passed = sqlite3_column_int64(st, 10);
	r->failed = sqlite3_column_int64(st, 11);
	r->skipped = sqlite3_column_int64(st, 12);
	sqlite3_reset(st);
	get_texts(s, a, r, id);
	get_tests(s, a, r, id);
	get_metrics(s, a, r, id);
	get_numbers(s, a, r, id);
	get_console(s, a, r, id);
	return r;
}
