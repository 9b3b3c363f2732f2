// SPDX-License-Identifier: GPL-2.0
// Planted bugs into rows and back; see mutants.h.
#include "mutants.h"

typedef long long ll;

void store_put_mutant(struct store *s, const struct mutant *m)
{
	store_exec(s, "DELETE FROM wanted WHERE mutant = ?1", "s", m->name);
	store_exec(s, "INSERT OR REPLACE INTO mutant VALUES (?1, ?2, ?3)", "sss", m->name, m->what,
		   m->breaks);
}

void store_put_wanted(struct store *s, const char *mutant, const char *rung, const char *oracle)
{
	store_exec(s, "INSERT OR REPLACE INTO wanted VALUES (?1, ?2, ?3)", "sss", mutant, rung,
		   oracle);
}

void store_put_kill(struct store *s, const struct kill *k)
{
	store_exec(s, "INSERT OR REPLACE INTO kill VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)", "sssssdi",
		   k->mutant, k->rung, k->seen, k->verdict, k->killer, k->seconds, (ll)k->runs);
}

void store_put_race(struct store *s, const struct race *r)
{
	store_exec(s, "INSERT OR REPLACE INTO race VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)", "sssiidd",
		   r->mutant, r->build, r->test, (ll)r->killed, (ll)r->seeds, r->median_ms,
		   r->worst_ms);
}

void store_put_twin(struct store *s, const struct twin *t)
{
	store_exec(s, "INSERT OR REPLACE INTO twin VALUES (?1, ?2, ?3, ?4)", "ssii", t->build,
		   t->oracle, (ll)t->clean, (ll)t->runs);
}

struct mutant *query_mutants(struct store *s, struct arena *a, size_t *n)
{
	sqlite3_stmt *st = store_sql(s, "SELECT name, what, breaks FROM mutant ORDER BY name", "");
	struct mutant *rows = arena_alloc(a, 1);

	for (*n = 0; store_row(s, st);)
		*APPEND(a, rows, *n) = (struct mutant){ store_text(a, st, 0), store_text(a, st, 1),
							store_text(a, st, 2) };
	return rows;
}

struct kill *query_kills(struct store *s, struct arena *a, size_t *n)
{
	/* of a group with max(), SQLite takes the other columns from the row that has it */
	sqlite3_stmt *st =
		store_sql(s,
			  "SELECT mutant, rung, verdict, killer, max(seen), seconds, runs "
			  "FROM kill GROUP BY mutant, rung UNION ALL "
			  "SELECT mutant, rung, '', oracle, '', 0, 0 FROM wanted "
			  "WHERE (mutant, rung) NOT IN (SELECT mutant, rung FROM kill) "
			  "ORDER BY 1, 2",
			  "");
	struct kill *rows = arena_alloc(a, 1);

	for (*n = 0; store_row(s, st);)
		*APPEND(a, rows, *n) =
			(struct kill){ store_text(a, st, 0),	   store_text(a, st, 1),
				       store_text(a, st, 2),	   store_text(a, st, 3),
				       store_text(a, st, 4),	   sqlite3_column_double(st, 5),
				       sqlite3_column_int64(st, 6) };
	return rows;
}

struct race *query_races(struct store *s, struct arena *a, size_t *n)
{
	sqlite3_stmt *st =
		store_sql(s,
			  "SELECT mutant, build, test, killed, seeds, median_ms, worst_ms "
			  "FROM race ORDER BY mutant, build, test",
			  "");
	struct race *rows = arena_alloc(a, 1);

	for (*n = 0; store_row(s, st);)
		*APPEND(a, rows, *n) = (struct race){
			store_text(a, st, 0),	      store_text(a, st, 1),
			store_text(a, st, 2),	      sqlite3_column_int64(st, 3),
			sqlite3_column_int64(st, 4),  sqlite3_column_double(st, 5),
			sqlite3_column_double(st, 6),
		};
	return rows;
}

struct twin *query_twins(struct store *s, struct arena *a, size_t *n)
{
	sqlite3_stmt *st = store_sql(
		s, "SELECT build, oracle, clean, runs FROM twin ORDER BY build, oracle", "");
	struct twin *rows = arena_alloc(a, 1);

	for (*n = 0; store_row(s, st);)
		*APPEND(a, rows, *n) =
			(struct twin){ store_text(a, st, 0), store_text(a, st, 1),
				       sqlite3_column_int64(st, 2), sqlite3_column_int64(st, 3) };
	return rows;
}
