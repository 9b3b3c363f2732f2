// SPDX-License-Identifier: GPL-2.0
/* Line assembly and whole-file helpers. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util.h"

/* A channel that never sends a newline must not eat the host's memory. */
#define LINE_MAX_BYTES (4u << 20)

static void deliver(struct lines *l, line_fn fn, void *ctx)
{
	while (l->part.n && l->part.p[l->part.n - 1] == '\r')
		l->part.p[--l->part.n] = '\0';
	fn(ctx, l->part.p ? l->part.p : "");
	l->part.n = 0;
	if (l->part.p)
		l->part.p[0] = '\0';
}

void lines_feed(struct lines *l, const char *data, size_t n, line_fn fn, void *ctx)
{
	for (size_t i = 0; i < n; i++) {
		if (data[i] == '\n' || l->part.n >= LINE_MAX_BYTES)
			deliver(l, fn, ctx);
		if (data[i] != '\n')
			str_add(&l->part, data[i] ? &data[i] : "?", 1);
	}
}

bool lines_finish(struct lines *l, line_fn fn, void *ctx)
{
	bool some = l->part.n > 0;

	if (some)
		deliver(l, fn, ctx);
	str_free(&l->part);
	return some;
}

bool write_all(int fd, const void *data, size_t n)
{
	const char *p = data;

	while (n) {
		ssize_t w = write(fd, p, n);

		if (w < 0 && errno == EINTR)
			continue;
		if (w < 0)
			return false;
		p += w;
		n -= w;
	}
	return true;
}

char *read_file(const char *path, size_t *len)
{
	struct str s = { 0 };
	char buf[65536];
	ssize_t r;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return NULL;
	str_add(&s, "", 0);
	while ((r = read(fd, buf, sizeof(buf))) > 0)
		str_add(&s, buf, r);
	int e = errno;

	close(fd);
	if (r < 0) {
		str_free(&s);
		errno = e;
		return NULL;
	}
	if (len)
		*len = s.n;
	return s.p;
}

int write_file_atomic(const char *path, const void *data, size_t n)
{
	char *tmp = xasprintf("%s.tmp%d", path, (int)getpid());
	int fd = open(tmp, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	int err = 0;

	if (fd < 0 || !write_all(fd, data, n) || fsync(fd) < 0)
		err = -errno;
	if (fd >= 0 && close(fd) < 0 && !err)
		err = -errno;
	if (!err && rename(tmp, path) < 0)
		err = -errno;
	if (err)
		unlink(tmp);
	free(tmp);
	return err;
}
