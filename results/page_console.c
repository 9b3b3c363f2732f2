// SPDX-License-Identifier: GPL-2.0
// The console on a run's page: splats first, then the log with their lines marked.
#include "page_run.h"

#include <errno.h>
#include <string.h>

#define CONSOLE_MAX (16u << 20) /* read */
#define SHOWN 400 /* lines of the log on the page: its end, and what is around a splat */
#define AROUND 40

static size_t lines_of(const char *text)
{
	size_t n = 1;

	for (; (text = strchr(text, '\n')) && text[1]; text++)
		n++;
	return n;
}

/* marked: the splat a line of the log belongs to, counted from 1; 0 for none. */
static size_t marked(const struct run *r, size_t line)
{
	for (size_t i = 0; i < r->nr_splats; i++) {
		size_t from = r->splats[i].line;

		if (line >= from && line < from + lines_of(r->splats[i].text))
			return i + 1;
	}
	return 0;
}

static bool near_splat(const struct run *r, size_t line)
{
	for (size_t i = 0; i < r->nr_splats; i++) {
		size_t from = r->splats[i].line;

		if (line + AROUND >= from && line < from + lines_of(r->splats[i].text) + AROUND)
			return true;
	}
	return false;
}

static void log_lines(FILE *f, const struct run *r, char *log)
{
	size_t total = lines_of(log), nr = 0;
	size_t last = 0;
	bool gap = false;
	char *line;

	fputs("<pre class=\"log\" tabindex=\"0\" aria-label=\"Console log\">", f);
	while ((line = strsep(&log, "\n"))) {
		size_t splat = marked(r, ++nr);

		if (!*line && !log)
			break;
		if (nr + SHOWN < total && !near_splat(r, nr)) {
			fputs(gap ? "" : "[lines left out; console.log has them]\n", f);
			gap = true;
			continue;
		}
		gap = false;
		if (splat && splat != last)
			fprintf(f, "<mark id=\"splat-%zu\">", splat);
		else if (splat)
			fputs("<mark>", f);
		last = splat;
		put_html(f, line);
		fputs(splat ? "</mark>\n" : "\n", f);
	}
	fputs("</pre>\n", f);
}

static void splats(FILE *f, const struct run *r, bool text)
{
	for (size_t i = 0; i < r->nr_splats; i++) {
		const struct splat *s = &r->splats[i];

		fputs("<p class=\"splat\">", f);
		if (text)
			fprintf(f, "line %ld, ", s->line);
		else
			fprintf(f, "<a href=\"#splat-%zu\">line %ld</a>, ", i + 1, s->line);
		put_html(f, s->kind);
		fputs(s->truncated ? ", truncated: <strong>" : ": <strong>", f);
		put_html(f, s->title);
		fputs("</strong></p>\n", f);
		if (!text)
			continue;
		fprintf(f, "<pre class=\"log\" tabindex=\"0\" aria-label=\"Splat %zu\"><mark>",
			i + 1);
		put_html(f, s->text);
		fputs("</mark></pre>\n", f);
	}
}

static void allowed(FILE *f, const struct run *r)
{
	if (!r->nr_allowed)
		return;
	table_open(f, "Allowed console lines", "Pattern|Hits|Reason");
	for (size_t i = 0; i < r->nr_allowed; i++) {
		fputs("<tr><td><code>", f);
		put_html(f, r->allowed[i].pattern);
		fprintf(f, "</code></td><td class=\"n\">%ld</td><td>", r->allowed[i].hits);
		put_html(f, r->allowed[i].reason);
		fputs("</td></tr>\n", f);
	}
	table_close(f);
}

void run_console(FILE *f, struct arena *a, const struct run *r)
{
	char *path = arena_printf(a, "%s/console.log", r->source), *log;
	size_t len;

	fputs("<h2>Console</h2>\n", f);
	log = *r->source ? read_file(a, path, CONSOLE_MAX, &len) : NULL;
	if (!r->nr_splats)
		fputs("<p>No splat.</p>\n", f);
	splats(f, r, !log);
	if (log) {
		/* a NUL in the log must not hide the rest */
		for (size_t i = 0; i < len; i++)
			log[i] = log[i] ? log[i] : 1;
		fputs(r->nr_splats ? "<details open>" : "<details>", f);
		fputs("<summary>console.log</summary>\n", f);
		log_lines(f, r, log);
		fputs("</details>\n", f);
	} else {
		fputs("<p>The run directory is gone; the store keeps splats, not the whole "
			"log.</p>\n",
		      f);
	}
	allowed(f, r);
}
