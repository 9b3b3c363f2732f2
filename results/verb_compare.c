// SPDX-License-Identifier: GPL-2.0
// results compare: two runs, or two sets of runs, in plain text; the exit code says whether B is
// worse.
#include "compare.h"
#include "options.h"
#include "query.h"

#include <math.h>
#include <string.h>

static struct run **load(struct store *s, struct arena *a, const char *arg, size_t *n)
{
	char **ids = query_expand(s, a, arg, n);
	struct run **r = arena_alloc(a, *n * sizeof(*r));

	for (size_t i = 0; i < *n; i++)
		r[i] = store_get(s, a, ids[i]);
	return r;
}

static void print_ids(const struct comparison *c)
{
	for (size_t i = 0; i < c->nr_ids; i++)
		printf("%s  %-16s A %-40.40s B %-40.40s%s\n", i ? "" : "\nidentity:\n",
		       c->ids[i].key, c->ids[i].a, c->ids[i].b,
		       c->ids[i].blocks ? "  <- another experiment" : "");
}

static void print_tests(const struct comparison *c)
{
	size_t shown = 0;

	for (size_t i = 0; i < c->nr_tests; i++) {
		const struct test_diff *t = &c->tests[i];

		if (t->outcome == CMP_SAME && !t->fails_b)
			continue;
		printf("%s  %-10s %-36s failed A %zu/%zu  B %zu/%zu\n", shown++ ? "" : "\ntests:\n",
		       t->outcome == CMP_ONLY_A ? "VANISHED" : compare_word(t->outcome), t->name,
		       t->fails_a, t->runs_a, t->fails_b, t->runs_b);
	}
	if (!shown)
		printf("\ntests: %zu, none failing, none different\n", c->nr_tests);
}

static void print_metric(const struct metric_diff *d)
{
	const struct metric *m = d->metric;

	printf("  %-15s %-24s %-8s %-6s better  A %-11.6g n=%-4zu B %-11.6g n=%-4zu",
	       compare_word(d->outcome), m->name, m->unit, m->better, d->a, d->nr_a, d->b, d->nr_b);
	if (d->a && d->nr_a && d->nr_b && d->outcome != CMP_UNCOMPARABLE)
		printf(" %+.2f %%", 100 * (d->b - d->a) / fabs(d->a));
	if (m->exact)
		printf(" exact");
	else if (d->rank.p > 0)
		printf(" p=%.2g delta=%+.2f shift=%+.4g [%.4g, %.4g]%s", d->rank.p, d->rank.delta,
		       d->rank.shift, d->rank.low, d->rank.high, d->per_run ? " per run" : "");
	putchar('\n');
}

static int verdict(const struct comparison *c)
{
	printf("\n%zu compared, %zu worse, %zu undecided%s%s\n", c->decided, c->worse, c->undecided,
	       *c->blocked ? ": numbers not comparable, " : "", c->blocked);
	if (c->worse)
		return E_FAIL;
	/* "nothing worse" needs something that was compared */
	return c->undecided || !c->decided ? E_UNRESOLVED : E_PASS;
}

RESULTS_VERB(compare, "A B",
	     "A and B: a run, runs with commas, or a pattern; exit 1 when B is worse")
{
	const char *store = NULL;
	const struct option_spec o[] = { { "store", &store, NULL } };
	int n = options(&verb_desc_compare, argc, argv, o, ARRAY_SIZE(o)), rc;
	struct comparison *c;
	struct arena a = { 0 };
	struct run **ra, **rb;
	size_t na, nb;
	struct store s;

	if (n != 2)
		usage_die(&verb_desc_compare, "two sides are needed");
	store_open(&s, store_path(store), false);
	ra = load(&s, &a, argv[1], &na);
	rb = load(&s, &a, argv[2], &nb);
	c = compare_runs(&a, ra, na, rb, nb);
	printf("A %s%s (%zu runs, newest %s)\nB %s%s (%zu runs, newest %s)\n", ra[0]->id,
	       na > 1 ? " ..." : "", na, ra[na - 1]->verdict, rb[0]->id, nb > 1 ? " ..." : "", nb,
	       rb[nb - 1]->verdict);
	print_ids(c);
	print_tests(c);
	for (size_t i = 0; i < c->nr_metrics; i++) {
		if (!i)
			printf("\nnumbers (median, n observations):\n");
		print_metric(&c->metrics[i]);
	}
	rc = verdict(c);
	store_close(&s);
	arena_free(&a);
	return rc;
}
