// SPDX-License-Identifier: GPL-2.0
// results history: one metric over the runs of its cells, with change points.
#include "options.h"
#include "query.h"
#include "trend.h"

#include <string.h>

static void print_trend(const struct cell *c, const struct metric_row *m, const struct trend *t)
{
	size_t next = 0;

	printf("%s %s%s%s %s: %s (%s), %s, %s is better%s\n", c->arch, c->scenario,
	       *c->debug ? " " : "", c->debug, c->accel, m->name, m->unit, *m->test ? m->test : "-",
	       m->better, m->exact ? ", exact" : "");
	for (size_t i = 0; i < t->nr; i++) {
		if (next < t->nr_changes && t->changes[next].at == i) {
			const struct stats_change *ch = &t->changes[next++];

			printf("  ---- change: %.6g -> %.6g%s\n", ch->before, ch->after,
			       trend_word(m, ch));
		}
		printf("  %s  %-44s %12.6g  n=%zu\n", t->points[i].started, t->points[i].id,
		       t->medians[i], t->points[i].nr_samples);
	}
	if (!m->exact && t->nr < 2 * STATS_MIN_N)
		printf("  %zu runs: not enough data for change points (%d needed)\n", t->nr,
		       2 * STATS_MIN_N);
	else
		printf("  %zu change points\n", t->nr_changes);
}

RESULTS_VERB(history, "[--arch A] [--scenario S] [--limit N] METRIC",
	     "a metric over time, with change points")
{
	const char *store = NULL, *arch = "", *scenario = "", *limit = "365";
	const struct option_spec o[] = {
		{ "store", &store, NULL },
		{ "arch", &arch, NULL },
		{ "scenario", &scenario, NULL },
		{ "limit", &limit, NULL },
	};
	int n = options(&verb_desc_history, argc, argv, o, ARRAY_SIZE(o));
	size_t nr_cells, nr_metrics, shown = 0;
	struct arena a = { 0 };
	struct cell *cells;
	struct store s;

	if (n != 1)
		usage_die(&verb_desc_history, "one metric is needed");
	store_open(&s, store_path(store), false);
	cells = query_cells(&s, &a, &nr_cells);
	for (size_t i = 0; i < nr_cells; i++) {
		struct metric_row *m = query_metrics(&s, &a, cells[i].id, &nr_metrics);

		if ((*arch && strcmp(arch, cells[i].arch)) ||
		    (*scenario && strcmp(scenario, cells[i].scenario)) || *cells[i].mutant)
			continue;
		for (size_t k = 0; k < nr_metrics; k++) {
			if (strcmp(m[k].name, argv[1]))
				continue;
			print_trend(&cells[i], &m[k],
				    trend_load(&s, &a, cells[i].id, &m[k],
					       number_arg("--limit", limit, 1, 100000)));
			shown++;
		}
	}
	if (!shown) {
		struct metric_row *m = query_metrics(&s, &a, 0, &nr_metrics);

		warn("no metric '%s' there; known:", argv[1]);
		for (size_t i = 0; i < nr_metrics; i++)
			if (!i || strcmp(m[i].name, m[i - 1].name))
				warn("  %s", m[i].name);
	}
	store_close(&s);
	arena_free(&a);
	return shown ? E_PASS : E_FAIL;
}
