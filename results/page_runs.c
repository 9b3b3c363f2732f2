// SPDX-License-Identifier: GPL-2.0
// The newest runs of every cell in one table.
#include "site.h"

#include <stdlib.h>
#include <string.h>

struct listed {
	const struct run_row *row;
	bool has_page;
};

static int newest_first(const void *a, const void *b)
{
	const struct run_row *x = ((const struct listed *)a)->row,
			     *y = ((const struct listed *)b)->row;
	int d = strcmp(y->started, x->started);

	return d ? d : strcmp(y->id, x->id);
}

static void line(FILE *f, const struct listed *l)
{
	const struct run_row *r = l->row;

	fputs("<tr><td>", f);
	put_verdict(f, r->verdict);
	fputs("</td><td>", f);
	put_run_link(f, "", r->id, l->has_page, r->id);
	fputs("</td><td>", f);
	put_cell_name(f, &r->cell, true);
	fprintf(f,
		"</td><td class=\"n\">%ld</td><td class=\"n\">%ld</td><td class=\"n\">%ld</td>"
		"<td class=\"n\">%.1f s</td><td>",
		r->passed, r->failed, r->skipped, r->seconds);
	put_html(f, r->reason);
	fputs("</td></tr>\n", f);
}

void page_runs(struct site *s)
{
	FILE *f = page_open(s, "runs.html", "Runs");
	struct arena a = { 0 };
	struct listed *list = arena_alloc(&a, 1);
	size_t n = 0, all = 0;

	for (size_t i = 0; i < s->nr_cells; i++) {
		const struct cell_state *c = &s->cells[i];

		all += c->nr_rows;
		for (size_t k = 0; k < c->nr_rows; k++)
			if (run_has_page(s, c, k))
				*APPEND(&a, list, n) = (struct listed){ &c->rows[k], true };
	}
	qsort(list, n, sizeof(*list), newest_first);
	fprintf(f,
		"<p>%zu of %zu stored runs: the newest %ld of each cell, and those the matrix "
			"links to. "
		"<code>results list</code> has all.</p>\n",
		n, all, s->pages);
	put_filter(f, "runs");
	table_open(f, "Newest runs", "Verdict|Run|Cell|Passed|Failed|Skipped|Time|Reason");
	for (size_t i = 0; i < n; i++)
		line(f, &list[i]);
	table_close(f);
	fputs("</div>\n", f);
	page_close(s, f, "runs.html");
	arena_free(&a);
}
