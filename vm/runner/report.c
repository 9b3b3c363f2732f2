// SPDX-License-Identifier: GPL-2.0
/*
 * Report channel: which test runs, what it and its subtests said. Failure first: a planned test
 * is MISSING until its own result line says otherwise, and a failing or absent subtest fails its
 * test whatever that line says.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"

#define DIAG_MAX 2000 /* bytes of a program's last words kept as reason */

const char *status_name(enum status s)
{
	static const char *const names[] = { "MISSING", "PASS", "FAIL", "SKIP" };

	return names[s];
}

void report_init(struct report *r)
{
	*r = (struct report){ .current = -1 };
}

static struct test *add_test(struct report *r, const char *name)
{
	struct test *t;

	r->test = grow(r->test, r->n_test, sizeof(*r->test));
	t = &r->test[r->n_test++];
	*t = (struct test){ .name = xstrdup(name), .planned_sub = -1 };
	return t;
}

void report_plan(struct report *r, const char *name, double timeout)
{
	struct test *t = add_test(r, name);

	t->timeout = timeout;
	t->planned = true;
}

static int find(const struct report *r, const char *name)
{
	for (size_t i = 0; i < r->n_test; i++)
		if (same(r->test[i].name, name))
			return i;
	return -1;
}

static void malformed(struct report *r, const char *line)
{
	if (!r->malformed++)
		r->first_malformed = xstrdup(line);
}

static void set_reason(char **reason, const char *text)
{
	free(*reason);
	*reason = xstrdup(text);
}

/* "# test 2 stress/perf_nmi" */
static void test_started(struct report *r, const char *text, double t)
{
	const char *name = strchr(text, ' ');
	int i;

	if (!isdigit((unsigned char)*text) || !name)
		return malformed(r, text);
	i = find(r, name + 1);
	if (i < 0) {
		add_test(r, name + 1);
		i = r->n_test - 1;
	}
	r->current = i;
	r->test[i].started = t;
	r->diag.n = 0;
	if (r->progress)
		r->progress(r->ctx, &r->test[i], true);
}

/* Take the value of key=number out of a directive like "time_ms=1234 exit=0". */
static double field(const char *text, const char *key)
{
	const char *p = strstr(text, key);

	return p ? strtod(p + strlen(key), NULL) : -1;
}

static char *directive_reason(const struct ktap_result *k)
{
	const char *p = k->directive;

	if (k->skip || k->todo)
		p += 4 + strspn(p + 4, " :");
	return xstrdup(p);
}

/* What the subtests make of a test whose own line said ok; NULL when they agree. */
static char *subtests_disagree(const struct test *t)
{
	for (size_t i = 0; i < t->n_sub; i++)
		if (t->sub[i].status == ST_FAIL)
			return xasprintf("subtest %s failed", t->sub[i].name);
	if (t->planned_sub >= 0 && (long)t->top_sub != t->planned_sub)
		return xasprintf("planned %ld subtests, saw %zu", t->planned_sub, t->top_sub);
	return NULL;
}

static void settle(struct test *t, const struct ktap_result *k, const char *diag)
{
	double ms = field(k->directive, "time_ms=");

	t->status = k->skip ? ST_SKIP : k->ok ? ST_PASS : ST_FAIL;
	if (ms >= 0)
		t->seconds = ms / 1000;
	free(t->reason);
	t->reason = t->status == ST_PASS ? NULL : directive_reason(k);
	if (t->status == ST_FAIL && *diag && !t->n_sub) {
		char *both = xasprintf("%s: %s", t->reason, diag);

		free(t->reason);
		t->reason = both;
	}
	char *why = k->skip && !t->n_sub ? NULL : subtests_disagree(t);

	if (why && t->status != ST_FAIL) {
		t->status = ST_FAIL;
		set_reason(&t->reason, why);
	}
	free(why);
}

