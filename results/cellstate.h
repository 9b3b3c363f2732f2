/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the history of one cell says: failing since when, last good, flaky n of m. ERROR (the suite
 * or the host) and UNRESOLVED (nothing proven) are no evidence about the kernel and are passed
 * over.
 */
#ifndef CELLSTATE_H
#define CELLSTATE_H

#include "query.h"

#define STATE_WINDOW 20 /* decided runs looked at for flakiness */
#define NO_ROW ((size_t)-1)

enum state_kind {
	STATE_EMPTY, /* no decided run */
	STATE_PASSING, /* all of the window passed */
	STATE_FAILING, /* passed, then failed ever since (or never passed) */
	STATE_FLAKY, /* went back and forth within the window */
	STATE_FIXED, /* failed, then passed ever since */
};

struct cell_state {
	struct cell cell;
	struct run_row *rows; /* newest first */
	size_t nr_rows;
	enum state_kind kind;
	size_t failing_since; /* row of the first of the trailing failures */
	size_t last_good; /* row of the newest PASS */
	size_t fixed_by; /* STATE_FIXED: first PASS after the failures */
	size_t window, fails; /* flaky: fails of window */
};

/* cell_judge: fills everything below rows from rows. */
void cell_judge(struct cell_state *c);

/* days_between: whole days from one date to a later one; 0 when they are in disorder. */
long days_between(const char *from, const char *to);

/* epoch: seconds since 1970 of a run's date. */
double epoch(const char *started);

#endif
