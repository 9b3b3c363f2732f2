// SPDX-License-Identifier: GPL-2.0
// results dashboard: the static site. Style and script are part of the program, uPlot is copied
// next to them.
#include "options.h"
#include "site.h"

#include <string.h>
#include <unistd.h>

#define EMBED(symbol, file)                                                           \
	__asm__(".section .rodata\n" #symbol ":\n.incbin \"" RESULTS_DIR "/web/" file \
		"\"\n.byte 0\n"                                                       \
		".previous");                                                         \
	extern const char symbol[]

EMBED(web_style, "style.css");
EMBED(web_script, "dashboard.js");

static void asset(const struct site *s, const char *name, const char *text)
{
	char path[4352];
	FILE *f;

	snprintf(path, sizeof(path), "%s/assets/%s", s->out, name);
	f = create_file(path);
	fputs(text, f);
	close_file(f, path);
}

static void vendor(struct site *s, const char *dir)
{
	static const char *const files[][2] = {
		{ "dist/uPlot.iife.min.js", "uPlot.iife.min.js" },
		{ "dist/uPlot.min.css", "uPlot.min.css" },
		{ "LICENSE", "uPlot.LICENSE" },
	};

	for (size_t i = 0; i < ARRAY_SIZE(files); i++) {
		char from[4352], to[4352];

		snprintf(from, sizeof(from), "%s/%s", dir, files[i][0]);
		snprintf(to, sizeof(to), "%s/assets/%s", s->out, files[i][1]);
		if (!copy_into(from, to))
			die("cannot read %s: %m; 'make setup' fetches uPlot", from);
	}
	s->vendor = true;
}

static void load_cells(struct site *s, struct arena *a)
{
	size_t n;
	struct cell *cells = query_cells(s->store, a, &n);

	s->cells = arena_alloc(a, n * sizeof(*s->cells) + 1);
	s->mutant_cells = arena_alloc(a, n * sizeof(*s->mutant_cells) + 1);
	s->night = query_nightly(s->store, a);
	for (size_t i = 0; i < n; i++) {
		struct run_filter filter = { .cell = cells[i].id };
		struct cell_state *c = &s->cells[s->nr_cells];

		if (*cells[i].mutant) {
			s->mutant_cells[s->nr_mutant_cells++] = cells[i];
			continue;
		}
		c->cell = cells[i];
		c->rows = query_runs(s->store, a, &filter, &c->nr_rows);
		/* planned once, never run, planned no more: nobody misses it */
		if (!c->nr_rows && !planned(s, &cells[i]))
			continue;
		s->nr_cells++;
		cell_judge(c);
		if (c->nr_rows && strcmp(c->rows[0].started, s->newest) > 0)
			snprintf(s->newest, sizeof(s->newest), "%s", c->rows[0].started);
	}
}

static void run_pages(struct site *s)
{
	struct arena a = { 0 };

	for (size_t i = 0; i < s->nr_cells; i++) {
		struct cell_state *c = &s->cells[i];

		for (size_t k = 0; k < c->nr_rows; k++)
			if (run_has_page(s, c, k))
				page_run(s, c->rows[k].id,
					 !k && c->nr_rows > 1 ? compare_page(&a, &c->cell) : "");
		page_compare(s, c);
	}
	for (size_t i = 0; i < s->nr_mutant_cells; i++) {
		struct run_filter newest = { .cell = s->mutant_cells[i].id, .limit = 1 };
		size_t n;
		struct run_row *r = query_runs(s->store, &a, &newest, &n);

		if (n)
			page_run(s, r->id, "");
	}
	arena_free(&a);
}

RESULTS_VERB(dashboard, "OUTDIR [--vendor UPLOTDIR] [--pages N]", "write the static site")
{
	const char *store = NULL, *uplot = NULL, *pages = "60";
	const struct option_spec o[] = {
		{ "store", &store, NULL },
		{ "vendor", &uplot, NULL },
		{ "pages", &pages, NULL },
	};
	int n = options(&verb_desc_dashboard, argc, argv, o, ARRAY_SIZE(o));
	static const char *const dirs[] = { "assets", "run", "metric", "compare" };
	struct site s = { 0 };
	struct store st;
	struct arena a = { 0 };

	if (n != 1)
		usage_die(&verb_desc_dashboard, "a directory is needed");
	s.store = &st;
	s.out = argv[1];
	s.pages = number_arg("--pages", pages, 2, 100000);
	store_open(&st, store_path(store), false);
	for (size_t i = 0; i < ARRAY_SIZE(dirs); i++)
		make_dir(arena_printf(&a, "%s/%s", s.out, dirs[i]));
	asset(&s, "style.css", web_style);
	asset(&s, "dashboard.js", web_script);
	if (uplot)
		vendor(&s, uplot);
	load_cells(&s, &a);
	page_index(&s);
	page_runs(&s);
	run_pages(&s);
	page_trends(&s);
	page_kill(&s);
	page_bench(&s);
	store_close(&st);
	printf("dashboard: %zu pages in %s\n", s.written, s.out);
	arena_free(&a);
	return E_PASS;
}
