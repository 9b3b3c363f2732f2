// SPDX-License-Identifier: GPL-2.0
// The matrix: scenarios down, architectures across, each square with its history and its alarms.
#include "site.h"

#include <string.h>

#define SPARK_RUNS 20
#define STALE_DAYS 2 /* a cell this much older than the newest run was forgotten by somebody */

static size_t count(const struct cell_state *c, size_t shown, const char *verdict)
{
	size_t n = 0;

	for (size_t i = 0; i < shown; i++)
		n += !strcmp(c->rows[i].verdict, verdict);
	return n;
}

/* Height says it too, for those who do not see the colours. */
static void sparkline(FILE *f, const struct cell_state *c)
{
	size_t shown = c->nr_rows < SPARK_RUNS ? c->nr_rows : SPARK_RUNS;

	fprintf(f,
		"<svg class=\"spark\" role=\"img\" width=\"%d\" height=\"16\" "
			"aria-label=\"last %zu "
		"runs: %zu pass, %zu fail, %zu unresolved, %zu error\">",
		SPARK_RUNS * 5, shown, count(c, shown, "PASS"), count(c, shown, "FAIL"),
		count(c, shown, "UNRESOLVED"), count(c, shown, "ERROR"));
	/* the line all squares have: how much of the window there is no run for */
	fprintf(f, "<rect class=\"s-none\" x=\"0\" y=\"15\" width=\"%d\" height=\"1\"></rect>",
		SPARK_RUNS * 5);
	for (size_t i = 0; i < shown; i++) {
		const char *v = c->rows[shown - 1 - i].verdict;
		int h = !strcmp(v, "PASS") ? 6 : !strcmp(v, "FAIL") ? 16 : 11;

		fprintf(f,
			"<rect class=\"s-%s\" x=\"%zu\" y=\"%d\" width=\"4\" height=\"%d\"></rect>",
			v, (SPARK_RUNS - shown + i) * 5, 16 - h, h);
	}
	fputs("</svg>", f);
}

static void dated(const struct site *s, FILE *f, const struct cell_state *c, const char *what,
		  size_t row)
{
	const char *started = c->rows[row].started;
	char when[17];

	/* of today the hour matters */
	if (strncmp(started, s->newest, 10))
		snprintf(when, sizeof(when), "%.10s", started);
	else
		snprintf(when, sizeof(when), "%.10s %.5s", started, started + 11);
	fprintf(f, "<span class=\"line\">%s ", what);
	put_run_link(f, "", c->rows[row].id, run_has_page(s, c, row), when);
	fputs("</span>", f);
}

static void story(const struct site *s, FILE *f, const struct cell_state *c)
{
	switch (c->kind) {
	case STATE_FAILING:
		/* one failure is a failure, not yet a trend */
		dated(s, f, c, c->failing_since ? "failing since" : "first failure",
		      c->failing_since);
		break;
	case STATE_FLAKY:
		fprintf(f, "<span class=\"line warn\">flaky: %zu of %zu failed</span>", c->fails,
			c->window);
		break;
	case STATE_FIXED:
		dated(s, f, c, "fixed since", c->fixed_by);
		break;
	default:
		break;
	}
	if (c->last_good == NO_ROW)
		fputs("<span class=\"line warn\">never passed</span>", f);
	else if (c->last_good != 0)
		dated(s, f, c, "last good", c->last_good);
}

/* alarm_of: why this square needs somebody, besides its verdict; NULL when it does not. */
static char *alarm_of(const struct site *s, struct arena *a, const struct cell_state *c)
{
	const struct nightly_cell *n = planned(s, &c->cell);
	long days = c->nr_rows ? days_between(c->rows[0].started, s->newest) : 0;

	if (n && !strcmp(n->verdict, "MISSING"))
		return arena_printf(a, "missing from night %s: %s", s->night->name, n->reason);
	if (days >= STALE_DAYS)
		return arena_printf(a, "not run for %ld days", days);
	return NULL;
}

static void square(struct site *s, FILE *f, const struct cell_state *c)
{
	struct arena a = { 0 };
	char *alarm = alarm_of(s, &a, c);

	fputs(alarm ? "<td class=\"alarm\">" : "<td>", f);
	if (c->nr_rows) {
		fprintf(f, "<a class=\"verdict\" href=\"run/%s.html\" aria-label=\"",
			c->rows[0].id);
		put_html(f, c->rows[0].verdict);
		fputs(", newest run of ", f);
		put_cell_name(f, &c->cell, true);
		fputs("\">", f);
		put_verdict(f, c->rows[0].verdict);
		fputs("</a>", f);
		sparkline(f, c);
		story(s, f, c);
	} else {
		put_verdict(f, "MISSING");
	}
	if (alarm) {
		fputs("<span class=\"line warn\">", f);
		put_html(f, alarm);
		fputs("</span>", f);
	}
	if (c->nr_rows > 1)
		fprintf(f,
			"<a class=\"line\" href=\"%s\">compare<span class=\"hidden\"> %s "
				"%s</span></a>",
			compare_page(&a, &c->cell), slug(&a, c->cell.arch),
			slug(&a, c->cell.scenario));
	fputs("</td>\n", f);
	arena_free(&a);
}