static void test_result(struct report *r, const char *line, double now)
{
	struct ktap_result k;
	struct test *t;
	int i;

	if (!ktap_parse(line, &k))
		return malformed(r, line);
	i = find(r, k.name);
	t = i < 0 ? add_test(r, k.name) : &r->test[i];
	if (t->status != ST_MISSING) {
		t->status = ST_FAIL;
		set_reason(&t->reason, "reported twice");
	} else {
		settle(t, &k, r->diag.n ? r->diag.p : "");
		if (!t->planned) {
			t->status = ST_FAIL;
			set_reason(&t->reason, "the plan does not contain it");
		}
	}
	if (t->started && !t->seconds)
		t->seconds = now - t->started;
	free(k.name);
	free(k.directive);
	r->diag.n = 0;
	r->current = -1;
	if (r->progress)
		r->progress(r->ctx, t, false);
}

static void subtest(struct report *r, struct test *t, const struct ktap_result *k, int depth)
{
	struct result *s;

	t->sub = grow(t->sub, t->n_sub, sizeof(*t->sub));
	s = &t->sub[t->n_sub++];
	s->name = xstrdup(*k->name ? k->name : "(no name)");
	s->status = k->skip || k->todo ? ST_SKIP : k->ok ? ST_PASS : ST_FAIL;
	s->reason = directive_reason(k);
	if (s->status == ST_FAIL && r->diag.n)
		set_reason(&s->reason, r->diag.p);
	if (depth == 2 && k->number != (long)++t->top_sub) {
		s->status = ST_FAIL;
		set_reason(&s->reason, "its number is out of order: a result before it is "
				       "missing");
	}
	r->diag.n = 0;
}

/* A line of a program: two spaces of indent a level. Anything that is no KTAP is its own
 * business. */
static void inner(struct report *r, const char *line)
{
	int depth = strspn(line, " ");
	const char *p = line + depth;
	struct ktap_result k;
	char *end;

	if (r->current < 0)
		return;
	struct test *t = &r->test[r->current];

	if (starts(p, "1..") && depth == 2) {
		t->planned_sub = strtol(p + 3, &end, 10);
		if (end == p + 3 || (*end && *end != ' '))
			malformed(r, line);
	} else if (ktap_parse(p, &k)) {
		subtest(r, t, &k, depth);
		free(k.name);
		free(k.directive);
	} else if (starts(p, "not ok") || starts(p, "ok ")) {
		malformed(r, line);
	} else if (*p == '#' && !starts(p, "#  RUN") && r->diag.n < DIAG_MAX) {
		p += 1 + strspn(p + 1, " ");
		str_addf(&r->diag, "%s%s", r->diag.n ? "; " : "", p);
	}
}

static void comment(struct report *r, const char *text, const char *line, double t)
{
	if (starts(text, "test "))
		test_started(r, text + 5, t);
	else if (starts(text, "init: reached"))
		r->reached = true;
	else if (same(text, "end: complete"))
		r->ended = true;
	else if (starts(text, "alive"))
		r->alive_seen = true;
	else if (!report_data(r, text))
		malformed(r, line);
}

void report_line(struct report *r, const char *line, double t)
{
	r->last = t;
	if (*line == ' ')
		inner(r, line);
	else if (starts(line, "# "))
		comment(r, line + 2, line, t);
	else if (starts(line, "ok ") || starts(line, "not ok"))
		test_result(r, line, t);
	else if (*line && !starts(line, "KTAP version ") && !starts(line, "1.."))
		malformed(r, line);
}

struct counts report_counts(const struct report *r)
{
	struct counts c = { 0 };

	for (size_t i = 0; i < r->n_test; i++) {
		const struct test *t = &r->test[i];
		unsigned int failed = 0;

		for (size_t j = 0; j < t->n_sub; j++) {
			c.passed += t->sub[j].status == ST_PASS;
			failed += t->sub[j].status == ST_FAIL;
			c.skipped += t->sub[j].status == ST_SKIP;
		}
		if (!t->n_sub) {
			c.passed += t->status == ST_PASS;
			c.skipped += t->status == ST_SKIP;
		}
		if (!failed && (t->status == ST_FAIL || t->status == ST_MISSING))
			failed = 1;
		c.failed += failed;
	}
	return c;
}
