// SPDX-License-Identifier: GPL-2.0
// Typed values out of JSON, with complaints that name the place; see read.h.
#include "read.h"

#include <stdarg.h>
#include <string.h>

bool read_failed(const struct reader *rd)
{
	return rd->err[0];
}

void read_complain(struct reader *rd, const char *fmt, ...)
{
	va_list ap;

	if (read_failed(rd))
		return;
	va_start(ap, fmt);
	vsnprintf(rd->err, rd->errlen, fmt, ap);
	va_end(ap);
}

static const char *type_name(json_t *v)
{
	static const char *const names[] = {
		[JSON_OBJECT] = "an object", [JSON_ARRAY] = "an array", [JSON_STRING] = "a string",
		[JSON_INTEGER] = "a number", [JSON_REAL] = "a number",	[JSON_TRUE] = "true",
		[JSON_FALSE] = "false",	     [JSON_NULL] = "null",
	};

	return names[json_typeof(v)];
}

static json_t *value(struct reader *rd, json_t *o, const char *where, const char *key,
		     bool required, bool ok_type(json_t *), const char *wanted)
{
	json_t *v;

	if (read_failed(rd))
		return NULL;
	if (!json_is_object(o)) {
		read_complain(rd, "%s is not an object", where);
		return NULL;
	}
	v = json_object_get(o, key);
	if (!v && required)
		read_complain(rd, "%s.%s is missing", where, key);
	if (v && !ok_type(v)) {
		read_complain(rd, "%s.%s is %s, not %s", where, key, type_name(v), wanted);
		return NULL;
	}
	return v;
}

static bool is_string(json_t *v)
{
	return json_is_string(v);
}
static bool is_number(json_t *v)
{
	return json_is_number(v);
}
static bool is_bool(json_t *v)
{
	return json_is_boolean(v);
}
static bool is_array(json_t *v)
{
	return json_is_array(v);
}
static bool is_object(json_t *v)
{
	return json_is_object(v);
}

char *read_string(struct reader *rd, json_t *o, const char *where, const char *key, bool required)
{
	json_t *v = value(rd, o, where, key, required, is_string, "a string");

	return arena_strdup(rd->arena, v ? json_string_value(v) : NULL);
}

double read_number(struct reader *rd, json_t *o, const char *where, const char *key, bool required)
{
	json_t *v = value(rd, o, where, key, required, is_number, "a number");

	return v ? json_number_value(v) : 0;
}

bool read_bool(struct reader *rd, json_t *o, const char *where, const char *key)
{
	return json_is_true(value(rd, o, where, key, false, is_bool, "true or false"));
}

json_t *read_array(struct reader *rd, json_t *o, const char *where, const char *key)
{
	return value(rd, o, where, key, false, is_array, "an array");
}

json_t *read_object(struct reader *rd, json_t *o, const char *where, const char *key)
{
	return value(rd, o, where, key, false, is_object, "an object");
}

char *read_choice(struct reader *rd, json_t *o, const char *where, const char *key,
		  const char *words)
{
	char *s = read_string(rd, o, where, key, true);
	size_t n = strlen(s);

	if (read_failed(rd))
		return s;
	for (const char *w = words; n && (w = strstr(w, s)); w += n)
		if ((w == words || w[-1] == ' ') && (w[n] == ' ' || !w[n]))
			return s;
	read_complain(rd, "%s.%s is '%.40s', not one of: %s", where, key, s, words);
	return s;
}
