// SPDX-License-Identifier: GPL-2.0
// The lists of a run record: tests, metrics, and the evidence around them; see read.h.
#include "read.h"

/* where: "tests[3]", for complaints. */
static char *where_of(struct reader *rd, const char *list, size_t i)
{
	return arena_printf(rd->arena, "%s[%zu]", list, i);
}

static void *list_of(struct reader *rd, json_t *o, const char *where, const char *key, size_t size,
		     json_t **list, size_t *n)
{
	*list = read_array(rd, o, where, key);
	*n = json_array_size(*list);
	return arena_alloc(rd->arena, *n * size + 1);
}

static void read_subtests(struct reader *rd, struct test *t, json_t *o, const char *where)
{
	json_t *list;

	t->subtests =
		list_of(rd, o, where, "subtests", sizeof(*t->subtests), &list, &t->nr_subtests);
	for (size_t i = 0; i < t->nr_subtests && !read_failed(rd); i++) {
		json_t *s = json_array_get(list, i);
		char *at = arena_printf(rd->arena, "%s.subtests[%zu]", where, i);

		t->subtests[i].name = read_string(rd, s, at, "name", true);
		t->subtests[i].status = read_choice(rd, s, at, "status", "PASS FAIL SKIP MISSING");
		t->subtests[i].reason = read_string(rd, s, at, "reason", false);
	}
}

void read_tests(struct reader *rd, struct run *r, json_t *root)
{
	json_t *list;

	r->tests = list_of(rd, root, "run", "tests", sizeof(*r->tests), &list, &r->nr_tests);
	for (size_t i = 0; i < r->nr_tests && !read_failed(rd); i++) {
		json_t *o = json_array_get(list, i);
		char *at = where_of(rd, "tests", i);

		r->tests[i].name = read_string(rd, o, at, "name", true);
		r->tests[i].status = read_choice(rd, o, at, "status", "PASS FAIL SKIP MISSING");
		r->tests[i].seconds = read_number(rd, o, at, "seconds", false);
		r->tests[i].reason = read_string(rd, o, at, "reason", false);
		read_subtests(rd, &r->tests[i], o, at);
	}
}

static void read_samples(struct reader *rd, struct metric *m, json_t *o, const char *where)
{
	json_t *list;

	m->samples = list_of(rd, o, where, "samples", sizeof(double), &list, &m->nr_samples);
	for (size_t i = 0; i < m->nr_samples && !read_failed(rd); i++) {
		json_t *v = json_array_get(list, i);

		if (!json_is_number(v))
			read_complain(rd, "%s.samples[%zu] is not a number", where, i);
		m->samples[i] = json_number_value(v);
	}
}

void read_metrics(struct reader *rd, struct run *r, json_t *root)
{
	json_t *list;

	r->metrics =
		list_of(rd, root, "run", "metrics", sizeof(*r->metrics), &list, &r->nr_metrics);
	for (size_t i = 0; i < r->nr_metrics && !read_failed(rd); i++) {
		json_t *o = json_array_get(list, i);
		char *at = where_of(rd, "metrics", i);
		struct metric *m = &r->metrics[i];

		m->name = read_string(rd, o, at, "name", true);
		m->unit = read_string(rd, o, at, "unit", false);
		m->better = read_choice(rd, o, at, "better", "higher lower none");
		m->exact = read_bool(rd, o, at, "exact");
		m->test = read_string(rd, o, at, "test", false);
		read_samples(rd, m, o, at);
	}
}

/* The series is kept as rows: one per moment and key, in the order given. */
static void read_series(struct reader *rd, struct run *r, json_t *root)
{
	json_t *list = read_array(rd, root, "run", "series"), *o, *v;
	const char *key;
	size_t i, n = 0;

	json_array_foreach(list, i, o) n += json_object_size(json_object_get(o, "values"));
	r->points = arena_alloc(rd->arena, n * sizeof(*r->points) + 1);
	json_array_foreach(list, i, o)
	{
		char *at = where_of(rd, "series", i);
		double t = read_number(rd, o, at, "t_ms", true);
		char *test = read_string(rd, o, at, "test", false);

		json_t *values = read_object(rd, o, at, "values");

		json_object_foreach(values, key, v)
		{
			if (!json_is_number(v))
				read_complain(rd, "%s.values.%s is not a number", at, key);
			r->points[r->nr_points++] = (struct point){ t, json_number_value(v), test,
								    arena_strdup(rd->arena, key) };
		}
		if (read_failed(rd))
			return;
	}
}

static void read_floors(struct reader *rd, struct run *r, json_t *root)
{
	json_t *list;

	r->floors = list_of(rd, root, "run", "floors", sizeof(*r->floors), &list, &r->nr_floors);
	for (size_t i = 0; i < r->nr_floors && !read_failed(rd); i++) {
		json_t *o = json_array_get(list, i);
		char *at = where_of(rd, "floors", i);

		r->floors[i].name = read_string(rd, o, at, "name", true);
		r->floors[i].test = read_string(rd, o, at, "test", false);
		r->floors[i].required = read_number(rd, o, at, "required", true);
		r->floors[i].delivered = read_number(rd, o, at, "delivered", true);
	}
}

static void read_console(struct reader *rd, struct run *r, json_t *root)
{
	json_t *c = read_object(rd, root, "run", "console"), *list;

	if (!c)
		return;
	r->splats = list_of(rd, c, "console", "splats", sizeof(*r->splats), &list, &r->nr_splats);
	for (size_t i = 0; i < r->nr_splats && !read_failed(rd); i++) {
		json_t *o = json_array_get(list, i);
		char *at = where_of(rd, "console.splats", i);

		r->splats[i].kind = read_string(rd, o, at, "kind", true);
		r->splats[i].line = read_number(rd, o, at, "line", false);
		r->splats[i].title = read_string(rd, o, at, "title", true);
		r->splats[i].text = read_string(rd, o, at, "text", false);
		r->splats[i].truncated = read_bool(rd, o, at, "truncated");
	}
	r->allowed =
		list_of(rd, c, "console", "allowed", sizeof(*r->allowed), &list, &r->nr_allowed);
	for (size_t i = 0; i < r->nr_allowed && !read_failed(rd); i++) {
		json_t *o = json_array_get(list, i);
		char *at = where_of(rd, "console.allowed", i);

		r->allowed[i].pattern = read_string(rd, o, at, "pattern", true);
		r->allowed[i].reason = read_string(rd, o, at, "reason", false);
		r->allowed[i].hits = read_number(rd, o, at, "hits", false);
	}
}

static char **read_strings(struct reader *rd, json_t *root, const char *key, size_t *n)
{
	json_t *list;
	char **s = list_of(rd, root, "run", key, sizeof(*s), &list, n);

	for (size_t i = 0; i < *n; i++) {
		json_t *v = json_array_get(list, i);

		if (!json_is_string(v))
			read_complain(rd, "%s[%zu] is not a string", key, i);
		s[i] = arena_strdup(rd->arena, json_string_value(v));
	}
	return s;
}

void read_evidence(struct reader *rd, struct run *r, json_t *root)
{
	read_floors(rd, r, root);
	read_series(rd, r, root);
	read_console(rd, r, root);
	r->notes = read_strings(rd, root, "notes", &r->nr_notes);
	r->artefacts = read_strings(rd, root, "artefacts", &r->nr_artefacts);
}
