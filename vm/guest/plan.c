// SPDX-License-Identifier: GPL-2.0
/* Parser of /plan, docs/protocol.rst section 4. A line it does not know is an error, not a wish. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "init.h"

#define MAGIC "# stackmap plan 1"
#define LONGEST_TIMEOUT 86400

static bool bad(struct plan *plan, size_t number, const char *what, const char *text)
{
	snprintf(plan->error, sizeof(plan->error), "line %zu: %s: '%.80s'", number, what, text);
	return false;
}

/* Cut the first word off *rest; NULL when there is none. */
static char *word(char **rest)
{
	char *start = *rest + strspn(*rest, " ");
	size_t n = strcspn(start, " ");

	*rest = start + n;
	if (**rest)
		*(*rest)++ = '\0';
	*rest += strspn(*rest, " ");
	return n ? start : NULL;
}

static const char *parse_test(struct plan_line *l, char *rest)
{
	char *seconds, *end;
	unsigned long timeout;

	l->name = word(&rest);
	seconds = word(&rest);
	l->text = rest;
	if (!l->name || !seconds || !*rest)
		return "expected 'test NAME TIMEOUT_SECONDS COMMAND...'";
	timeout = strtoul(seconds, &end, 10);
	if (!isdigit((unsigned char)*seconds) || *end || !timeout || timeout > LONGEST_TIMEOUT)
		return "the time-out is not a number of seconds from 1 to 86400";
	l->timeout = timeout;
	return *rest == '/' ? NULL : "the command is not an absolute path";
}

static const char *parse_env(struct plan_line *l, char *rest)
{
	char *eq = strchr(rest, '=');

	if (!eq || eq == rest)
		return "expected 'env NAME=VALUE'";
	*eq = '\0';
	l->name = rest;
	l->text = eq + 1;
	return NULL;
}

static const char *parse_module(struct plan_line *l, char *rest)
{
	l->name = word(&rest);
	l->text = rest;
	return l->name && !strchr(l->name, '/') ? NULL : "expected 'module NAME [PARAMETERS]'";
}

static const char *parse_line(struct plan *plan, char *line)
{
	struct plan_line l = { 0 };
	const char *wrong;
	char *rest = line;
	char *key = word(&rest);

	if (!key || *key == '#')
		return NULL;
	if (!strcmp(key, "mode")) {
		plan->shell = !strcmp(rest, "shell");
		return plan->shell ? NULL : "the only mode is 'mode shell'";
	}
	if (!strcmp(key, "test")) {
		l.kind = PLAN_TEST;
		wrong = parse_test(&l, rest);
		plan->tests++;
	} else if (!strcmp(key, "env")) {
		l.kind = PLAN_ENV;
		wrong = parse_env(&l, rest);
	} else if (!strcmp(key, "module")) {
		l.kind = PLAN_MODULE;
		wrong = parse_module(&l, rest);
	} else {
		return "expected test, env, module or mode";
	}
	if (wrong)
		return wrong;
	plan->line = realloc(plan->line, (plan->count + 1) * sizeof(l));
	if (!plan->line)
		abort();
	plan->line[plan->count++] = l;
	return NULL;
}

bool plan_parse(struct plan *plan, char *text)
{
	const char *wrong;
	char shown[81];
	char *line;

	*plan = (struct plan){ 0 };
	if (strncmp(text, MAGIC "\n", sizeof(MAGIC)))
		return bad(plan, 1, "expected '" MAGIC "'", strtok(text, "\n") ?: "");
	for (size_t number = 1; (line = strsep(&text, "\n")); number++) {
		snprintf(shown, sizeof(shown), "%s", line);
		wrong = parse_line(plan, line);
		if (wrong)
			return bad(plan, number, wrong, shown);
	}
	if (!plan->tests && !plan->shell) {
		snprintf(plan->error, sizeof(plan->error),
			 "no test in it: a run of nothing proves nothing");
		return false;
	}
	return true;
}
