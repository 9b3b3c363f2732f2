// SPDX-License-Identifier: GPL-2.0
/* Plan parser. A plan the guest would misread is refused here, before anything boots. */
#include <stdlib.h>
#include <string.h>

#include "plan.h"

#define MAGIC_LINE "# stackmap plan 1"

int plan_find(const struct plan *p, const char *name)
{
	for (size_t i = 0; i < p->n; i++)
		if (same(p->test[i].name, name))
			return i;
	return -1;
}

/* "test NAME TIMEOUT COMMAND...": NULL or what is wrong with it. */
static const char *add_test(struct plan *p, char *words, double scale)
{
	char *name = strsep(&words, " "), *timeout = words ? strsep(&words, " ") : NULL, *end;
	double t = timeout ? strtod(timeout, &end) : 0;

	if (!*name)
		return "the test has no name";
	if (!timeout || end == timeout || *end || !(t > 0))
		return "the third word must be a time-out in seconds, above 0";
	if (!words || *words != '/')
		return "the command must be an absolute path in the guest";
	if (plan_find(p, name) >= 0)
		return "this test name was used before; names must be unique";
	p->test = grow(p->test, p->n, sizeof(*p->test));
	p->test[p->n++] = (struct plan_test){ xstrdup(name), t * scale };
	str_addf(&p->text, "test %s %.0f %s\n", name, t * scale < 1 ? 1 : t * scale, words);
	return NULL;
}

static const char *parse_line(struct plan *p, char *line, double scale)
{
	if (starts(line, "test "))
		return add_test(p, line + 5, scale);
	if (same(line, "mode shell"))
		p->shell = true;
	else if (*line && *line != '#' && !starts(line, "module ") &&
		 !(starts(line, "env ") && strchr(line, '=')))
		return "expected 'test NAME SECONDS COMMAND', 'env KEY=VALUE', 'module NAME' or "
		       "'mode shell'";
	str_addf(&p->text, "%s\n", line);
	return NULL;
}

char *plan_parse(struct plan *p, const char *text, const char *path, double scale)
{
	char *copy = xstrdup(text), *at = copy, *line, *bad = NULL;
	int no = 0;

	while (!bad && (line = strsep(&at, "\n"))) {
		const char *why = NULL;
		char *shown = xstrdup(line);

		no++;
		if (no == 1 && !same(line, MAGIC_LINE))
			why = "the first line must be '" MAGIC_LINE "'";
		else if (*line)
			why = parse_line(p, line, scale);
		if (why)
			bad = xasprintf("%s:%d: '%s': %s", path, no, shown, why);
		free(shown);
	}
	free(copy);
	if (!bad && !p->n && !p->shell)
		bad = xasprintf("%s: no tests are planned: a run of nothing proves nothing; "
				"check the scenario's TESTS",
				path);
	return bad;
}
