// SPDX-License-Identifier: GPL-2.0
/* The report parser: well-formed, nested, malformed and truncated KTAP, and the data lines beside
 * it. */
#include <stdlib.h>

#include "report.h"
#include "runner-unit.h"

static char requested[256];

static void on_request(void *ctx, const char *text)
{
	(void)ctx;
	snprintf(requested, sizeof(requested), "%s", text);
}

/* Feed a whole report; a planned test "a/one" and "a/two" exist. */
static struct report feed(const char *text)
{
	struct report r;
	char *copy = xstrdup(text), *at = copy, *line;
	double t = 1;

	report_init(&r);
	r.request = on_request;
	report_plan(&r, "a/one", 10);
	report_plan(&r, "a/two", 10);
	while ((line = strsep(&at, "\n")))
		if (*line)
			report_line(&r, line, t += 0.5);
	free(copy);
	return r;
}

static void good(void)
{
	struct report r = feed("KTAP version 1\n# init: reached uptime_ms=812\n1..2\n# test 1 "
			       "a/one\n"
			       "  TAP version 13\n  1..3\n  #  RUN           x.y ...\n  ok 1 "
			       "x.y\n"
			       "  ok 2 - x.z # SKIP needs a moon\n  ok 3 x.w\n"
			       "ok 1 a/one # time_ms=1234 exit=0\n# test 2 a/two\n"
			       "ok 2 a/two # time_ms=5 exit=0\n# end: complete\n");
	struct counts c = report_counts(&r);

	CHECK(r.reached && r.ended && r.malformed == 0 && r.n_test == 2);
	CHECK(r.test[0].status == ST_PASS && r.test[1].status == ST_PASS);
	CHECK(r.test[0].seconds > 1.23 && r.test[0].seconds < 1.24);
	CHECK(r.test[0].n_sub == 3 && r.test[0].sub[1].status == ST_SKIP);
	CHECK_STR(r.test[0].sub[1].name, "x.z");
	CHECK_STR(r.test[0].sub[1].reason, "needs a moon");
	CHECK(c.passed == 3 && c.failed == 0 && c.skipped == 1);
	CHECK(r.current == -1);
}

static void failing_subtest_beats_ok(void)
{
	struct report r = feed("# test 1 a/one\n  1..2\n  ok 1 x\n  # f.c:12:y:Expected 1 (1) == "
			       "2 (2)\n"
			       "  not ok 2 y\nok 1 a/one # exit=0\n");
	struct counts c = report_counts(&r);

	CHECK(r.test[0].status == ST_FAIL);
	CHECK_HAS(r.test[0].reason, "y failed");
	CHECK_HAS(r.test[0].sub[1].reason, "f.c:12");
	CHECK(c.passed == 1 && c.failed == 2); /* y, and a/two is missing */
	CHECK(r.test[1].status == ST_MISSING && !r.ended);
}

static void lost_subtest(void)
{
	struct report r = feed("# test 1 a/one\n  1..3\n  ok 1 x\n  ok 2 y\nok 1 a/one # "
			       "exit=0\n");

	CHECK(r.test[0].status == ST_FAIL);
	CHECK_STR(r.test[0].reason, "planned 3 subtests, saw 2");
	r = feed("# test 1 a/one\n  1..2\n  ok 1 x\n  ok 3 z\nok 1 a/one # exit=0\n");
	CHECK(r.test[0].status == ST_FAIL);
	CHECK_HAS(r.test[0].sub[1].reason, "out of order");
}

static void skips_and_todo(void)
{
	struct report r = feed("# test 1 a/one\n  1..0 # SKIP no PMU\nok 1 a/one # SKIP no PMU\n"
			       "# test 2 a/two\n  1..1\n  not ok 1 x # TODO later\nok 2 a/two # "
			       "exit=0\n");

	CHECK(r.test[0].status == ST_SKIP);
	CHECK_STR(r.test[0].reason, "no PMU");
	CHECK(r.test[1].status == ST_PASS && r.test[1].sub[0].status == ST_SKIP);
	/* a skip whose subtest failed is no skip, and "not ok # SKIP" is none either */
	r = feed("# test 1 a/one\n  1..1\n  not ok 1 x\nok 1 a/one # SKIP really\n"
		 "not ok 2 a/two # SKIP nice try\n");
	CHECK(r.test[0].status == ST_FAIL && r.test[1].status == ST_FAIL);
}

