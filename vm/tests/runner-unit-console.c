// SPDX-License-Identifier: GPL-2.0
/* The watcher's mechanics: bodies, ends, interleaving, truncation, allow-list, broken tables. */
#include <stdlib.h>
#include <unistd.h>

#include "console.h"
#include "runner-unit.h"

static struct table table;

static struct console feed(const char *text, double step)
{
	struct console c = { .table = &table };
	char *copy = xstrdup(text), *at = copy, *line;
	double t = 0;

	while ((line = strsep(&at, "\n")))
		if (*line)
			console_line(&c, line, t += step);
	free(copy);
	return c;
}

static void strip(void)
{
	char caller[16];

	CHECK_STR(console_strip("[   12.345678] x", caller), "x");
	CHECK_STR(caller, "");
	CHECK_STR(console_strip("[   12.345678][  T123] y", caller), "y");
	CHECK_STR(caller, "T123");
	CHECK_STR(console_strip("prompt # [   12.345678][    C1] z", caller), "z");
	CHECK_STR(caller, "C1");
	CHECK_STR(console_strip("[    0.000000] [ BUG: Invalid wait context ]", caller), "[ BUG: "
											 "Invalid"
											 " wait "
											 "context"
											 " ]");
	CHECK(!console_strip("[x] no stamp", caller));
	CHECK(!console_strip("[ 12.345", caller));
	CHECK(!console_strip("", caller));
}

static void whole_body_once(void)
{
	struct console c = feed("[    1.000000] ------------[ cut here ]------------\n"
				"[    1.000001] WARNING: a.c:1 at f+0x1/0x2, CPU#0: init/1\n"
				"[    1.000002] Call Trace:\n"
				"[    1.000003]  g+0x1/0x2\n"
				"[    1.000004] ---[ end trace 0000000000000000 ]---\n"
				"[    1.000005] innocent\n",
				0.01);

	CHECK(c.n == 1 && c.splat[0].lines == 4 && c.splat[0].line == 2 && !c.splat[0].open);
	CHECK(!strstr(c.splat[0].text.p, "innocent"));
	console_end(&c, true);
	CHECK(!c.splat[0].truncated && !c.splat[0].interleaved);
	CHECK(!console_dead(&c, 9));
}

static void oops_to_panic_is_one(void)
{
	struct console c = feed("[    1.0] early\n[    1.000001] BUG: kernel NULL pointer "
				"dereference, address: 0\n"
				"[    1.000002] Oops: Oops: 0002 [#1] SMP\n[    1.000003] Call "
				"Trace:\n"
				"[    1.000004] ---[ end trace 0000000000000000 ]---\n"
				"[    1.000005] Kernel panic - not syncing: Fatal exception\n",
				0.01);

	CHECK(c.n == 1 && c.splat[0].fatal && c.splat[0].panicked);
	CHECK_STR(c.splat[0].kind, "oops");
	CHECK_HAS(c.splat[0].text.p, "Fatal exception");
	console_end(&c, true);
	CHECK(!c.splat[0].truncated); /* panic=-1 ends in a reset */
	CHECK(console_dead(&c, 0.1));
}

static void cut_short(void)
{
	struct console c = feed("[    1.000001] Unable to handle kernel NULL pointer\n[    "
				"1.000002] Mem abort",
				0.01);

	CHECK(!console_dead(&c, 0.03));
	console_end(&c, false);
	CHECK(c.n == 1 && c.splat[0].truncated && c.splat[0].lines == 2);
	/* the same with silence: it had time to say more, and did not */
	c = feed("[    1.000001] Unable to handle kernel NULL pointer\n", 0.01);
	CHECK(console_dead(&c, 3));
	console_end(&c, false);
	CHECK(!c.splat[0].truncated);
}

