/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The dashboard: static pages written from the store. A page is one file page_<x>.c with one
 * function; the frame, tables and charts they share are in site.c. Nothing is fetched from outside,
 * tables need no script.
 */
#ifndef SITE_H
#define SITE_H

#include "cellstate.h"
#include "text.h"

struct site {
	struct store *store;
	const char *out; /* directory */
	long pages; /* run pages and trend points per cell */
	struct cell_state *cells; /* of the correct series, sorted for the matrix */
	size_t nr_cells;
	struct cell *mutant_cells;
	size_t nr_mutant_cells;
	struct nightly *night; /* newest, or NULL */
	char newest[32]; /* date of the newest run, "" without one */
	bool vendor; /* uPlot is there: load it */
	size_t written;
};

/* page_open: creates OUT/path and writes everything up to the page's own content. */
FILE *page_open(struct site *s, const char *path, const char *title);
void page_close(struct site *s, FILE *f, const char *path);
/* page_root: "" or "../": from a page to the site's top. */
const char *page_root(const char *path);

void put_verdict(FILE *f, const char *verdict); /* a badge: word and colour */
/* put_run_link: to the run's page when it has one, else just its name. */
void put_run_link(FILE *f, const char *root, const char *id, bool has_page, const char *text);
/* table_open: a scrollable, labelled, keyboard-reachable table; columns separated by "|". */
void table_open(FILE *f, const char *caption, const char *columns);
void table_close(FILE *f);
/* put_filter: an input that narrows the rows of the next table; its <div> is the caller's to
 * close. */
void put_filter(FILE *f, const char *id);
/* column: a name from elsewhere as one column of table_open(). */
char *column(struct arena *a, const char *name);
void put_cell_name(FILE *f, const struct cell *c, bool arch);

/*
 * A chart is a JSON block that dashboard.js draws; the table next to it has the same numbers.
 * x is seconds since 1970 when time is set.
 */
struct chart {
	const char *label, *unit;
	bool time;
	size_t n;
	const double *x;
	const char *const *names; /* of the series */
	double *const *y; /* one array of n per series; NAN is a gap */
	size_t nr_series;
	const size_t *marks; /* indices of vertical lines */
	char *const *mark_labels;
	size_t nr_marks;
	char *const *links; /* per x, or NULL */
};

void put_chart(FILE *f, const struct chart *c);

/* run_has_page: of a row of a cell's history. */
bool run_has_page(const struct site *s, const struct cell_state *c, size_t row);
/* planned: the newest night's word on a cell, NULL when it was not planned. */
const struct nightly_cell *planned(const struct site *s, const struct cell *c);
char *metric_page(struct arena *a, const struct metric_row *m);
char *compare_page(struct arena *a, const struct cell *c);

void page_index(struct site *s);
void page_runs(struct site *s);
void page_run(struct site *s, const char *id, const char *compare);
void page_trends(struct site *s);
void page_compare(struct site *s, const struct cell_state *c);
void page_kill(struct site *s);
void page_bench(struct site *s);

#endif
