// SPDX-License-Identifier: GPL-2.0
/*
 * The KCIDB export against the rules of I/O schema 5.3, written down here from its public
 * documentation: no Debian or npm package carries the schema. Known keys with types, required keys,
 * patterns, references.
 */
#include "export.h"
#include "gen.h"
#include "unit.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>

#define ID "^[a-z0-9_]+:.+$"
#define STATUS "^(FAIL|ERROR|MISS|PASS|DONE|SKIP)$"
#define DATE "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z$"

struct rule {
	const char *key;
	json_type type;
	bool required;
	const char *pattern; /* of strings */
};

static const struct rule checkout[] = {
	{ "id", JSON_STRING, true, ID },
	{ "origin", JSON_STRING, true, "^[a-z0-9_]+$" },
	{ "start_time", JSON_STRING, false, DATE },
	{ "comment", JSON_STRING, false, NULL },
	{ "valid", JSON_TRUE, false, NULL },
	{ "misc", JSON_OBJECT, false, NULL },
};
static const struct rule build[] = {
	{ "id", JSON_STRING, true, ID },
	{ "checkout_id", JSON_STRING, true, ID },
	{ "origin", JSON_STRING, true, "^[a-z0-9_]+$" },
	{ "architecture", JSON_STRING, false, "^[a-z0-9_]*$" },
	{ "compiler", JSON_STRING, false, NULL },
	{ "config_name", JSON_STRING, false, NULL },
	{ "status", JSON_STRING, false, STATUS },
	{ "misc", JSON_OBJECT, false, NULL },
};
static const struct rule test[] = {
	{ "id", JSON_STRING, true, ID },
	{ "build_id", JSON_STRING, true, ID },
	{ "origin", JSON_STRING, true, "^[a-z0-9_]+$" },
	{ "path", JSON_STRING, false, "^([a-zA-Z0-9_-]+(\\.[a-zA-Z0-9_-]+)*)?$" },
	{ "start_time", JSON_STRING, false, DATE },
	{ "comment", JSON_STRING, false, NULL },
	{ "status", JSON_STRING, false, STATUS },
	{ "duration", JSON_REAL, false, NULL },
	{ "log_excerpt", JSON_STRING, false, NULL },
	{ "number", JSON_OBJECT, false, NULL },
};
static const struct rule number[] = {
	{ "value", JSON_REAL, true, NULL },
	{ "unit", JSON_STRING, false, NULL },
	{ "prefix", JSON_STRING, false, "^(metric|binary)$" },
};

static const char *complaint; /* the first broken rule, NULL when all hold */

static void complain(const char *what)
{
	complaint = complaint ? complaint : what;
}

static bool matches(const char *pattern, const char *s)
{
	regex_t re;
	bool hit;

	if (regcomp(&re, pattern, REG_EXTENDED | REG_NOSUB))
		abort();
	hit = regexec(&re, s, 0, NULL, 0) == 0;
	regfree(&re);
	return hit;
}

static void check_value(const struct rule *r, json_t *v)
{
	bool type_ok = r->type == JSON_TRUE ? json_is_boolean(v) :
		       r->type == JSON_REAL ? json_is_number(v) :
					      json_typeof(v) == r->type;

	if (!type_ok)
		complain(r->key);
	else if (r->pattern && !matches(r->pattern, json_string_value(v)))
		complain(r->key);
	else if (!strcmp(r->key, "log_excerpt") && json_string_length(v) > 16384)
		complain(r->key);
}

static void check_object(json_t *o, const struct rule *rules, size_t n)
{
	const char *key;
	json_t *v;

	json_object_foreach(o, key, v)
	{
		size_t i = 0;

		while (i < n && strcmp(rules[i].key, key))
			i++;
		if (i == n)
			complain("a key the schema does not know");
		else
			check_value(&rules[i], v);
	}
	for (size_t i = 0; i < n; i++)
		if (rules[i].required && !json_object_get(o, rules[i].key))
			complain(rules[i].key);
}

static void check_report(json_t *root)
{
	json_t *o, *nr, *first_build = json_array_get(json_object_get(root, "builds"), 0);
	size_t i;

	complaint = NULL;
	if (json_integer_value(json_object_get(json_object_get(root, "version"), "major")) != 5)
		complain("version");
	json_array_foreach(json_object_get(root, "checkouts"), i, o)
		check_object(o, checkout, ARRAY_SIZE(checkout));
	json_array_foreach(json_object_get(root, "builds"), i, o)
		check_object(o, build, ARRAY_SIZE(build));
	json_array_foreach(json_object_get(root, "tests"), i, o)
	{
		check_object(o, test, ARRAY_SIZE(test));
		nr = json_object_get(o, "number");
		if (nr)
			check_object(nr, number, ARRAY_SIZE(number));
		/* a test of a build the report does not have would never be shown */
		if (!json_equal(json_object_get(o, "build_id"), json_object_get(first_build, "id")))
			complain("build_id refers to nothing");
	}
	if (!i)
		complain("no tests");
}

static json_t *report(bool hostile, long i)
{
	struct gen g = { .seed = 1, .hostile = hostile };
	struct arena a = { 0 };
	uint64_t rng;
	json_t *record = gen_record(&g, i, &rng), *root;
	char *text = json_dumps(record, JSON_COMPACT), err[256], *out = NULL;
	struct run *r = run_parse(&a, text, strlen(text), err, sizeof(err));
	size_t len;
	FILE *f = open_memstream(&out, &len);

	if (!r)
		unit_fail(__FILE__, __LINE__, "%s", err);
	else
		exporter_find("kcidb")->write(r, f);
	fclose(f);
	root = json_loadb(out, len, JSON_REJECT_DUPLICATES, NULL);
	free(out);
	free(text);
	json_decref(record);
	arena_free(&a);
	return root;
}

UNIT_TEST(kcidb_export_follows_the_schema)
{
	for (long i = 0; i < 40; i++) {
		json_t *root = report(i % 2, 20 * GEN_BREAKS + i);

		CHECK(root);
		check_report(root);
		if (complaint)
			unit_fail(__FILE__, __LINE__, "run %ld: %s", i, complaint);
		json_decref(root);
	}
}

/* The checker must be able to say no. */
UNIT_TEST(kcidb_rules_catch_planted_faults)
{
	json_t *root = report(false, 1), *t = json_array_get(json_object_get(root, "tests"), 1);

	json_object_set_new(t, "status", json_string("BROKEN"));
	check_report(root);
	CHECK(complaint && !strcmp(complaint, "status"));
	json_object_set_new(t, "status", json_string("PASS"));
	json_object_set_new(t, "path", json_string("a b"));
	check_report(root);
	CHECK(complaint && !strcmp(complaint, "path"));
	json_object_set_new(t, "path", json_string("a.b"));
	json_object_set_new(t, "waived", json_true());
	check_report(root);
	CHECK(complaint);
	json_object_del(t, "waived");
	json_object_del(t, "id");
	check_report(root);
	CHECK(complaint && !strcmp(complaint, "id"));
	json_decref(root);
}
