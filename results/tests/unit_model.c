// SPDX-License-Identifier: GPL-2.0
// Reading run.json: what is refused, with the sentence that says where; and what the cells' history
// means.
#include "cellstate.h"
#include "unit.h"

#include <string.h>

#define HEAD \
	"{\"schema\":1,\"id\":\"a-1\",\"started\":\"2026-12-01T10:05:00Z\",\"verdict\":\"PASS\""
#define WHO ",\"identity\":{\"arch\":\"arm64\",\"scenario\":\"selftest\",\"smp\":2}"

static bool refused(const char *text, const char *why)
{
	struct arena a = { 0 };
	char err[512];
	bool hit = !run_parse(&a, text, strlen(text), err, sizeof(err)) && strstr(err, why);

	if (!hit)
		printf("# said '%s'\n", err);
	arena_free(&a);
	return hit;
}

UNIT_TEST(record_minimal)
{
	const char *text = HEAD WHO "}";
	struct arena a = { 0 };
	char err[512];
	struct run *r = run_parse(&a, text, strlen(text), err, sizeof(err));

	CHECK(r && !strcmp(run_fact(r, "smp"), "2"));
	CHECK(r && !strcmp(r->reason, "") && !r->nr_tests && !strcmp(run_fact(r, "none"), ""));
	arena_free(&a);
}

UNIT_TEST(record_refusals_name_the_place)
{
	CHECK(refused("{\"schema\":1,", "line 1"));
	CHECK(refused("", "line 1"));
	CHECK(refused("[]", "not a run record"));
	CHECK(refused("{\"schema\":2}", "schema 2 is not known here"));
	CHECK(refused("{\"schema\":1}", "run.id is missing"));
	CHECK(refused(HEAD "}", "run.identity is missing"));
	CHECK(refused(HEAD ",\"identity\":{}}", "identity.arch"));
	CHECK(refused(HEAD WHO ",\"tests\":{}}", "run.tests is an object, not an array"));
	CHECK(refused(HEAD WHO ",\"tests\":[{\"name\":\"x\",\"status\":\"OK\"}]}",
		      "tests[0].status is 'OK', not one of"));
	CHECK(refused(HEAD WHO
		      ",\"metrics\":[{\"name\":\"n\",\"better\":\"lower\",\"samples\":[1,\"2\"]}]}",
		      "metrics[0].samples[1] is not a number"));
	CHECK(refused(HEAD WHO ",\"series\":[{\"t_ms\":1,\"values\":{\"k\":null}}]}",
		      "series[0].values.k is not a number"));
	CHECK(refused(HEAD ",\"id\":\"b\"" WHO "}", "duplicate"));
}

UNIT_TEST(record_ids_are_file_names)
{
	CHECK(valid_id("20261201T100500Z-x86_64-selftest-1a2b"));
	CHECK(!valid_id(""));
	CHECK(!valid_id("../../etc/passwd"));
	CHECK(!valid_id(".hidden"));
	CHECK(!valid_id("a/b"));
	CHECK(!valid_id("a b"));
	CHECK(!valid_id("a\"b"));
}

/* One letter a run, newest first: P F U E. */
static struct cell_state judged(struct arena *a, const char *history)
{
	static const char *const words[] = {
		['P'] = "PASS", ['F'] = "FAIL", ['U'] = "UNRESOLVED", ['E'] = "ERROR"
	};
	struct cell_state c = { .nr_rows = strlen(history) };

	c.rows = arena_alloc(a, c.nr_rows * sizeof(*c.rows) + 1);
	for (size_t i = 0; i < c.nr_rows; i++)
		c.rows[i].verdict = (char *)words[(unsigned char)history[i]];
	cell_judge(&c);
	return c;
}

UNIT_TEST(cells_failing_and_fixed)
{
	struct arena a = { 0 };
	struct cell_state c = judged(&a, "FFEFPPP");

	CHECK(c.kind == STATE_FAILING && c.failing_since == 3 && c.last_good == 4);
	c = judged(&a, "UPPFFF");
	CHECK(c.kind == STATE_FIXED && c.fixed_by == 2 && c.last_good == 1);
	c = judged(&a, "FFFFFFFFFFFFFFFFFFFFFFFFFP");
	CHECK(c.kind == STATE_FAILING && c.failing_since == 24 && c.last_good == 25);
	c = judged(&a, "FF");
	CHECK(c.kind == STATE_FAILING && c.last_good == NO_ROW);
	arena_free(&a);
}

UNIT_TEST(cells_flaky_is_not_a_regression)
{
	struct arena a = { 0 };
	struct cell_state c = judged(&a, "PPPPFPPPPPPP");

	CHECK(c.kind == STATE_FLAKY && c.fails == 1 && c.window == 12);
	c = judged(&a, "FPPFPP");
	CHECK(c.kind == STATE_FLAKY && c.fails == 2);
	/* an old failure beyond the window is history */
	c = judged(&a, "PPPPPPPPPPPPPPPPPPPPFPPP");
	CHECK(c.kind == STATE_PASSING && c.window == STATE_WINDOW);
	c = judged(&a, "EEUU");
	CHECK(c.kind == STATE_EMPTY);
	arena_free(&a);
}

UNIT_TEST(days_between_dates)
{
	CHECK(days_between("2026-02-27T02:00:00Z", "2026-03-01T03:00:00Z") == 2);
	CHECK(days_between("2026-03-01T03:00:00Z", "2026-02-27T02:00:00Z") == 0);
}
