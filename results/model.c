// SPDX-License-Identifier: GPL-2.0
// run.json text into struct run; see model.h.
#include "read.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

const char *run_fact(const struct run *r, const char *key)
{
	for (size_t i = 0; i < r->nr_identity; i++)
		if (!strcmp(r->identity[i].key, key))
			return r->identity[i].value;
	return "";
}

bool run_unfinished(const struct run *r)
{
	return !strcmp(r->verdict, "ERROR") && !strcmp(r->reason, "the runner did not finish");
}

char *digest_of(struct arena *a, const char *data, size_t len)
{
	uint64_t h = 0xcbf29ce484222325u;

	for (size_t i = 0; i < len; i++)
		h = (h ^ (unsigned char)data[i]) * 0x100000001b3u;
	return arena_printf(a, "%016" PRIx64 "-%zu", h, len);
}

bool valid_id(const char *id)
{
	size_t n = 0;

	for (; id[n]; n++)
		if (!isalnum((unsigned char)id[n]) && (n == 0 || !strchr("._-", id[n])))
			return false;
	return n > 0 && n <= 120;
}

/* Dates are compared as text, so only the one form that sorts is taken. */
static bool valid_date(const char *s)
{
	const char *form = "0000-00-00T00:00:00Z";

	for (; *form; form++, s++)
		if (*form == '0' ? !isdigit((unsigned char)*s) : *form != *s)
			return false;
	return !*s;
}

/* Identity values are strings or numbers (smp, mem_mib, seed); kept as text, as they are only
 * compared. */
static void read_identity(struct reader *rd, struct run *r, json_t *root)
{
	json_t *o = read_object(rd, root, "run", "identity"), *v;
	const char *key;

	if (!o) {
		read_complain(rd, "run.identity is missing");
		return;
	}
	r->identity = arena_alloc(rd->arena, json_object_size(o) * sizeof(*r->identity) + 1);
	json_object_foreach(o, key, v)
	{
		struct fact *f = &r->identity[r->nr_identity++];

		f->key = arena_strdup(rd->arena, key);
		if (json_is_string(v))
			f->value = arena_strdup(rd->arena, json_string_value(v));
		else if (json_is_integer(v))
			f->value = arena_printf(rd->arena, "%" JSON_INTEGER_FORMAT,
						json_integer_value(v));
		else if (json_is_real(v))
			f->value = arena_printf(rd->arena, "%.15g", json_real_value(v));
		else if (json_is_boolean(v))
			f->value = arena_strdup(rd->arena, json_is_true(v) ? "true" : "false");
		else
			read_complain(rd, "identity.%s is not a string or a number", key);
	}
	if (!read_failed(rd) && (!*run_fact(r, "arch") || !*run_fact(r, "scenario")))
		read_complain(rd, "identity.arch or identity.scenario is missing");
}

static void read_head(struct reader *rd, struct run *r, json_t *root)
{
	json_t *counts;

	r->id = read_string(rd, root, "run", "id", true);
	if (!read_failed(rd) && !valid_id(r->id))
		read_complain(rd,
			      "run.id '%.40s' is not a name of letters, digits, dots and dashes",
			      r->id);
	r->started = read_string(rd, root, "run", "started", true);
	if (!read_failed(rd) && !valid_date(r->started))
		read_complain(rd, "run.started '%.40s' is not a date like 2026-12-01T10:05:00Z",
			      r->started);
	r->seconds = read_number(rd, root, "run", "seconds", false);
	r->boot_seconds = read_number(rd, root, "run", "boot_seconds", false);
	r->guest_seconds = read_number(rd, root, "run", "guest_seconds", false);
	r->verdict = read_choice(rd, root, "run", "verdict", "PASS FAIL UNRESOLVED ERROR");
	r->reason = read_string(rd, root, "run", "reason", false);
	r->exit = read_number(rd, root, "run", "exit", false);
	counts = read_object(rd, root, "run", "counts");
	if (!counts)
		return;
	r->passed = read_number(rd, counts, "counts", "passed", false);
	r->failed = read_number(rd, counts, "counts", "failed", false);
	r->skipped = read_number(rd, counts, "counts", "skipped", false);
}

/* known_schema: a record from the future is refused whole; half of it would be a lie. */
static bool known_schema(struct reader *rd, json_t *root)
{
	json_t *v = json_object_get(root, "schema");

	if (!json_is_integer(v))
		read_complain(rd, "not a run record (no integer \"schema\")");
	else if (json_integer_value(v) > RUN_SCHEMA || json_integer_value(v) < 1)
		read_complain(rd,
			      "schema %" JSON_INTEGER_FORMAT
			      " is not known here (this program reads "
			      "1 to %d; use the suite that wrote it, or a newer one)",
			      json_integer_value(v), RUN_SCHEMA);
	return !read_failed(rd);
}

struct run *run_parse(struct arena *a, const char *text, size_t len, char *err, size_t errlen)
{
	struct reader rd = { a, err, errlen };
	struct run *r = arena_alloc(a, sizeof(*r));
	json_error_t je;
	json_t *root;

	err[0] = 0;
	root = json_loadb(text, len, JSON_REJECT_DUPLICATES, &je);
	if (!root) {
		snprintf(err, errlen, "line %d column %d: %s", je.line, je.column, je.text);
		return NULL;
	}
	if (known_schema(&rd, root)) {
		r->source = "";
		r->digest = digest_of(a, text, len);
		read_head(&rd, r, root);
		read_identity(&rd, r, root);
		read_tests(&rd, r, root);
		read_metrics(&rd, r, root);
		read_evidence(&rd, r, root);
	}
	json_decref(root);
	return read_failed(&rd) ? NULL : r;
}
