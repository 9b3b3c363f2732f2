/* SPDX-License-Identifier: GPL-2.0 */
/* What every file of the runner uses: the error idiom, checked allocation, strings, lines, the
 * clock. */
#ifndef UTIL_H
#define UTIL_H

#include <stdbool.h>
#include <stddef.h>

/* The verdict is the exit code. */
enum verdict { V_PASS = 0, V_FAIL = 1, V_UNRESOLVED = 2, V_ERROR = 3 };
const char *verdict_name(enum verdict v);

/* One clear sentence on stderr, then exit ERROR. %m works. */
void die(const char *fmt, ...) __attribute__((noreturn, format(printf, 1, 2)));

void *xrealloc(void *p, size_t n);
void *xcalloc(size_t n, size_t size);
char *xstrdup(const char *s);
char *xstrndup(const char *s, size_t n);
char *xasprintf(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Make room for one more element of *arr, which holds n: capacity doubles, new memory is zero. */
void *grow(void *arr, size_t n, size_t size);

/* A growing string; .p is NUL terminated as soon as something was added. Zero is an empty one. */
struct str {
	char *p;
	size_t n, cap;
};
void str_add(struct str *s, const void *data, size_t n);
void str_addf(struct str *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void str_free(struct str *s);

/* Assembles lines from reads of any size. Zero is an empty one. */
struct lines {
	struct str part;
};
typedef void (*line_fn)(void *ctx, const char *line);
/* fn gets each complete line without its \n and \r; NUL bytes arrive as '?'. */
void lines_feed(struct lines *l, const char *data, size_t n, line_fn fn, void *ctx);
/* Deliver what is left of an unterminated last line; true when there was one. */
bool lines_finish(struct lines *l, line_fn fn, void *ctx);

double now(void); /* CLOCK_MONOTONIC, seconds */
bool starts(const char *s, const char *prefix);
bool same(const char *a, const char *b);
/* Append arg to s, quoted for sh when needed. */
void str_add_quoted(struct str *s, const char *arg);

/* Write all of it; false with errno. */
bool write_all(int fd, const void *data, size_t n);
/* Whole file, NUL terminated; NULL with errno. */
char *read_file(const char *path, size_t *len);
/* Write path anew: temporary name, fsync, rename; 0 or -errno. */
int write_file_atomic(const char *path, const void *data, size_t n);

#endif
