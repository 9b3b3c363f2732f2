// SPDX-License-Identifier: GPL-2.0
/* The live line, and one plain line per finished test. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "progress.h"

#define REFRESH 0.25

static bool live; /* a live line is on the screen */

static bool tty(void)
{
	static int is = -1;

	if (is < 0)
		is = isatty(1);
	return is;
}

static void wipe(void)
{
	if (live)
		fputs("\r\033[K", stdout);
	live = false;
}

void progress_say(const char *fmt, ...)
{
	va_list ap;

	wipe();
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
	fflush(stdout);
}

void human(char *buf, size_t n, double v)
{
	if (v >= 1e6)
		snprintf(buf, n, "%.1fM", v / 1e6);
	else if (v >= 1e3)
		snprintf(buf, n, "%.1fk", v / 1e3);
	else
		snprintf(buf, n, "%.0f", v);
}

static double value_of(const char *values, const char *key, size_t n)
{
	for (const char *p = values; p; p = strchr(p, ' ')) {
		p += *p == ' ';
		if (!strncmp(p, key, n) && p[n] == '=')
			return strtod(p + n + 1, NULL);
	}
	return 0;
}

/* Rates between the latest two points of the running test's series, at most three of them. */
static void rates(struct str *out, const struct report *r)
{
	const struct sample *a, *b;
	const char *p;

	if (r->n_sample < 2)
		return;
	b = &r->sample[r->n_sample - 1];
	a = b - 1;
	p = b->values;
	if (!same(a->test, b->test) || !same(b->test, report_test_name(r)) || b->t_ms <= a->t_ms)
		return;
	for (int i = 0; i < 3 && p && *p; i++) {
		size_t n = strcspn(p, "=");
		double d = value_of(b->values, p, n) - value_of(a->values, p, n);
		char num[32];

		human(num, sizeof(num), d < 0 ? 0 : d * 1000 / (b->t_ms - a->t_ms));
		str_addf(out, "%s%.*s %s/s", i ? ", " : " | ", (int)n, p, num);
		p = strchr(p, ' ');
		p = p ? p + 1 : NULL;
	}
}

/* Tests done so far and the mean time of one tell when the rest will be. */
static void eta(struct str *out, const struct session *s, size_t done, double t)
{
	double spent = t - s->reached_at;

	if (done && done < s->report.n_test)
		str_addf(out, " | about %.0f s to go", spent / done * (s->report.n_test - done));
}

static void draw(const struct session *s, double t)
{
	const struct report *r = &s->report;
	struct counts c = { 0 };
	struct str line = { 0 };
	struct winsize w = { .ws_col = 80 };
	size_t done = 0;

	for (size_t i = 0; i < r->n_test; i++) {
		done += r->test[i].status != ST_MISSING;
		c.failed += r->test[i].status == ST_FAIL;
	}
	if (!s->reached_at)
		str_addf(&line, "booting, %.0f s: %s", t - s->started,
			 s->console.last_text ? s->console.last_text :
						"nothing on the console yet");
	else
		str_addf(&line, "[%zu/%zu] %s %.0f s, %u failed", done, r->n_test,
			 report_test_name(r),
			 r->current >= 0 ? t - r->test[r->current].started : 0, c.failed);
	if (s->reached_at) {
		rates(&line, r);
		eta(&line, s, done, t);
	}
	ioctl(1, TIOCGWINSZ, &w);
	printf("\r\033[K%.*s", w.ws_col > 1 ? w.ws_col - 1 : 79, line.p);
	fflush(stdout);
	live = true;
	str_free(&line);
}

void progress_hook(struct session *s, const struct test *t, bool started)
{
	static double last;
	static bool said_boot;
	double at = now();

	if (s->reached_at && !said_boot) {
		said_boot = true;
		progress_say("booted in %.1f s", s->reached_at - s->started);
	}
	if (t && !started) {
		const char *colour = !tty() || t->status == ST_PASS ? "" :
				     t->status == ST_SKIP	    ? "\033[33m" :
								      "\033[31m";

		progress_say("%s%-4s%s %-32s %6.1f s%s%.200s", colour, status_name(t->status),
			     *colour ? "\033[0m" : "", t->name, t->seconds,
			     t->reason && *t->reason ? "  " : "", t->reason ? t->reason : "");
	}
	if (tty() && at - last > REFRESH) {
		last = at;
		draw(s, at);
	}
}