static void two_cpus(void)
{
	struct console c = feed("[    1.000001] watchdog: BUG: soft lockup - CPU#0 stuck for "
				"22s! [a:1]\n"
				"[    1.000002] rcu: INFO: rcu_preempt self-detected stall on "
				"CPU\n"
				"[    1.000003] Call Trace:\n",
				0.01);

	CHECK(c.n == 2 && c.splat[0].interleaved && c.splat[1].interleaved);
	/* with CONFIG_PRINTK_CALLER each gets its own lines back */
	c = feed("[    1.000001][   C0] watchdog: BUG: soft lockup - CPU#0 stuck for 22s! [a:1]\n"
		 "[    1.000002][   T7] WARNING: a.c:1 at f+0x1/0x2, CPU#1: init/1\n"
		 "[    1.000003][   C0] mine\n[    1.000004][   T7] ---[ end trace 0 ]---\n"
		 "[    1.000005][   C0] mine too\n",
		 0.01);
	CHECK(c.n == 2 && !strstr(c.splat[1].text.p, "mine"));
	CHECK_HAS(c.splat[0].text.p, "mine too");
}

static void two_in_a_row(void)
{
	struct console c = feed("[    1.000001] WARNING: a.c:1 at f+0x1/0x2, CPU#0: init/1\n"
				"[    1.000002] ---[ end trace 0000000000000000 ]---\n"
				"[    1.000003] WARNING: b.c:1 at f+0x1/0x2, CPU#0: init/1\n",
				0.01);

	CHECK(c.n == 2 && !c.splat[0].interleaved && !c.splat[1].interleaved);
	c = feed("[    1.000001] Call Trace:\n[    1.000002]  f+0x1/0x2\n", 0.01);
	CHECK(c.n == 1);
	CHECK_STR(c.splat[0].kind, "trace");
}

static void benign(void)
{
	unsigned int before = table.allow[0].hits;
	struct console c = feed("[    1.000000] Linux\nWARNING: a program said this\n"
				"[    1.000001] INFO: NMI handler (x) took too long to run: 1.2 "
				"msecs\n"
				"[    1.000002] ** This is a DEBUG BUILD **\n",
				0.01);

	CHECK(c.n == 0 && c.user_lines == 1 && table.allow[0].hits == before + 1);
	/* a kernel that does not stamp its lines is believed as it is */
	c = feed("Linux\nWARNING: a.c:1 at f+0x1/0x2, CPU#0: init/1\n", 0.01);
	CHECK(c.n == 1);
}

static char *load_text(const char *text)
{
	char path[] = "/tmp/runner-table-XXXXXX", *why;
	struct table t = { 0 };
	int fd = mkstemp(path);

	CHECK(fd >= 0 && write_all(fd, text, strlen(text)));
	close(fd);
	why = table_load(&t, path);
	unlink(path);
	return why;
}

static void broken_tables(void)
{
	struct table t = { 0 };

	CHECK_HAS(table_load(&t, "/nonexistent/table"), "No such file");
	CHECK_HAS(load_text(""), "no rows");
	CHECK_HAS(load_text("# only a comment\nallow\tx\ty\n"), "no rows");
	CHECK_HAS(load_text("panic\tany\tfatal\t(unclosed\n"), ":1: '(unclosed' is no regular "
							       "expression");
	CHECK_HAS(load_text("# c\npanic\tsome\tfatal\tx\n"), ":2: the second column");
	CHECK_HAS(load_text("panic\tany\tdeadly\tx\n"), "the third column");
	CHECK_HAS(load_text("panic any fatal x\n"), "separated by tabs");
	CHECK_HAS(load_text("allow\tx\n"), "a reason");
	CHECK(!load_text("panic\tany\tfatal\tx\n"));
}

int main(void)
{
	char *bad = table_load(&table, CONSOLE_TABLE);

	CHECK(!bad);
	strip();
	whole_body_once();
	oops_to_panic_is_one();
	cut_short();
	two_cpus();
	two_in_a_row();
	benign();
	broken_tables();
	return checks_done();
}
