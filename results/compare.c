// SPDX-License-Identifier: GPL-2.0
// Identity and tests of two sets of runs; the numbers are in compare_metrics.c. See compare.h.
#include "compare_impl.h"

#include <string.h>

const char *compare_word(enum outcome o)
{
	static const char *const words[] = {
		[CMP_SAME] = "same",	       [CMP_BETTER] = "better",
		[CMP_WORSE] = "WORSE",	       [CMP_CHANGED] = "changed",
		[CMP_FEW] = "not enough data", [CMP_INEXACT] = "not exact",
		[CMP_ONLY_A] = "only in A",    [CMP_ONLY_B] = "only in B",
		[CMP_FLAKY] = "flaky",	       [CMP_UNCOMPARABLE] = "not comparable",
	};

	return words[o];
}

/*
 * Numbers of two machines, or of one machine with another debug profile, are numbers of two
 * experiments. What a comparison is about (kernel, series, compiler, QEMU) is not in this list.
 */
static bool blocks(const char *key)
{
	static const char *const keys[] = { "arch",    "accel", "scenario", "debug",
					    "machine", "cpu",	"smp",	    "mem_mib" };

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		if (!strcmp(keys[i], key))
			return true;
	return false;
}

static void refuse_mixture(struct run **r, size_t n)
{
	for (size_t i = 1; i < n; i++)
		for (size_t k = 0; k < r[0]->nr_identity; k++) {
			const struct fact *f = &r[0]->identity[k];

			if (blocks(f->key) && strcmp(f->value, run_fact(r[i], f->key)))
				die("%s and %s differ in %s (%s, %s): one side of a comparison is "
				    "one configuration",
				    r[0]->id, r[i]->id, f->key, f->value, run_fact(r[i], f->key));
		}
}

static void identities(struct arena *a, struct comparison *c, const struct run *x,
		       const struct run *y)
{
	c->blocked = "";
	for (int side = 0; side < 2; side++) {
		const struct run *r = side ? y : x, *other = side ? x : y;

		for (size_t i = 0; i < r->nr_identity; i++) {
			const char *key = r->identity[i].key, *mine = r->identity[i].value;
			const char *theirs = run_fact(other, key);

			/* keys both have were seen from the first side */
			if (!strcmp(mine, theirs) || (side && *theirs))
				continue;
			*APPEND(a, c->ids, c->nr_ids) = (struct id_diff){ key, side ? theirs : mine,
									  side ? mine : theirs,
									  blocks(key) };
			if (blocks(key) && !*c->blocked)
				c->blocked = arena_printf(a, "%s differs (%s, %s)", key,
							  side ? theirs : mine,
							  side ? mine : theirs);
		}
	}
}

static void tally(struct run **r, size_t n, const char *name, size_t *runs, size_t *fails)
{
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < r[i]->nr_tests; k++) {
			const char *status = r[i]->tests[k].status;

			if (strcmp(r[i]->tests[k].name, name))
				continue;
			++*runs;
			*fails += !strcmp(status, "FAIL") || !strcmp(status, "MISSING");
		}
}

static enum outcome judge_test(const struct test_diff *t)
{
	if (!t->runs_a)
		return t->fails_b ? CMP_WORSE : CMP_ONLY_B;
	if (!t->runs_b)
		return CMP_ONLY_A; /* vanished: shown, and decided by the caller */
	if (t->fails_b && t->fails_b < t->runs_b)
		return CMP_FLAKY;
	if (t->fails_b)
		return t->fails_a == t->runs_a ? CMP_SAME : CMP_WORSE;
	return t->fails_a ? CMP_BETTER : CMP_SAME;
}

static bool seen(const struct comparison *c, const char *name)
{
	for (size_t i = 0; i < c->nr_tests; i++)
		if (!strcmp(c->tests[i].name, name))
			return true;
	return false;
}

static void tests(struct arena *a, struct comparison *c, struct run **ra, size_t na,
		  struct run **rb, size_t nb)
{
	for (size_t i = 0; i < na + nb; i++) {
		const struct run *r = i < na ? ra[i] : rb[i - na];

		for (size_t k = 0; k < r->nr_tests; k++) {
			struct test_diff t = { .name = r->tests[k].name };

			if (seen(c, t.name))
				continue;
			tally(ra, na, t.name, &t.runs_a, &t.fails_a);
			tally(rb, nb, t.name, &t.runs_b, &t.fails_b);
			t.outcome = judge_test(&t);
			*APPEND(a, c->tests, c->nr_tests) = t;
			c->decided++;
			/* a test that vanished is how regressions hide */
			c->worse += t.outcome == CMP_WORSE || t.outcome == CMP_ONLY_A;
		}
	}
}

struct comparison *compare_runs(struct arena *a, struct run **ra, size_t na, struct run **rb,
				size_t nb)
{
	struct comparison *c = arena_alloc(a, sizeof(*c));

	refuse_mixture(ra, na);
	refuse_mixture(rb, nb);
	identities(a, c, ra[0], rb[0]);
	tests(a, c, ra, na, rb, nb);
	compare_metrics(a, c, ra, na, rb, nb);
	return c;
}
