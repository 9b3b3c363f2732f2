// SPDX-License-Identifier: GPL-2.0
// Errors, arenas and checked files; see results.h.
#include "results.h"

#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void warn(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
}

void die(const char *fmt, ...)
{
	va_list ap;
	int err = errno;

	fflush(stdout);
	fputs("ERROR: ", stderr);
	errno = err;
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	exit(E_ERROR);
}

void usage_die(const struct verb *v, const char *fmt, ...)
{
	va_list ap;

	fputs("ERROR: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fprintf(stderr, "\nusage: results %s %s\n", v->name, v->usage);
	exit(E_ERROR);
}

struct arena_chunk {
	struct arena_chunk *next;
	size_t used, size;
	_Alignas(16) char data[];
};

void *arena_alloc(struct arena *a, size_t size)
{
	struct arena_chunk *c = a->chunk;

	size = (size + 15) & ~(size_t)15;
	if (!c || c->size - c->used < size) {
		size_t want = size > 32768 ? size : 65536;

		c = calloc(1, sizeof(*c) + want);
		if (!c)
			die("out of memory (%zu bytes)", want);
		c->size = want;
		c->next = a->chunk;
		a->chunk = c;
	}
	c->used += size;
	return c->data + c->used - size;
}

char *arena_strdup(struct arena *a, const char *s)
{
	size_t n = s ? strlen(s) : 0;
	char *p = arena_alloc(a, n + 1);

	return n ? memcpy(p, s, n) : p;
}

char *arena_printf(struct arena *a, const char *fmt, ...)
{
	va_list ap, again;
	char *p;
	int n;

	va_start(ap, fmt);
	va_copy(again, ap);
	n = vsnprintf(NULL, 0, fmt, ap);
	p = arena_alloc(a, n + 1);
	vsnprintf(p, n + 1, fmt, again);
	va_end(again);
	va_end(ap);
	return p;
}

void *arena_grow(struct arena *a, void *array, size_t n, size_t size)
{
	void *p;

	/* full exactly at powers of two, and at the start */
	if (n & (n - 1) || n == 1)
		return array;
	p = arena_alloc(a, (n ? 2 * n : 2) * size);
	return n ? memcpy(p, array, n * size) : p;
}

void arena_free(struct arena *a)
{
	while (a->chunk) {
		struct arena_chunk *next = a->chunk->next;

		free(a->chunk);
		a->chunk = next;
	}
}

char *read_file(struct arena *a, const char *path, size_t max, size_t *len)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	char *buf = NULL;
	size_t got = 0;
	int err;

	if (fd < 0)
		return NULL;
	if (fstat(fd, &st) < 0)
		goto out;
	if (!S_ISREG(st.st_mode)) {
		errno = EINVAL;
		goto out;
	}
	if ((size_t)st.st_size > max) {
		errno = EFBIG;
		goto out;
	}
	buf = arena_alloc(a, st.st_size + 1);
	while (got < (size_t)st.st_size) {
		ssize_t n = read(fd, buf + got, st.st_size - got);

		if (n < 0) {
			buf = NULL;
			goto out;
		}
		if (n == 0)
			break;
		got += n;
	}
	*len = got;
out:
	err = errno;
	close(fd);
	errno = err;
	return buf;
}

FILE *create_file(const char *path)
{
	FILE *f = fopen(path, "we");

	if (!f)
		die("cannot create %s: %m", path);
	return f;
}

void close_file(FILE *f, const char *path)
{
	bool bad = ferror(f);

	if (fclose(f) || bad)
		die("cannot write %s: %m (the file is incomplete; make room and run again)", path);
}

void make_dir(const char *path)
{
	char *p = strdup(path);

	if (!p)
		die("out of memory");
	for (char *s = p + 1; *s; s++) {
		if (*s != '/')
			continue;
		*s = 0;
		mkdir(p, 0777);
		*s = '/';
	}
	free(p);
	if (mkdir(path, 0777) < 0 && errno != EEXIST)
		die("cannot create directory %s: %m", path);
}

bool copy_into(const char *from, const char *to)
{
	FILE *in = fopen(from, "re"), *out;
	char buf[65536];
	size_t n;

	if (!in)
		return false;
	out = create_file(to);
	while ((n = fread(buf, 1, sizeof(buf), in)) > 0)
		fwrite(buf, 1, n, out);
	if (ferror(in))
		die("cannot read %s: %m", from);
	fclose(in);
	close_file(out, to);
	return true;
}

bool glob_match(const char *pattern, const char *s)
{
	return fnmatch(pattern, s, 0) == 0;
}

const char *store_path(const char *given)
{
	static char path[4096];
	const char *o = getenv("O"), *s = getenv("STORE");

	if (given && *given)
		return given;
	if (s && *s)
		return s;
	snprintf(path, sizeof(path), "%s/results.db", o && *o ? o : "out");
	return path;
}