static bool same_row(const struct cell *a, const struct cell *b)
{
	return !strcmp(a->scenario, b->scenario) && !strcmp(a->debug, b->debug) &&
	       !strcmp(a->accel, b->accel);
}

/* arches_of: distinct architectures, in the order of the alphabet. */
static char **arches_of(const struct site *s, struct arena *a, size_t *n)
{
	char **list = arena_alloc(a, (s->nr_cells + 1) * sizeof(*list));

	*n = 0;
	for (size_t i = 0; i < s->nr_cells; i++) {
		char *arch = s->cells[i].cell.arch;
		size_t at = 0;

		while (at < *n && strcmp(list[at], arch) < 0)
			at++;
		if (at < *n && !strcmp(list[at], arch))
			continue;
		memmove(list + at + 1, list + at, (*n - at) * sizeof(*list));
		list[at] = arch;
		++*n;
	}
	return list;
}

static void matrix(struct site *s, FILE *f)
{
	struct arena a = { 0 };
	char *columns = "Scenario", **arches;
	size_t n, next;

	arches = arches_of(s, &a, &n);
	for (size_t i = 0; i < n; i++)
		columns = arena_printf(&a, "%s|%s", columns, column(&a, arches[i]));
	table_open(f, "Newest verdict of each scenario on each architecture", columns);
	for (size_t i = 0; i < s->nr_cells; i = next) {
		fputs("<tr><th scope=\"row\">", f);
		put_cell_name(f, &s->cells[i].cell, false);
		fputs("</th>\n", f);
		for (next = i;
		     next < s->nr_cells && same_row(&s->cells[i].cell, &s->cells[next].cell);)
			next++;
		for (size_t k = 0; k < n; k++) {
			const struct cell_state *c = NULL;

			for (size_t j = i; j < next; j++)
				if (!strcmp(s->cells[j].cell.arch, arches[k]))
					c = &s->cells[j];
			if (c)
				square(s, f, c);
			else
				fputs("<td class=\"none\">never run</td>\n", f);
		}
		fputs("</tr>\n", f);
	}
	table_close(f);
	arena_free(&a);
}

/* What a maintainer wants to know before looking at squares. */
static void summary(struct site *s, FILE *f)
{
	size_t failing = 0, flaky = 0, alarms = 0, passing = 0, undecided = 0;
	struct arena a = { 0 };

	for (size_t i = 0; i < s->nr_cells; i++) {
		const struct cell_state *c = &s->cells[i];

		/* it passed before, but its newest run proved nothing */
		if (c->kind == STATE_PASSING || c->kind == STATE_FIXED)
			*(strcmp(c->rows[0].verdict, "PASS") ? &undecided : &passing) += 1;
		undecided += c->kind == STATE_EMPTY && c->nr_rows;
		failing += c->kind == STATE_FAILING;
		flaky += c->kind == STATE_FLAKY;
		alarms += alarm_of(s, &a, c) != NULL;
	}
	arena_free(&a);
	fprintf(f,
		"<ul class=\"summary\"><li><b>%zu</b> failing</li><li><b>%zu</b> "
			"flaky</li><li><b>%zu</b>"
		" passing</li><li><b>%zu</b> undecided by the newest run</li>"
		"<li><b>%zu</b> missing or stale</li></ul>\n",
		failing, flaky, passing, undecided, alarms);
	if (s->night) {
		fputs("<p>Newest night: ", f);
		put_html(f, s->night->name);
		fprintf(f, ", %zu planned cells.</p>\n", s->night->nr_cells);
	}
}

void page_index(struct site *s)
{
	FILE *f = page_open(s, "index.html", "Matrix");

	if (s->nr_cells) {
		summary(s, f);
		matrix(s, f);
		fprintf(f,
			"<p>Sparklines show the last %d runs, oldest first: short is PASS, "
				"tall is FAIL, "
			"in between is UNRESOLVED or ERROR. A cell is flaky when its last %d "
				"decided runs "
			"changed verdict more than once.</p>\n",
			SPARK_RUNS, STATE_WINDOW);
	} else {
		fputs("<p>No runs are stored yet: <code>results import out/runs/*</code>.</p>\n",
		      f);
	}
	page_close(s, f, "index.html");
}
