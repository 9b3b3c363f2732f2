// SPDX-License-Identifier: GPL-2.0
/* load.c - reads the series of run.json; counters become rates between neighbouring samples */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include "timeline.h"

/* Levels by name; everything else in a series only grows. */
static bool is_gauge(const char *key)
{
	return !strcmp(key, "records");
}

static struct line *line_of(struct timeline *tl, const char *key)
{
	struct line *l;

	for (size_t i = 0; i < tl->n; i++)
		if (!strcmp(tl->line[i].key, key))
			return &tl->line[i];
	tl->line = realloc(tl->line, (tl->n + 1) * sizeof(*tl->line));
	if (!tl->line)
		abort();
	l = &tl->line[tl->n++];
	*l = (struct line){ .key = strdup(key), .gauge = is_gauge(key) };
	return l;
}

static void append(struct line *l, double t, double v)
{
	l->t = realloc(l->t, (l->n + 1) * sizeof(*l->t));
	l->v = realloc(l->v, (l->n + 1) * sizeof(*l->v));
	if (!l->t || !l->v)
		abort();
	l->t[l->n] = t;
	l->v[l->n++] = v;
}

/* In place: point i becomes the rate between i and i + 1. A test that starts again counts anew. */
static void to_rate(struct line *l)
{
	for (size_t i = 0; i + 1 < l->n; i++) {
		double dt = l->t[i + 1] - l->t[i], dv = l->v[i + 1] - l->v[i];

		l->t[i] = (l->t[i] + l->t[i + 1]) / 2;
		l->v[i] = dt > 0 && dv > 0 ? dv / dt : 0;
	}
	if (l->n)
		l->n--;
}

static void add_points(struct timeline *tl, const json_t *series)
{
	double shift = 0, last = 0;
	size_t i;
	json_t *point, *value;

	json_array_foreach(series, i, point) {
		double t = json_number_value(json_object_get(point, "t_ms")) / 1000;
		const char *key;

		if (t + shift < last)	/* the next test of the run: its clock starts at 0 */
			shift = last;
		last = t + shift;
		json_object_foreach(json_object_get(point, "values"), key, value)
			append(line_of(tl, key), t + shift, json_number_value(value));
	}
	tl->seconds = last;
}

static void set_title(struct timeline *tl, const json_t *run)
{
	json_t *id = json_object_get(run, "identity");
	const char *word[] = {
		json_string_value(json_object_get(run, "id")),
		json_string_value(json_object_get(id, "arch")),
		json_string_value(json_object_get(id, "scenario")),
		json_string_value(json_object_get(run, "verdict")),
	};

	for (int i = 0; i < 4; i++)
		if (!word[i])
			word[i] = "?";
	snprintf(tl->title, sizeof(tl->title), "%s %s: %s (%s)", word[1], word[2], word[3],
		 word[0]);
}

int timeline_load(struct timeline *tl, const char *path)
{
	json_error_t err;
	json_t *run = json_load_file(path, 0, &err), *series = json_object_get(run, "series");

	memset(tl, 0, sizeof(*tl));
	if (!json_is_array(series)) {
		fprintf(stderr,
			"ERROR: %s: %s; a run.json of 'make vm-test' or 'make stress' is wanted\n",
			path, run ? "it has no array 'series'" : err.text);
		json_decref(run);
		return -1;
	}
	set_title(tl, run);
	add_points(tl, series);
	json_decref(run);
	for (size_t i = 0; i < tl->n; i++) {
		struct line *l = &tl->line[i];

		if (!l->gauge)
			to_rate(l);
		for (size_t k = 0; k < l->n; k++)
			if (l->v[k] > l->max)
				l->max = l->v[k];
	}
	return 0;
}

void timeline_free(struct timeline *tl)
{
	for (size_t i = 0; i < tl->n; i++) {
		free(tl->line[i].key);
		free(tl->line[i].t);
		free(tl->line[i].v);
	}
	free(tl->line);
}
