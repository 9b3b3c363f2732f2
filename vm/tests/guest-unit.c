// SPDX-License-Identifier: GPL-2.0
/*
 * Unit tests of init's parts that need no guest: the plan parser, the line copier and the result
 * line. Built for the host under ASan and UBSan. A wrong answer here would be a wrong verdict for
 * every run.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "init.h"

static unsigned int passed, failed;
static char out[65536];
static size_t out_len;

static void check(bool ok, const char *what, const char *got)
{
	if (ok)
		passed++;
	else
		failed++;
	if (!ok)
		printf("not ok %s; got '%s'\n", what, got);
}

static void keep(const char *text, size_t len)
{
	memcpy(out + out_len, text, len);
	out_len += len;
	out[out_len] = '\0';
}

/* @error NULL: the plan is good. */
static struct plan parse(const char *text, const char *error)
{
	struct plan plan;
	static char *copy;	/* of the exact size, for ASan; the plan points into it */
	bool ok;

	free(copy);
	copy = strdup(text);
	ok = plan_parse(&plan, copy);

	if (!error)
		check(ok, text, plan.error);
	else
		check(!ok && strstr(plan.error, error), error, ok ? "accepted" : plan.error);
	return plan;
}

#define HEAD "# stackmap plan 1\n"

static void good_plans(void)
{
	struct plan p = parse(HEAD "env SEED=42\nenv E=\n\n# x\ntest a/b 60 /a/b --x 1\n"
				   "module m p=1 q=2",
			      NULL);

	check(p.count == 4 && p.tests == 1 && !p.shell, "four lines, one test", "other");
	if (p.count != 4)
		return;
	check(!strcmp(p.line[0].name, "SEED") && !strcmp(p.line[0].text, "42"), "SEED=42",
	      p.line[0].text);
	check(!*p.line[1].text, "an empty value", p.line[1].text);
	check(p.line[2].timeout == 60 && !strcmp(p.line[2].text, "/a/b --x 1"), "command",
	      p.line[2].text);
	check(!strcmp(p.line[3].name, "m") && !strcmp(p.line[3].text, "p=1 q=2"), "module",
	      p.line[3].text);
	free(p.line);
	p = parse(HEAD "mode shell\n", NULL);
	check(p.shell, "shell", "no shell");
}

static void bad_plans(void)
{
	static const struct {
		const char *line, *error;
	} bad[] = {
		{ "tset a 1 /a\n", "line 2: expected test, env, module or mode" },
		{ "test a 1\n", "expected 'test NAME" },
		{ "test a -1 /a\n", "time-out" },
		{ "test a 0 /a\n", "time-out" },
		{ "test a 5x /a\n", "time-out" },
		{ "test a 99999999999999999999 /a\n", "time-out" },
		{ "test a 5 b\n", "absolute path" },
		{ "env X\n", "env NAME=VALUE" },
		{ "env =1\n", "env NAME=VALUE" },
		{ "module ../x\n", "module NAME" },
		{ "mode shelf\n", "mode shell" },
		{ "env A=1\n", "no test in it" },
		{ "", "no test in it" },
	};
	char text[200];

	parse("", "line 1");
	parse("test a 1 /a\n", "line 1");
	parse("# stackmap plan 2\n", "line 1");
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		snprintf(text, sizeof(text), HEAD "%s", bad[i].line);
		free(parse(text, bad[i].error).line);
	}
}

/* Feed @text in pieces of every size: no split may change what comes out. */
static struct lines copy(const char *text, const char *want)
{
	struct lines l;
	size_t len = strlen(text);

	for (size_t step = 1; step <= len; step++) {
		out_len = 0;
		lines_init(&l, keep);
		for (size_t at = 0; at < len; at += step)
			lines_feed(&l, text + at, len - at < step ? len - at : step);
		lines_end(&l);
		if (strcmp(out, want))
			break;
	}
	check(!strcmp(out, want), text, out);
	return l;
}

