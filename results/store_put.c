// SPDX-License-Identifier: GPL-2.0
// One run into rows; see store.h.
#include "store.h"

#include <string.h>

typedef long long ll;

/* id_of: the id a SELECT gives, 0 for none. */
static ll id_of(struct store *s, sqlite3_stmt *st)
{
	ll id = 0;

	if (store_row(s, st)) {
		id = sqlite3_column_int64(st, 0);
		sqlite3_reset(st);
	}
	return id;
}

void cell_of(const struct run *r, struct cell *c)
{
	c->id = 0;
	c->arch = (char *)run_fact(r, "arch");
	c->scenario = (char *)run_fact(r, "scenario");
	c->debug = (char *)run_fact(r, "debug");
	c->accel = (char *)run_fact(r, "accel");
	c->mutant = (char *)run_fact(r, "mutant");
}

ll store_cell(struct store *s, const struct cell *c)
{
	ll id = id_of(s, store_sql(s,
				   "SELECT id FROM cell WHERE arch = ?1 AND scenario = ?2 AND "
				   "debug = ?3 AND accel = ?4 AND mutant = ?5",
				   "sssss", c->arch, c->scenario, c->debug, c->accel, c->mutant));

	if (id)
		return id;
	store_exec(s,
		   "INSERT INTO cell (arch, scenario, debug, accel, mutant) "
		   "VALUES (?1, ?2, ?3, ?4, ?5)",
		   "sssss", c->arch, c->scenario, c->debug, c->accel, c->mutant);
	return sqlite3_last_insert_rowid(s->db);
}

static ll fact_id(struct store *s, const struct fact *f)
{
	ll id = id_of(s, store_sql(s, "SELECT id FROM fact WHERE key = ?1 AND value = ?2", "ss",
				   f->key, f->value));

	if (id)
		return id;
	store_exec(s, "INSERT INTO fact (key, value) VALUES (?1, ?2)", "ss", f->key, f->value);
	return sqlite3_last_insert_rowid(s->db);
}

static ll metric_id(struct store *s, const struct metric *m)
{
	ll id = id_of(s, store_sql(s,
				   "SELECT id FROM metric WHERE name = ?1 AND test = ?2 AND "
				   "unit = ?3 AND better = ?4 AND exact = ?5",
				   "ssssi", m->name, m->test, m->unit, m->better, (ll)m->exact));

	if (id)
		return id;
	store_exec(s,
		   "INSERT INTO metric (name, test, unit, better, exact) "
		   "VALUES (?1, ?2, ?3, ?4, ?5)",
		   "ssssi", m->name, m->test, m->unit, m->better, (ll)m->exact);
	return sqlite3_last_insert_rowid(s->db);
}

static void put_tests(struct store *s, const struct run *r, ll id)
{
	for (size_t i = 0; i < r->nr_tests; i++) {
		const struct test *t = &r->tests[i];

		store_exec(s, "INSERT INTO test VALUES (?1, ?2, ?3, ?4, ?5, ?6)", "iissds", id,
			   (ll)i, t->name, t->status, t->seconds, t->reason);
		for (size_t k = 0; k < t->nr_subtests; k++)
			store_exec(s, "INSERT INTO subtest VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
				   "iiisss", id, (ll)i, (ll)k, t->subtests[k].name,
				   t->subtests[k].status, t->subtests[k].reason);
	}
}

/* A metric named twice in one record is one metric: its samples are numbered on. */
static void put_metrics(struct store *s, const struct run *r, ll id, ll cell)
{
	for (size_t i = 0; i < r->nr_metrics; i++) {
		const struct metric *m = &r->metrics[i];
		ll metric = metric_id(s, m);

		store_exec(s, "INSERT OR IGNORE INTO cell_metric VALUES (?1, ?2)", "ii", cell,
			   metric);
		for (size_t k = 0; k < m->nr_samples; k++)
			store_exec(s,
				   "INSERT INTO sample VALUES (?1, ?2, (SELECT ifnull(max(seq) + 1,"
				   " 0) FROM sample WHERE run = ?1 AND metric = ?2), ?3)",
				   "iid", id, metric, m->samples[k]);
	}
}

