// SPDX-License-Identifier: GPL-2.0
/* Errors, allocation, strings, the clock. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "util.h"

const char *verdict_name(enum verdict v)
{
	static const char *const names[] = { "PASS", "FAIL", "UNRESOLVED", "ERROR" };

	return names[v];
}

void die(const char *fmt, ...)
{
	va_list ap;

	fputs("ERROR: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	exit(V_ERROR);
}

void *xrealloc(void *p, size_t n)
{
	p = realloc(p, n ? n : 1);
	if (!p)
		die("out of memory (%zu bytes)", n);
	return p;
}

void *xcalloc(size_t n, size_t size)
{
	void *p = calloc(n ? n : 1, size);

	if (!p)
		die("out of memory (%zu times %zu bytes)", n, size);
	return p;
}

char *xstrndup(const char *s, size_t n)
{
	char *p = strndup(s, n);

	if (!p)
		die("out of memory");
	return p;
}

char *xstrdup(const char *s)
{
	return xstrndup(s, strlen(s));
}

char *xasprintf(const char *fmt, ...)
{
	va_list ap;
	char *p;

	va_start(ap, fmt);
	if (vasprintf(&p, fmt, ap) < 0)
		die("out of memory");
	va_end(ap);
	return p;
}

void *grow(void *arr, size_t n, size_t size)
{
	/* Full exactly when n is 0 or a power of two from 4 on. */
	if (n && (n < 4 || (n & (n - 1))))
		return arr;
	size_t cap = n ? n * 2 : 4;

	arr = xrealloc(arr, cap * size);
	memset((char *)arr + n * size, 0, (cap - n) * size);
	return arr;
}

void str_add(struct str *s, const void *data, size_t n)
{
	if (s->n + n + 1 > s->cap) {
		s->cap = (s->n + n + 1) * 2;
		s->p = xrealloc(s->p, s->cap);
	}
	if (n)
		memcpy(s->p + s->n, data, n);
	s->n += n;
	s->p[s->n] = '\0';
}

void str_addf(struct str *s, const char *fmt, ...)
{
	va_list ap;
	char *p;
	int n;

	va_start(ap, fmt);
	n = vasprintf(&p, fmt, ap);
	va_end(ap);
	if (n < 0)
		die("out of memory");
	str_add(s, p, n);
	free(p);
}

void str_free(struct str *s)
{
	free(s->p);
	*s = (struct str){ 0 };
}

void str_add_quoted(struct str *s, const char *arg)
{
	if (*arg && !arg[strcspn(arg, " \t\n'\"\\$`&|;<>()*?[]#~!{}")]) {
		str_add(s, arg, strlen(arg));
		return;
	}
	str_add(s, "'", 1);
	for (; *arg; arg++)
		*arg == '\'' ? str_add(s, "'\\''", 4) : str_add(s, arg, 1);
	str_add(s, "'", 1);
}

double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec + ts.tv_nsec / 1e9;
}

bool starts(const char *s, const char *prefix)
{
	return !strncmp(s, prefix, strlen(prefix));
}

bool same(const char *a, const char *b)
{
	return strcmp(a, b) == 0;
}
