// SPDX-License-Identifier: GPL-2.0
/* The verdict table: each row of the design, and each kind of evidence alone and against another.
 */
#include <stdlib.h>

#include "runner-unit.h"
#include "verdict.h"

static struct table table;

struct world {
	struct report r;
	struct console c;
};

/* A run in which everything is as planned. */
static struct world perfect(void)
{
	struct world w = { .c = { .table = &table } };

	report_init(&w.r);
	report_plan(&w.r, "a/one", 10);
	report_line(&w.r, "# init: reached uptime_ms=1", 1);
	report_line(&w.r, "# test 1 a/one", 1);
	report_line(&w.r, "# floor nmis 10 10", 1);
	report_line(&w.r, "ok 1 a/one # time_ms=1 exit=0", 2);
	report_line(&w.r, "# end: complete", 2);
	console_line(&w.c, "[    0.000000] Linux version 7.3.4", 0);
	return w;
}

static void expect(int line, struct world *w, enum end_cause cause, const char *detail,
		   enum verdict v, const char *part)
{
	struct judgement j;

	console_end(&w->c, cause == END_EXIT);
	j = judge(&(struct facts){ cause, detail, &w->r, &w->c });
	if (j.verdict == v && strstr(j.reason, part)) {
		checks_passed++;
	} else {
		checks_failed++;
		printf("not ok line %d: %s '%s', expected %s with '%s'\n", line,
		       verdict_name(j.verdict), j.reason, verdict_name(v), part);
	}
	free(j.reason);
}

#define EXPECT(w, ...) expect(__LINE__, w, __VA_ARGS__)

static void pass_and_causes(void)
{
	struct world w = perfect();

	EXPECT(&w, END_EXIT, NULL, V_PASS, "as planned");
	EXPECT(&w, END_QEMU_KILLED, "QEMU was killed", V_ERROR, "QEMU was killed");
	EXPECT(&w, END_QEMU_STATUS, "status 1", V_ERROR, "status 1");
	EXPECT(&w, END_INTERRUPTED, "interrupted by Interrupt", V_ERROR, "interrupted");
	EXPECT(&w, END_HOST, "No space left on device", V_ERROR, "No space left");
	EXPECT(&w, END_SHUTDOWN_TIMEOUT, "did not power off", V_FAIL, "power off");
	EXPECT(&w, END_TEST_TIMEOUT, "did not end", V_FAIL, "did not end");
	EXPECT(&w, END_HANG, "the guest hung", V_FAIL, "hung");
	EXPECT(&w, END_SPLAT, "oops", V_FAIL, "oops");
}

static void splats(void)
{
	struct world w = perfect();

	console_line(&w.c, "[    1.000000] Kernel panic - not syncing: no luck", 3);
	/* -no-reboot: QEMU exits 0 on a panic */
	EXPECT(&w, END_EXIT, NULL, V_FAIL,
	       "panic on the console, line 2: Kernel panic - not syncing: no luck");
	/* what killed the guest is the reason, not what it could not finish then */
	report_plan(&w.r, "a/two", 10);
	EXPECT(&w, END_EXIT, NULL, V_FAIL, "panic on the console");
	w = perfect();
	console_line(&w.c, "[    1.000000] WARNING: a.c:1 at f+0x1/0x2, CPU#0: init/1", 3);
	EXPECT(&w, END_EXIT, NULL, V_FAIL, "warn on the console");
	w = perfect();
	console_line(&w.c, "[    1.000000] WARNING: a.c:1 at f+0x1/0x2, CPU#0: init/1", 3);
	EXPECT(&w, END_QEMU_KILLED, "QEMU was killed", V_ERROR, "killed");
}

static void boot(void)
{
	struct world w = { .c = { .table = &table } };

	report_init(&w.r);
	report_plan(&w.r, "a/one", 10);
	EXPECT(&w, END_BOOT_TIMEOUT, "k did not reach init", V_FAIL,
	       "did not reach init; the console stayed silent");
	EXPECT(&w, END_EXIT, NULL, V_FAIL, "ended before its init");
	console_line(&w.c, "[    0.100000] Hello", 1);
	EXPECT(&w, END_BOOT_TIMEOUT, "k did not reach init", V_FAIL,
	       "last console line: [    0.100000] Hello");
}

static void tests(void)
{
	struct world w = perfect();

	report_plan(&w.r, "a/two", 10);
	EXPECT(&w, END_EXIT, NULL, V_FAIL, "planned but without a result: a/two");
	report_line(&w.r, "not ok 2 a/two # exit=1", 3);
	EXPECT(&w, END_EXIT, NULL, V_FAIL, "failed: a/two");
	w = perfect();
	w.r.ended = false;
	EXPECT(&w, END_EXIT, NULL, V_FAIL, "last word");
	w = perfect();
	report_line(&w.r, "nonsense", 3);
	EXPECT(&w, END_EXIT, NULL, V_FAIL, "malformed");
	w = perfect();
	w.r.n_test = 0;
	EXPECT(&w, END_EXIT, NULL, V_FAIL, "no test ran");
}

static void unresolved(void)
{
	struct world w = perfect();

	report_line(&w.r, "# floor nmis 1000 999", 3);
	EXPECT(&w, END_EXIT, NULL, V_UNRESOLVED, "1000 required, 999 delivered");
	/* a failure is not softened by a missed floor */
	report_plan(&w.r, "a/two", 10);
	EXPECT(&w, END_EXIT, NULL, V_FAIL, "a/two");
	w = perfect();
	w.r.test[0].status = ST_SKIP;
	EXPECT(&w, END_EXIT, NULL, V_UNRESOLVED, "skips");
}

static void deaf(void)
{
	struct world w = perfect();

	w.c.lines = 0;
	EXPECT(&w, END_EXIT, NULL, V_ERROR, "stayed silent");
}

int main(void)
{
	char *bad = table_load(&table, CONSOLE_TABLE);

	CHECK(!bad);
	pass_and_causes();
	splats();
	boot();
	tests();
	unresolved();
	deaf();
	CHECK(V_PASS == 0 && V_FAIL == 1 && V_UNRESOLVED == 2 && V_ERROR == 3);
	return checks_done();
}
