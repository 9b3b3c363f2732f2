// SPDX-License-Identifier: GPL-2.0
// The story a cell's verdicts tell; see cellstate.h.
#define _XOPEN_SOURCE 700
#include "cellstate.h"

#include <string.h>
#include <time.h>

static int decided(const struct run_row *r)
{
	return !strcmp(r->verdict, "PASS") ? 1 : !strcmp(r->verdict, "FAIL") ? -1 : 0;
}

/*
 * Walking back in time: count changes of verdict among the decided runs of the window. None:
 * passing or failing. One: broken or fixed at that point. More: flaky, whatever the newest run
 * says.
 */
static size_t scan_window(struct cell_state *c, size_t *turn)
{
	size_t turns = 0, newer = NO_ROW;

	for (size_t i = 0; i < c->nr_rows && c->window < STATE_WINDOW; i++) {
		int d = decided(&c->rows[i]);

		if (!d)
			continue;
		c->window++;
		c->fails += d < 0;
		if (newer != NO_ROW && decided(&c->rows[newer]) != d) {
			if (!turns++)
				*turn = newer;
		}
		newer = i;
	}
	return turns;
}

/* The trailing failures may reach beyond the window: follow them to their beginning. */
static void find_since(struct cell_state *c)
{
	for (size_t i = 0; i < c->nr_rows; i++) {
		int d = decided(&c->rows[i]);

		if (d > 0) {
			c->last_good = i;
			return;
		}
		if (d < 0)
			c->failing_since = i;
	}
}

void cell_judge(struct cell_state *c)
{
	size_t turn = NO_ROW, turns;

	c->failing_since = c->last_good = c->fixed_by = NO_ROW;
	c->window = c->fails = 0;
	turns = scan_window(c, &turn);
	find_since(c);
	if (!c->window)
		c->kind = STATE_EMPTY;
	else if (turns > 1)
		c->kind = STATE_FLAKY;
	else if (c->failing_since != NO_ROW)
		c->kind = STATE_FAILING;
	else if (turns == 1)
		c->kind = STATE_FIXED;
	else
		c->kind = STATE_PASSING;
	if (c->kind == STATE_FIXED)
		c->fixed_by = turn;
}

static time_t seconds_of(const char *date)
{
	struct tm tm = { 0 };

	return strptime(date, "%Y-%m-%dT%H:%M:%SZ", &tm) ? timegm(&tm) : 0;
}

long days_between(const char *from, const char *to)
{
	time_t a = seconds_of(from), b = seconds_of(to);

	return b > a ? (b - a) / 86400 : 0;
}

double epoch(const char *started)
{
	return seconds_of(started);
}
