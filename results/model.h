/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One run in memory: what run.json (docs/protocol.rst section 6) says and the store keeps. Pages
 * and exporters read this model only; none of them knows JSON or SQL. No pointer is ever NULL: an
 * absent string is "", an absent array has no elements. Everything lives in the arena it was read
 * into.
 */
#ifndef MODEL_H
#define MODEL_H

#include "results.h"

#define RUN_SCHEMA 1 /* newest run.json this program reads */

struct fact {
	char *key, *value;
};

struct subtest {
	char *name, *status, *reason;
};

struct test {
	char *name, *status, *reason;
	double seconds;
	struct subtest *subtests;
	size_t nr_subtests;
};

struct metric {
	char *name, *test, *unit, *better;
	bool exact;
	double *samples;
	size_t nr_samples;
};

struct floor_row {
	char *name, *test;
	double required, delivered;
};

/* One value of the statistics series. Values of one moment share t_ms and test. */
struct point {
	double t_ms, value;
	char *test, *key;
};

struct splat {
	char *kind, *title, *text;
	long line;
	bool truncated;
};

struct allowed {
	char *pattern, *reason;
	long hits;
};

struct run {
	char *id, *started, *verdict, *reason;
	char *source; /* the run directory it was imported from; may be gone by now */
	char *digest; /* of run.json's bytes: the same id with another digest is another file */
	double seconds, boot_seconds, guest_seconds;
	long exit, passed, failed, skipped;
	struct fact *identity;
	struct test *tests;
	struct metric *metrics;
	struct floor_row *floors;
	struct point *points;
	char **notes;
	struct splat *splats;
	struct allowed *allowed;
	char **artefacts;
	size_t nr_identity, nr_tests, nr_metrics, nr_floors, nr_points, nr_notes, nr_splats,
		nr_allowed, nr_artefacts;
};

/* run_fact: identity value by key, "" when the run does not say. */
const char *run_fact(const struct run *r, const char *key);

/* A record the runner wrote before the run and never replaced. */
bool run_unfinished(const struct run *r);

/*
 * run_parse: reads run.json text. NULL and one sentence in err (with line, or the path of the
 * offending value) for anything that is not a complete record of a schema this program knows.
 */
struct run *run_parse(struct arena *a, const char *text, size_t len, char *err, size_t errlen);

/* digest_of: 64-bit FNV-1a and length, for telling files apart (not for security). */
char *digest_of(struct arena *a, const char *data, size_t len);

/* valid_id: names become file names of the dashboard, so they are strict. */
bool valid_id(const char *id);

#endif
