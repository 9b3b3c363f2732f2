// SPDX-License-Identifier: GPL-2.0
// Frame, tables and charts of the dashboard's pages; see site.h.
#include "site.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const char *page_root(const char *path)
{
	return strchr(path, '/') ? "../" : "";
}

static void nav(FILE *f, const struct site *s, const char *path)
{
	static const char *const pages[][2] = {
		{ "index.html", "Matrix" },  { "runs.html", "Runs" },
		{ "trends.html", "Trends" }, { "kill.html", "Kill matrix" },
		{ "bench.html", "Bench" },
	};
	const char *root = page_root(path);

	fputs("<a class=\"skip\" href=\"#main\">Skip to content</a>\n<header><nav "
	      "aria-label=\"Site\"><ul>"
	      "\n",
	      f);
	for (size_t i = 0; i < ARRAY_SIZE(pages); i++)
		fprintf(f, "<li><a href=\"%s%s\"%s>%s</a></li>\n", root, pages[i][0],
			!strcmp(path, pages[i][0]) ? " aria-current=\"page\"" : "", pages[i][1]);
	fprintf(f, "</ul></nav><p class=\"stamp\">newest run %s</p></header>\n",
		*s->newest ? s->newest : "none");
}

FILE *page_open(struct site *s, const char *path, const char *title)
{
	const char *root = page_root(path);
	char file[4352];
	FILE *f;

	snprintf(file, sizeof(file), "%s/%s", s->out, path);
	f = create_file(file);
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>",
	      f);
	put_html(f, title);
	fprintf(f, " - stackmap suite</title>\n<link rel=\"icon\" href=\"data:,\">\n");
	if (s->vendor)
		fprintf(f,
			"<link rel=\"stylesheet\" href=\"%sassets/uPlot.min.css\">\n"
			"<script defer src=\"%sassets/uPlot.iife.min.js\"></script>\n",
			root, root);
	fprintf(f,
		"<link rel=\"stylesheet\" href=\"%sassets/style.css\">\n"
		"<script defer src=\"%sassets/dashboard.js\"></script>\n</head>\n<body>\n",
		root, root);
	nav(f, s, path);
	fputs("<main id=\"main\">\n<h1>", f);
	put_html(f, title);
	fputs("</h1>\n", f);
	return f;
}

void page_close(struct site *s, FILE *f, const char *path)
{
	fputs("</main>\n<footer><p>stackmap suite: verdicts, evidence and numbers of runs; see "
	      "docs/results.rst</p></footer>\n</body>\n</html>\n",
	      f);
	close_file(f, path);
	s->written++;
}

void put_verdict(FILE *f, const char *verdict)
{
	/* the word carries the meaning; colour only repeats it */
	fprintf(f, "<span class=\"v v-");
	put_slug(f, verdict);
	fputs("\">", f);
	put_html(f, verdict);
	fputs("</span>", f);
}

void put_run_link(FILE *f, const char *root, const char *id, bool has_page, const char *text)
{
	if (has_page)
		fprintf(f, "<a href=\"%srun/%s.html\">", root, id);
	put_html(f, text);
	fputs(has_page ? "</a>" : "", f);
}

void table_open(FILE *f, const char *caption, const char *columns)
{
	fputs("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"", f);
	put_html(f, caption);
	fputs("\"><table><caption>", f);
	put_html(f, caption);
	fputs("</caption>\n<thead><tr>", f);
	while (*columns) {
		size_t n = strcspn(columns, "|");
		char *name = strndup(columns, n);

		if (!name)
			die("out of memory");
		fputs("<th scope=\"col\">", f);
		put_html(f, name);
		fputs("</th>", f);
		free(name);
		columns += n + (columns[n] == '|');
	}
	fputs("</tr></thead>\n<tbody>\n", f);
}

char *column(struct arena *a, const char *name)
{
	char *p = arena_strdup(a, name);

	for (char *c = p; *c; c++)
		if (*c == '|')
			*c = '/';
	return p;
}

void table_close(FILE *f)
{
	fputs("</tbody></table></div>\n", f);
}

void put_filter(FILE *f, const char *id)
{
	fprintf(f,
		"<p class=\"filter\"><label for=\"filter\">Filter rows</label> "
		"<input id=\"filter\" type=\"search\" disabled data-filter=\"%s\"></p>\n"
		"<div id=\"%s\">\n",
		id, id);
}

void put_cell_name(FILE *f, const struct cell *c, bool arch)
{
	put_html(f, arch ? c->arch : "");
	fputs(arch ? " " : "", f);
	put_html(f, c->scenario);
	fputs(*c->debug ? " " : "", f);
	put_html(f, c->debug);
	fputs(*c->accel ? " " : "", f);
	put_html(f, c->accel);
}

static void put_values(FILE *f, const double *v, size_t n)
{
	fputc('[', f);
	for (size_t i = 0; i < n; i++) {
		fputs(i ? "," : "", f);
		if (isnan(v[i]))
			fputs("null", f);
		else
			put_number(f, v[i]);
	}
	fputc(']', f);
}

static void put_strings(FILE *f, char *const *s, size_t n)
{
	fputc('[', f);
	for (size_t i = 0; i < n; i++) {
		fputs(i ? "," : "", f);
		put_json(f, s[i]);
	}
	fputc(']', f);
}

void put_chart(FILE *f, const struct chart *c)
{
	fputs("<figure class=\"chart\"><figcaption>", f);
	put_html(f, c->label);
	fputs(" (", f);
	put_html(f, c->unit);
	fputs(")</figcaption><div class=\"plot\"><p class=\"nojs\">The chart needs JavaScript; "
	      "the table "
	      "has the same numbers.</p></div>\n<script type=\"application/json\">{\"label\":",
	      f);
	put_json(f, c->label);
	fputs(",\"unit\":", f);
	put_json(f, c->unit);
	fprintf(f, ",\"time\":%s,\"x\":", c->time ? "true" : "false");
	put_values(f, c->x, c->n);
	fputs(",\"series\":[", f);
	for (size_t i = 0; i < c->nr_series; i++) {
		fputs(i ? ",{\"name\":" : "{\"name\":", f);
		put_json(f, c->names[i]);
		fputs(",\"y\":", f);
		put_values(f, c->y[i], c->n);
		fputc('}', f);
	}
	fputs("],\"marks\":[", f);
	for (size_t i = 0; i < c->nr_marks; i++)
		fprintf(f, "%s%zu", i ? "," : "", c->marks[i]);
	fputs("],\"markLabels\":", f);
	put_strings(f, c->mark_labels, c->nr_marks);
	fputs(",\"links\":", f);
	put_strings(f, c->links, c->links ? c->n : 0);
	fputs("}</script></figure>\n", f);
}

bool run_has_page(const struct site *s, const struct cell_state *c, size_t row)
{
	return row < c->nr_rows && (row < (size_t)s->pages || row == c->failing_since ||
				    row == c->last_good || row == c->fixed_by);
}

char *metric_page(struct arena *a, const struct metric_row *m)
{
	return arena_printf(a, "metric/%s-%lld.html", slug(a, m->name), m->id);
}

char *compare_page(struct arena *a, const struct cell *c)
{
	return arena_printf(a, "compare/%s-%s-%lld.html", slug(a, c->arch), slug(a, c->scenario),
			    c->id);
}

const struct nightly_cell *planned(const struct site *s, const struct cell *c)
{
	for (size_t i = 0; s->night && i < s->night->nr_cells; i++)
		if (s->night->cells[i].cell.id == c->id)
			return &s->night->cells[i];
	return NULL;
}