static void nested_deeper(void)
{
	struct report r = feed("# test 1 a/one\n  1..1\n    1..2\n    ok 1 deep\n    not ok 2 "
			       "deeper\n"
			       "  ok 1 outer\nok 1 a/one # exit=0\n");

	CHECK(r.test[0].n_sub == 3 && r.test[0].top_sub == 1);
	CHECK(r.test[0].status == ST_FAIL);
	CHECK_HAS(r.test[0].reason, "deeper failed");
}

static void malformed(void)
{
	struct report r = feed("garbage at column 0\nok one a/one\nok\nnot ok\n# stat x count "
			       "higher\n"
			       "# stat x count better 3\n# stat x count higher nan\n# floor a 1\n"
			       "# sample 250\n# sample x a=1\n# sample 1 a=b\n# test two\n");

	CHECK(r.malformed == 12);
	CHECK_STR(r.first_malformed, "garbage at column 0");
	CHECK(r.n_metric == 0 && r.n_floor == 0 && r.n_sample == 0);
	r = feed("# test 1 a/one\n  not ok\n  ok 1x y\nok 1 a/one # exit=0\n");
	CHECK(r.malformed == 2);
}

static void truncated(void)
{
	struct report r = feed("KTAP version 1\n# init: reached uptime_ms=1\n# test 1 a/one\n  "
			       "1..2\n  ok 1 x\n  o");
	struct counts c = report_counts(&r);

	CHECK(r.current == 0 && r.test[0].status == ST_MISSING && !r.ended);
	CHECK(c.failed == 2);
}

static void strangers(void)
{
	struct report r = feed("# test 1 b/other\nok 1 b/other # exit=0\nok 1 a/one # exit=0\nok "
			       "2 a/one # exit=0\n");

	CHECK(r.n_test == 3 && r.test[2].status == ST_FAIL);
	CHECK_STR(r.test[2].reason, "the plan does not contain it");
	CHECK(r.test[0].status == ST_FAIL);
	CHECK_STR(r.test[0].reason, "reported twice");
}

static void data(void)
{
	struct report r = feed("# test 1 a/one\n# stat resets count higher 42\n# stat resets "
			       "count higher 44\n"
			       "# stat hot exact:insn lower 1e3\n# floor nmis 1000 5012\n# floor "
			       "nmis 1000 999\n"
			       "# sample 250 inserts=10 hits=20\n# note some thing\n# request "
			       "inject-nmi 10 20\n"
			       "ok 1 a/one # exit=0\n# test 2 a/two\n# stat resets count higher "
			       "1\n"
			       "# stat resets ms higher 1\n# alive 4000\n");

	CHECK(r.n_metric == 3 && r.metric[0].n == 2 && r.metric[0].sample[1] == 44);
	CHECK(r.metric[1].exact && r.metric[1].sample[0] == 1000);
	CHECK_STR(r.metric[1].unit, "insn");
	CHECK_STR(r.metric[2].test, "a/two");
	CHECK(r.malformed == 1); /* one name, two units */
	CHECK(r.n_floor == 2 && r.floor[0].reached && !r.floor[1].reached);
	CHECK(r.n_sample == 1 && r.sample[0].t_ms == 250);
	CHECK_STR(r.sample[0].values, "inserts=10 hits=20");
	CHECK_STR(r.note[0], "some thing");
	CHECK_STR(requested, "inject-nmi 10 20");
	CHECK(r.alive_seen);
}

static void line_sink(void *ctx, const char *line)
{
	str_addf(ctx, "[%s]", line);
}

/* The same lines come out however the reads are cut. */
static void split_reads(void)
{
	static const char in[] = "one\r\ntwo\n\nthr\0ee\nlast";

	for (size_t step = 1; step < sizeof(in); step++) {
		struct lines l = { 0 };
		struct str out = { 0 };

		for (size_t i = 0; i < sizeof(in) - 1; i += step)
			lines_feed(&l, in + i,
				   step < sizeof(in) - 1 - i ? step : sizeof(in) - 1 - i,
				   line_sink, &out);
		CHECK(lines_finish(&l, line_sink, &out));
		CHECK_STR(out.p, "[one][two][][thr?ee][last]");
		str_free(&out);
	}
}

int main(void)
{
	good();
	failing_subtest_beats_ok();
	lost_subtest();
	skips_and_todo();
	nested_deeper();
	malformed();
	truncated();
	strangers();
	data();
	split_reads();
	return checks_done();
}
