/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The report channel (docs/protocol.rst section 5): KTAP results and the '# stat', '# floor', '#
 * sample', '# request',
 * '# note' and '# alive' lines beside them. Lines in, model out; nothing here reads or waits.
 */
#ifndef REPORT_H
#define REPORT_H

#include "util.h"

enum status { ST_MISSING, ST_PASS, ST_FAIL, ST_SKIP };
const char *status_name(enum status s);

struct result {
	char *name, *reason;
	enum status status;
};

struct test {
	char *name, *reason;
	enum status status;
	double timeout; /* from the plan */
	double started; /* caller's clock; 0: not started */
	double seconds;
	struct result *sub;
	size_t n_sub;
	long planned_sub; /* from its inner 1..N; -1: none seen */
	size_t top_sub; /* subtests on the first level, to compare with planned_sub */
	bool planned;
};

struct metric {
	char *name, *unit, *better, *test;
	bool exact;
	double *sample;
	size_t n;
};

struct floor {
	char *name, *test;
	double required, delivered;
	bool reached;
};

struct sample {
	double t_ms;
	char *test;
	char *values; /* "key=value key=value", checked */
};

struct report {
	struct test *test;
	size_t n_test;
	struct metric *metric;
	size_t n_metric;
	struct floor *floor;
	size_t n_floor;
	struct sample *sample;
	size_t n_sample;
	char **note;
	size_t n_note;

	int current; /* running test or -1 */
	bool reached, ended; /* '# init: reached', '# end: complete' */
	bool alive_seen;
	double last; /* time of the latest line */
	unsigned int malformed;
	char *first_malformed;
	struct str diag; /* '# ' lines of the program since its last result */

	/* Called for '# request'; text is what follows the word. */
	void (*request)(void *ctx, const char *text);
	/* Called when a test started or ended. */
	void (*progress)(void *ctx, const struct test *t, bool started);
	void *ctx;
};

void report_init(struct report *r);
/* Planned tests start as MISSING; only a result changes that. */
void report_plan(struct report *r, const char *name, double timeout);
void report_line(struct report *r, const char *line, double t);
/* Another sample of a metric; better is higher, lower or none. Returns false when the words make
 * no sense. */
bool report_metric(struct report *r, const char *name, const char *unit, const char *better,
		   double value);
void report_note(struct report *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

struct counts {
	unsigned int passed, failed, skipped;
};
/* Subtests count, a test without any counts itself, a failure that no subtest explains counts
 * once. */
struct counts report_counts(const struct report *r);

/* "ok 3 name # SKIP why" without indent; false when it is none. Used for both levels. */
struct ktap_result {
	bool ok, skip, todo;
	long number;
	char *name, *directive; /* the caller frees both */
};
bool ktap_parse(const char *line, struct ktap_result *out);

/* The data lines, report_data.c: "stat NAME UNIT BETTER VALUE" and so on; false when malformed.
 */
bool report_data(struct report *r, const char *text);
const char *report_test_name(const struct report *r);

#endif
