// SPDX-License-Identifier: GPL-2.0
/*
 * The verdict table of the design as code: each rule looks at the facts and either has an
 * objection, which it spells out as one sentence, or none. The first objection in order of the
 * list is the reason.
 */
#include <stdlib.h>

#include "verdict.h"

static const struct splat *find_splat(const struct console *c, bool fatal)
{
	for (size_t i = 0; i < c->n; i++)
		if (!fatal || c->splat[i].fatal)
			return &c->splat[i];
	return NULL;
}

static char *quote(const struct splat *s)
{
	return xasprintf("%s on the console, line %u: %s%s%s", s->kind, s->line, s->title,
			 s->truncated ? " (cut short by the end)" : "",
			 s->interleaved ? " (interleaved with another)" : "");
}

/* "a, b and 3 more" of the tests in one state; NULL when there are none. */
static char *list_tests(const struct report *r, enum status st)
{
	struct str s = { 0 };
	size_t n = 0;

	for (size_t i = 0; i < r->n_test; i++) {
		if (r->test[i].status != st)
			continue;
		if (n++ < 3)
			str_addf(&s, "%s%s", s.n ? ", " : "", r->test[i].name);
	}
	if (n > 3)
		str_addf(&s, " and %zu more", n - 3);
	return s.p;
}

static char *host_trouble(const struct facts *f)
{
	switch (f->cause) {
	case END_QEMU_STATUS:
	case END_QEMU_KILLED:
	case END_INTERRUPTED:
	case END_HOST:
		return xstrdup(f->detail ? f->detail : "the host could not do its job");
	default:
		return NULL;
	}
}

/* A console that never said a word shows no splat either. */
static char *deaf(const struct facts *f)
{
	if (!f->report->ended || f->console->lines)
		return NULL;
	return xstrdup("the guest ran, but its console stayed silent: no splat could have been "
		       "seen; "
		       "check console= in the architecture's APPEND and remove 'quiet'");
}

static char *fatal_splat(const struct facts *f)
{
	const struct splat *s = find_splat(f->console, true);

	return s ? quote(s) : NULL;
}

static char *no_boot(const struct facts *f)
{
	const char *last = f->console->last_text;

	if (f->report->reached)
		return NULL;
	if (f->cause != END_BOOT_TIMEOUT && f->cause != END_EXIT && f->cause != END_HANG)
		return NULL;
	return xasprintf("%s; %s%s",
			 f->detail ? f->detail : "the guest ended before its init was reached",
			 last ? "last console line: " : "the console stayed silent",
			 last ? last : "");
}

static char *timed_out(const struct facts *f)
{
	switch (f->cause) {
	case END_TEST_TIMEOUT:
	case END_HANG:
	case END_SHUTDOWN_TIMEOUT:
	case END_BOOT_TIMEOUT:
	case END_SPLAT:
		return xstrdup(f->detail ? f->detail : "the guest hung");
	default:
		return NULL;
	}
}

static char *failed_tests(const struct facts *f)
{
	char *names = list_tests(f->report, ST_FAIL), *s = NULL;

	if (names)
		s = xasprintf("failed: %s", names);
	free(names);
	return s;
}

static char *missing_tests(const struct facts *f)
{
	char *names = list_tests(f->report, ST_MISSING), *s = NULL;

	if (names)
		s = xasprintf("planned but without a result: %s", names);
	free(names);
	return s;
}

static char *no_last_word(const struct facts *f)
{
	return f->report->ended ? NULL :
				  xstrdup("the guest ended without the plan's last word ('# end: "
					  "complete')");
}

static char *any_splat(const struct facts *f)
{
	const struct splat *s = find_splat(f->console, false);

	return s ? quote(s) : NULL;
}

static char *broken_report(const struct facts *f)
{
	const struct report *r = f->report;

	return r->malformed ? xasprintf("%u malformed lines on the report channel, first: %s",
					r->malformed, r->first_malformed) :
			      NULL;
}

static char *no_tests(const struct facts *f)
{
	return f->report->n_test ? NULL : xstrdup("no test ran");
}

static char *floors(const struct facts *f)
{
	for (size_t i = 0; i < f->report->n_floor; i++) {
		const struct floor *fl = &f->report->floor[i];

		if (!fl->reached)
			return xasprintf("floor %s of %s not reached: %g required, %g delivered",
					 fl->name, *fl->test ? fl->test : "the run", fl->required,
					 fl->delivered);
	}
	return NULL;
}

static char *all_skipped(const struct facts *f)
{
	struct counts c = report_counts(f->report);

	return c.passed ? NULL :
			  xasprintf("nothing was proven: all %u results are skips", c.skipped);
}

static const struct {
	enum verdict verdict;
	char *(*objection)(const struct facts *f);
} rules[] = {
	{ V_ERROR, host_trouble }, /* nobody's claim was tested */
	{ V_FAIL, fatal_splat }, /* the kernel died, and said so */
	{ V_FAIL, no_boot },
	{ V_FAIL, timed_out },
	{ V_FAIL, failed_tests },
	{ V_FAIL, missing_tests }, /* planned but absent */
	{ V_FAIL, any_splat }, /* all ok, with a WARN in the log */
	{ V_FAIL, no_last_word },
	{ V_FAIL, broken_report },
	{ V_FAIL, no_tests },
	{ V_ERROR, deaf }, /* clean only because nothing was heard */
	{ V_UNRESOLVED, floors },
	{ V_UNRESOLVED, all_skipped },
};

struct judgement judge(const struct facts *f)
{
	struct counts c;

	for (size_t i = 0; i < sizeof(rules) / sizeof(*rules); i++) {
		char *why = rules[i].objection(f);

		if (why)
			return (struct judgement){ rules[i].verdict, why };
	}
	c = report_counts(f->report);
	return (struct judgement){ V_PASS, xasprintf("%u results as planned, console clean, %zu "
						     "floors reached",
						     c.passed + c.skipped, f->report->n_floor) };
}