static void lines(void)
{
	struct lines l = copy("1..2\nok 1 a\n# diag\nnot ok 2 b",
			      "  1..2\n  ok 1 a\n  # diag\n  not ok 2 b\n");

	check(l.planned == 2 && l.results == 2 && l.failed == 1, "counts", out);
	copy("# stat a b none 1\n# sample 1 a=2\n# statue\n",
	     "# stat a b none 1\n# sample 1 a=2\n  # statue\n");
	/* no program may speak for init, or with control characters */
	copy("# end: complete\nok 1 other\n\x01 x\x7f\r\n",
	     "  # end: complete\n  ok 1 other\n  . x.\n");
	l = copy("    not ok 1 nested\nnot ok x\nok one\n",
		 "      not ok 1 nested\n  not ok x\n  ok one\n");
	check(!l.results && !l.failed, "only the first level with numbers counts", out);
	l = copy("not ok 1 a # TODO later\nok 2 b # SKIP why\n",
		 "  not ok 1 a # TODO later\n  ok 2 b # SKIP why\n");
	check(l.results == 2 && !l.failed && !strcmp(l.skip, "why"), "directives", l.skip);
}

static void long_lines(void)
{
	struct lines l;
	char *text = malloc(10001);

	memset(text, 'x', 10000);
	memcpy(text + 4095, "not ok 1 forged", 15); /* starts the second piece */
	text[9999] = '\n';
	out_len = 0;
	lines_init(&l, keep);
	lines_feed(&l, text, 10000);
	check(!l.results && !l.failed, "a piece of a long line is no result", out);
	check(strstr(out, "\n  # ..not ok 1 forged"), "pieces are comments", out);
	lines_feed(&l, "ok 1 y\n", 7);
	check(l.results == 1, "the line after it counts", out);
	free(text);
}

static void one_verdict(const char *output, struct ending e, const char *want)
{
	struct lines l;
	char line[600];

	out_len = 0;
	lines_init(&l, keep);
	lines_feed(&l, output, strlen(output));
	e.ms = 5;
	verdict(line, sizeof(line), 7, "n", &e, &l);
	check(!strcmp(line, want), want, line);
}

static void verdicts(void)
{
	const struct ending exit0 = { 0 }, exit1 = { .status = 1 << 8 },
			    exit4 = { .status = 4 << 8 };

	one_verdict("1..1\nok 1 a\n", exit0, "ok 7 n # time_ms=5 exit=0\n");
	one_verdict("", exit0, "ok 7 n # time_ms=5 exit=0\n");
	one_verdict("", exit1, "not ok 7 n # time_ms=5 exit=1: exit code 1\n");
	one_verdict("1..0 # SKIP why\n", exit4, "ok 7 n # SKIP why time_ms=5 exit=4\n");
	one_verdict("", exit4, "ok 7 n # SKIP (no reason given) time_ms=5 exit=4\n");
	one_verdict("1..1\nnot ok 1 a\n", exit0,
		    "not ok 7 n # time_ms=5 exit=0: 1 of 1 subtests failed\n");
	one_verdict("1..2\nnot ok 1 a\n", exit4,
		    "not ok 7 n # time_ms=5 exit=4: 1 of 1 subtests failed\n");
	one_verdict("1..2\nok 1 a\n", exit0,
		    "not ok 7 n # time_ms=5 exit=0: planned 2 subtests, reported 1\n");
	one_verdict("1..1\nBail out!\n", exit0, "not ok 7 n # time_ms=5 exit=0: bailed out\n");
	one_verdict("", (struct ending){ .status = 127 << 8 },
		    "not ok 7 n # time_ms=5 exit=127: the program could not be started\n");
	one_verdict("1..1\nok 1 a\n", (struct ending){ .status = SIGSEGV },
		    "not ok 7 n # time_ms=5 signal=11: killed by signal 11 (Segmentation fault)\n");
	one_verdict("1..1\nok 1 a\n",
		    (struct ending){ .status = SIGKILL, .timed_out = true, .timeout = 3 },
		    "not ok 7 n # time_ms=5 timeout=3: no end within 3 s; killed\n");
	one_verdict("", (struct ending){ .timed_out = true, .stuck = true, .timeout = 3 },
		    "not ok 7 n # time_ms=5 timeout=3: "
		    "no end within 3 s, and SIGKILL does not end it\n");
}

int main(void)
{
	good_plans();
	bad_plans();
	lines();
	long_lines();
	verdicts();
	printf("%u passed, %u failed, 0 skipped\n", passed, failed);
	return failed || !passed;
}
