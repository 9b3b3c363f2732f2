// SPDX-License-Identifier: GPL-2.0
/*
 * count.c - bench count: the plugin's passes into the metrics of run.json
 *
 * Rows are exact, unit "instructions", with every repeat as a sample. A count that does not repeat
 * is kept and makes the verdict FAIL; what can not be assigned makes it ERROR.
 */
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "host.h"

#define TEST "bench/cost"

static void add_metric(json_t *metrics, const char *name, const char *unit, const char *better,
		       json_t *samples)
{
	json_array_append_new(metrics, json_pack("{s:s, s:s, s:s, s:b, s:s, s:o}", "name", name,
						 "unit", unit, "better", better, "exact", 1,
						 "test", TEST, "samples", samples));
}

/* The reference is what others are held against, and no subject of a regression. */
static void add_subject(json_t *metrics, const struct subject *x, uint64_t empty)
{
	bool raw = !strcmp(x->name, EMPTY_CALL), reference = !strncmp(x->name, "reference.", 10);
	json_t *samples = json_array();

	for (size_t k = 0; k < x->n; k++)
		json_array_append_new(samples, json_integer((json_int_t)x->raw[k] -
							    (json_int_t)(raw ? 0 : empty)));
	add_metric(metrics, x->name, "instructions", reference ? "none" : "lower", samples);
}

/* ours.X / straightforward.X, where both were counted */
static void add_ratio(struct arena *a, json_t *metrics, const struct subjects *s, size_t i)
{
	const char *dot = strchr(s->of[i].name, '.');

	if (!dot || strncmp(s->of[i].name, "ours.", 5))
		return;
	for (size_t k = 0; k < s->n; k++) {
		const struct subject *other = &s->of[k];

		if (strncmp(other->name, "straightforward.", 16) ||
		    strcmp(strchr(other->name, '.'), dot) || other->net <= 0)
			continue;
		add_metric(metrics, arena_printf(a, "ratio%s", dot), "ratio", "lower",
			   json_pack("[f]", s->of[i].net / other->net));
	}
}

static void set_verdict(json_t *run, const char *verdict, int code, const char *why)
{
	json_object_set_new(run, "verdict", json_string(verdict));
	json_object_set_new(run, "exit", json_integer(code));
	json_object_set_new(run, "reason", json_string(why));
}

/* Written beside it, synced, renamed: the record is the old one or the new one. */
static void store(struct arena *a, json_t *run, const char *path)
{
	char *text = json_dumps(run, JSON_INDENT(2) | JSON_REAL_PRECISION(15));
	char *tmp = arena_printf(a, "%s.bench", path);
	FILE *f = create_file(tmp);

	if (!text)
		die("%s: out of memory", path);
	fputs(text, f);
	if (fflush(f) || fsync(fileno(f)))
		die("cannot write %s: %m; %s is untouched", tmp, path);
	close_file(f, tmp);
	if (rename(tmp, path))
		die("cannot rename %s: %m", tmp);
	free(text);
}

static char *counts(struct arena *a, const struct run *r, const char *file, struct subjects *s)
{
	struct passes p;
	size_t len;
	char *why, *text = read_file(a, file, 64u << 20, &len);

	if (!text)
		die("%s: %m; the plugin left no counts", file);
	why = passes_parse(a, text, &p);
	return why ? arena_printf(a, "%s: %s", file, why) :
		     assign(a, r->notes, r->nr_notes, &p, s);
}

int verb_count(int argc, char **argv)
{
	struct arena a = { 0 };
	char *path = arena_printf(&a, "%s/run.json", argv[1]), *why;
	struct run *r = record_read(&a, argv[1]);
	json_t *run = json_load_file(path, 0, NULL), *metrics;
	struct subjects s = { 0 };
	int code = E_PASS;

	(void)argc;
	if (!run || !json_is_array(metrics = json_object_get(run, "metrics")))
		die("%s: it has no array 'metrics'", path);
	why = counts(&a, r, argv[2], &s);
	if (why)
		s.n = 0, code = E_ERROR;
	for (size_t i = 0; i < s.n; i++)
		add_subject(metrics, &s.of[i], s.empty);
	for (size_t i = 0; i < s.n; i++)
		add_ratio(&a, metrics, &s, i);
	if (!why && (why = disagreement(&a, &s)))
		code = E_FAIL;
	/* A verdict that is bad already keeps its reason. */
	if (code && (!strcmp(r->verdict, "PASS") || !strcmp(r->verdict, "UNRESOLVED")))
		set_verdict(run, code == E_FAIL ? "FAIL" : "ERROR", code, why);
	store(&a, run, path);
	if (why)
		fprintf(stderr, "%s: %s\n", code == E_FAIL ? "FAIL" : "ERROR", why);
	json_decref(run);
	arena_free(&a);
	return code;
}
