// SPDX-License-Identifier: GPL-2.0
/* The data lines beside KTAP: numbers, floors, series, requests, notes. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"

const char *report_test_name(const struct report *r)
{
	return r->current >= 0 ? r->test[r->current].name : "";
}

static bool number(const char *s, double *v)
{
	char *end;

	if (!s || !*s)
		return false;
	*v = strtod(s, &end);
	return !*end && isfinite(*v);
}

/* Cut text into at most max words; returns how many there are (max + 1: more). */
static int words(char *text, char *w[], int max)
{
	int n = 0;

	for (char *word; (word = strsep(&text, " "));)
		if (*word && n++ < max)
			w[n - 1] = word;
	return n;
}

bool report_metric(struct report *r, const char *name, const char *unit, const char *better,
		   double value)
{
	bool exact = starts(unit, "exact:");
	struct metric *m = NULL;

	if (!same(better, "higher") && !same(better, "lower") && !same(better, "none"))
		return false;
	if (exact)
		unit += strlen("exact:");
	for (size_t i = 0; i < r->n_metric && !m; i++)
		if (same(r->metric[i].name, name) &&
		    same(r->metric[i].test, report_test_name(r)))
			m = &r->metric[i];
	/* Two units under one name are two numbers; neither may be averaged with the other. */
	if (m && (!same(m->unit, unit) || !same(m->better, better) || m->exact != exact))
		return false;
	if (!m) {
		r->metric = grow(r->metric, r->n_metric, sizeof(*r->metric));
		m = &r->metric[r->n_metric++];
		*m = (struct metric){ xstrdup(name),
				      xstrdup(unit),
				      xstrdup(better),
				      xstrdup(report_test_name(r)),
				      exact,
				      NULL,
				      0 };
	}
	m->sample = grow(m->sample, m->n, sizeof(*m->sample));
	m->sample[m->n++] = value;
	return true;
}

void report_note(struct report *r, const char *fmt, ...)
{
	va_list ap;
	char *text;

	va_start(ap, fmt);
	if (vasprintf(&text, fmt, ap) < 0)
		die("out of memory");
	va_end(ap);
	r->note = grow(r->note, r->n_note, sizeof(*r->note));
	r->note[r->n_note++] = text;
}

static bool data_stat(struct report *r, char *text)
{
	char *w[4];
	double v;

	return words(text, w, 4) == 4 && number(w[3], &v) &&
	       report_metric(r, w[0], w[1], w[2], v);
}

static bool data_floor(struct report *r, char *text)
{
	double required, delivered;
	char *w[3];

	if (words(text, w, 3) != 3 || !number(w[1], &required) || !number(w[2], &delivered))
		return false;
	r->floor = grow(r->floor, r->n_floor, sizeof(*r->floor));
	r->floor[r->n_floor++] = (struct floor){ xstrdup(w[0]), xstrdup(report_test_name(r)),
						 required, delivered, delivered >= required };
	return true;
}

static bool data_sample(struct report *r, char *text)
{
	struct str values = { 0 };
	char *t = strsep(&text, " "), *word;
	double t_ms = 0, v;
	bool ok = number(t, &t_ms) && text;

	while (ok && (word = strsep(&text, " "))) {
		char *eq = strchr(word, '=');

		if (!*word)
			continue;
		ok = eq && eq > word && number(eq + 1, &v);
		str_addf(&values, "%s%s", values.n ? " " : "", word);
	}
	if (!ok || !values.n) {
		str_free(&values);
		return false;
	}
	r->sample = grow(r->sample, r->n_sample, sizeof(*r->sample));
	r->sample[r->n_sample++] =
		(struct sample){ t_ms, xstrdup(report_test_name(r)), values.p };
	return true;
}

bool report_data(struct report *r, const char *text)
{
	static const struct {
		const char *word;
		bool (*fn)(struct report *r, char *text);
	} kinds[] = {
		{ "stat ", data_stat },
		{ "floor ", data_floor },
		{ "sample ", data_sample },
	};

	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
		if (!starts(text, kinds[i].word))
			continue;
		char *copy = xstrdup(text + strlen(kinds[i].word));
		bool ok = kinds[i].fn(r, copy);

		free(copy);
		return ok;
	}
	if (starts(text, "note "))
		report_note(r, "%s", text + 5);
	else if (starts(text, "request ") && r->request)
		r->request(r->ctx, text + 8);
	return true;
}
