// SPDX-License-Identifier: GPL-2.0
/* The last screen of a run. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "progress.h"

static void one_line(const char *text, int max)
{
	int n = 0;

	for (; text && *text && n < max; text++, n++)
		putchar((unsigned char)*text < ' ' ? ' ' : *text);
	puts(text && *text ? "..." : "");
}

static void failures(const struct report *r)
{
	for (size_t i = 0; i < r->n_test; i++) {
		const struct test *t = &r->test[i];

		if (t->status != ST_FAIL && t->status != ST_MISSING)
			continue;
		printf("  %-7s %-28s ", status_name(t->status), t->name);
		one_line(t->reason ? t->reason : "no result", 160);
		for (size_t k = 0; k < t->n_sub; k++) {
			if (t->sub[k].status != ST_FAIL)
				continue;
			printf("          %-30s ", t->sub[k].name);
			one_line(t->sub[k].reason, 200);
		}
	}
	for (size_t i = 0; i < r->n_floor; i++)
		if (!r->floor[i].reached)
			printf("  FLOOR   %-28s %s: %g required, %g delivered\n",
			       r->floor[i].test, r->floor[i].name, r->floor[i].required,
			       r->floor[i].delivered);
}

static void splats(const struct console *c)
{
	for (size_t i = 0; i < c->n; i++) {
		const struct splat *s = &c->splat[i];
		const char *p = s->text.p;

		printf("  %s at console line %u%s%s:\n", s->kind, s->line,
		       s->truncated ? ", truncated" : "", s->interleaved ? ", interleaved" : "");
		for (int n = 0; p && *p && n < 12; n++) {
			const char *nl = strchr(p, '\n');

			printf("    %.*s\n", nl ? (int)(nl - p) : (int)strlen(p), p);
			p = nl ? nl + 1 : NULL;
		}
		if (p && *p)
			puts("    ...");
	}
	for (size_t i = 0; i < c->table->n_allow; i++)
		if (c->table->allow[i].hits)
			printf("  allowed on the console, %u times: '%s' (%s)\n",
			       c->table->allow[i].hits, c->table->allow[i].pattern,
			       c->table->allow[i].reason);
}

void summary(const struct rundir *d, const struct session *s, const struct outcome *oc)
{
	static const char *const colours[] = { "\033[32m", "\033[31m", "\033[33m", "\033[35m" };
	bool colour = isatty(1);
	struct counts c = { 0 };

	progress_say("%s", "");
	if (s) {
		double guest = s->gone_at - s->started;

		c = report_counts(&s->report);
		failures(&s->report);
		splats(&s->console);
		printf("boot %.1f s, guest %.1f s, overhead %.1f s, accel %s (%s)\n",
		       s->reached_at ? s->reached_at - s->started : 0, guest, oc->seconds - guest,
		       oc->accel, oc->accel_probe);
		if (s->hang.active)
			printf("registers and backtraces: %s/hang.txt\n", d->path);
	}
	printf("record: %s/run.json\n", d->path);
	if (oc->verdict != V_PASS)
		printf("again:  %s/rerun.sh\n", d->path);
	printf("verdict: %s%s%s: %s\n", colour ? colours[oc->verdict] : "",
	       verdict_name(oc->verdict), colour ? "\033[0m" : "", oc->reason);
	printf("%u passed, %u failed, %u skipped\n", c.passed, c.failed, c.skipped);
	fflush(stdout);
}
