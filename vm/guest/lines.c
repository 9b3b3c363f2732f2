// SPDX-License-Identifier: GPL-2.0
/*
 * A program's output on its way to the report, docs/protocol.rst section 5: whole lines, indented
 * by two blanks, data lines at column 0; on the way the program's own subtest results are counted,
 * so that a program that lost one and still exits 0 does not pass.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "init.h"

static const char *const data_lines[] = { "# stat ", "# floor ", "# sample ", "# request ",
					  "# note " };

static bool starts(const char *line, const char *prefix)
{
	return !strncmp(line, prefix, strlen(prefix));
}

static bool is_data(const char *line)
{
	for (size_t i = 0; i < sizeof(data_lines) / sizeof(*data_lines); i++)
		if (starts(line, data_lines[i]))
			return true;
	return false;
}

/* "1..0 # SKIP why" of a program, or "ok 1 name # SKIP why" of its subtests: the last counts. */
static void keep_skip(struct lines *l, const char *line)
{
	const char *skip = strstr(line, "# SKIP");

	if (skip)
		snprintf(l->skip, sizeof(l->skip), "%s", skip + 6 + strspn(skip + 6, " "));
}

static void count_result(struct lines *l, const char *line, bool ok)
{
	const char *number = line + (ok ? 3 : 7);

	number += strspn(number, " ");
	if (!isdigit((unsigned char)*number))
		return;
	l->results++;
	keep_skip(l, line);
	/* KTAP: a TODO test is expected to fail */
	if (!ok && !strstr(line, "# TODO") && !strstr(line, "# SKIP"))
		l->failed++;
}

static void count(struct lines *l, const char *line)
{
	if (starts(line, "ok "))
		count_result(l, line, true);
	else if (starts(line, "not ok "))
		count_result(l, line, false);
	else if (starts(line, "Bail out!"))
		l->bailed = true;
	if (starts(line, "1..") && isdigit((unsigned char)line[3])) {
		l->planned = strtol(line + 3, NULL, 10);
		keep_skip(l, line);
	}
}

/* No control character of a program may pass for structure of the report. */
static void clean(char *s, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (((unsigned char)s[i] < ' ' && s[i] != '\t') || s[i] == 0x7f)
			s[i] = '.';
}

/* Emit buf; @more: the line goes on, so that the rest of it is text whatever it looks like. */
static void flush(struct lines *l, bool more)
{
	char out[sizeof(l->buf) + 8];
	int n;

	if (l->len && l->buf[l->len - 1] == '\r')
		l->len--;
	clean(l->buf, l->len);
	l->buf[l->len] = '\0';
	if (l->split) {
		n = snprintf(out, sizeof(out), "  # ..%s\n", l->buf);
	} else {
		count(l, l->buf);
		n = snprintf(out, sizeof(out), "%s%s\n", is_data(l->buf) ? "" : "  ", l->buf);
	}
	l->emit(out, n);
	l->len = 0;
	l->split = more;
}

void lines_init(struct lines *l, void (*emit)(const char *text, size_t len))
{
	*l = (struct lines){ .emit = emit, .planned = -1 };
}

void lines_feed(struct lines *l, const char *data, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (data[i] == '\n') {
			flush(l, false);
			continue;
		}
		if (l->len == sizeof(l->buf) - 1)
			flush(l, true);
		l->buf[l->len++] = data[i];
	}
}

void lines_end(struct lines *l)
{
	if (l->len)
		flush(l, false);
}
