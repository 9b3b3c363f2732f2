// SPDX-License-Identifier: GPL-2.0
/* Reads console/table. Anything odd in it is an error: a broken detector must not look like a
 * clean console. */
#include <stdlib.h>
#include <string.h>

#include "console.h"

static char *compile(regex_t *re, const char *pattern)
{
	char msg[128];
	int err = regcomp(re, pattern, REG_EXTENDED | REG_NOSUB);

	if (!err)
		return NULL;
	regerror(err, re, msg, sizeof(msg));
	return xasprintf("'%s' is no regular expression: %s", pattern, msg);
}

static char *add_allow(struct table *t, char *pattern, char *reason)
{
	struct allow *a;

	if (!pattern || !*pattern || !reason || !*reason)
		return xstrdup("expected allow, a regular expression and a reason, separated by "
			       "tabs");
	t->allow = grow(t->allow, t->n_allow, sizeof(*t->allow));
	a = &t->allow[t->n_allow++];
	a->pattern = xstrdup(pattern);
	a->reason = xstrdup(reason);
	return compile(&a->re, pattern);
}

static char *add_row(struct table *t, const char *kind, char *rest)
{
	char *how = strsep(&rest, "\t"), *fate = strsep(&rest, "\t"), *pattern = rest;
	struct row *r;

	if (!how || !fate || !pattern || !*pattern)
		return xstrdup("expected kind, how, fate and a regular expression, separated by "
			       "tabs");
	t->row = grow(t->row, t->n, sizeof(*t->row));
	r = &t->row[t->n++];
	r->kind = xstrdup(kind);
	r->pattern = xstrdup(pattern);
	r->fatal = same(fate, "fatal");
	if (!r->fatal && !same(fate, "report"))
		return xasprintf("the third column is '%s', must be fatal or report", fate);
	if (same(how, "start"))
		r->how = HOW_START;
	else if (same(how, "part"))
		r->how = HOW_PART;
	else if (same(how, "any"))
		r->how = HOW_ANY;
	else
		return xasprintf("the second column is '%s', must be start, part or any", how);
	return compile(&r->re, pattern);
}

char *table_load(struct table *t, const char *path)
{
	char *text = read_file(path, NULL), *at = text, *line, *bad = NULL;
	int no = 0;

	if (!text)
		return xasprintf("console table %s: %m; without it no splat would be seen", path);
	while ((line = strsep(&at, "\n"))) {
		no++;
		if (!*line || *line == '#')
			continue;
		char *kind = strsep(&line, "\t");
		char *why;

		if (same(kind, "allow")) {
			char *pattern = strsep(&line, "\t");

			why = add_allow(t, pattern, line);
		} else {
			why = add_row(t, kind, line);
		}
		if (why) {
			bad = xasprintf("console table %s:%d: %s", path, no, why);
			free(why);
			break;
		}
	}
	if (!bad && !t->n)
		bad = xasprintf("console table %s has no rows; without them no splat would be "
				"seen",
				path);
	free(text);
	return bad;
}

struct row *table_match(struct table *t, const char *text)
{
	for (size_t i = 0; i < t->n_allow; i++) {
		if (regexec(&t->allow[i].re, text, 0, NULL, 0))
			continue;
		t->allow[i].hits++;
		return NULL;
	}
	for (size_t i = 0; i < t->n; i++) {
		if (regexec(&t->row[i].re, text, 0, NULL, 0))
			continue;
		t->row[i].hits++;
		return &t->row[i];
	}
	return NULL;
}