static void put_evidence(struct store *s, const struct run *r, ll id)
{
	for (size_t i = 0; i < r->nr_floors; i++)
		store_exec(s, "INSERT INTO floor VALUES (?1, ?2, ?3, ?4, ?5, ?6)", "iissdd", id,
			   (ll)i, r->floors[i].name, r->floors[i].test, r->floors[i].required,
			   r->floors[i].delivered);
	for (size_t i = 0; i < r->nr_points; i++)
		store_exec(s, "INSERT INTO point VALUES (?1, ?2, ?3, ?4, ?5, ?6)", "iidssd", id,
			   (ll)i, r->points[i].t_ms, r->points[i].test, r->points[i].key,
			   r->points[i].value);
	for (size_t i = 0; i < r->nr_notes; i++)
		store_exec(s, "INSERT INTO note VALUES (?1, ?2, ?3)", "iis", id, (ll)i,
			   r->notes[i]);
	for (size_t i = 0; i < r->nr_splats; i++)
		store_exec(s, "INSERT INTO splat VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)", "iisissi",
			   id, (ll)i, r->splats[i].kind, (ll)r->splats[i].line, r->splats[i].title,
			   r->splats[i].text, (ll)r->splats[i].truncated);
	for (size_t i = 0; i < r->nr_allowed; i++)
		store_exec(s, "INSERT INTO allowed VALUES (?1, ?2, ?3, ?4, ?5)", "iissi", id, (ll)i,
			   r->allowed[i].pattern, r->allowed[i].reason, (ll)r->allowed[i].hits);
	for (size_t i = 0; i < r->nr_artefacts; i++)
		store_exec(s, "INSERT INTO artefact VALUES (?1, ?2, ?3)", "iis", id, (ll)i,
			   r->artefacts[i]);
}

static void put_rows(struct store *s, const struct run *r)
{
	struct cell c;
	ll cell, id;

	cell_of(r, &c);
	cell = store_cell(s, &c);
	store_exec(s,
		   "INSERT INTO run (name, cell, started, seconds, boot_seconds, guest_seconds, "
		   "verdict, reason, exit, passed, failed, skipped, digest, source) VALUES "
		   "(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
		   "sisdddssiiiiss", r->id, cell, r->started, r->seconds, r->boot_seconds,
		   r->guest_seconds, r->verdict, r->reason, (ll)r->exit, (ll)r->passed,
		   (ll)r->failed, (ll)r->skipped, r->digest, r->source);
	id = sqlite3_last_insert_rowid(s->db);
	for (size_t i = 0; i < r->nr_identity; i++)
		store_exec(s, "INSERT INTO identity VALUES (?1, ?2, ?3)", "iii", id, (ll)i,
			   fact_id(s, &r->identity[i]));
	put_tests(s, r, id);
	put_metrics(s, r, id, cell);
	put_evidence(s, r, id);
}

enum put store_put(struct store *s, const struct run *r, bool replace)
{
	sqlite3_stmt *st = store_sql(s,
				     "SELECT digest, verdict = 'ERROR' AND reason = "
				     "'the runner did not finish' FROM run WHERE name = ?1",
				     "s", r->id);
	bool same, unfinished;

	if (!store_row(s, st)) {
		put_rows(s, r);
		return PUT_STORED;
	}
	same = !strcmp((const char *)sqlite3_column_text(st, 0), r->digest);
	unfinished = sqlite3_column_int(st, 1);
	sqlite3_reset(st);
	if (same)
		return PUT_KNOWN;
	if (!unfinished && !replace)
		return PUT_CONFLICT;
	store_exec(s, "DELETE FROM run WHERE name = ?1", "s", r->id);
	put_rows(s, r);
	return PUT_REPLACED;
}

/*
 * A plan says "auto" and "-" where the run then says what it got, so a planned cell is the one its
 * run belongs to; for a missing run the one that ran last under that plan, so that the alarm is at
 * its square.
 */
static ll planned_cell(struct store *s, const struct nightly_cell *c)
{
	ll id = id_of(s, store_sql(s, "SELECT cell FROM run WHERE name = ?1", "s", c->run));

	if (!id)
		id = id_of(
			s,
			store_sql(s,
				  "SELECT cell.id FROM cell JOIN run ON run.cell = cell.id "
				  "WHERE arch = ?1 AND scenario = ?2 AND mutant = '' AND "
				  "(?3 IN ('', 'auto') OR accel = ?3) AND (?4 = '' OR debug = ?4) "
				  "ORDER BY started DESC LIMIT 1",
				  "ssss", c->cell.arch, c->cell.scenario, c->cell.accel,
				  c->cell.debug));
	return id ? id : store_cell(s, &c->cell);
}

void store_put_nightly(struct store *s, const struct nightly *n)
{
	ll id;

	store_exec(s, "DELETE FROM nightly WHERE name = ?1", "s", n->name);
	store_exec(s, "INSERT INTO nightly (name, started, digest) VALUES (?1, ?2, ?3)", "sss",
		   n->name, n->started, n->digest);
	id = sqlite3_last_insert_rowid(s->db);
	for (size_t i = 0; i < n->nr_cells; i++) {
		const struct nightly_cell *c = &n->cells[i];

		store_exec(s, "INSERT INTO nightly_cell VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
			   "iiissds", id, (ll)i, planned_cell(s, c), c->verdict, c->run, c->seconds,
			   c->reason);
	}
}

bool store_file_known(struct store *s, const char *path, const char *digest)
{
	return id_of(s, store_sql(s, "SELECT 1 FROM imported WHERE path = ?1 AND digest = ?2", "ss",
				  path, digest));
}

void store_file_note(struct store *s, const char *path, const char *digest)
{
	store_exec(s, "INSERT OR REPLACE INTO imported VALUES (?1, ?2)", "ss", path, digest);
}
