// SPDX-License-Identifier: GPL-2.0
/* tracefs.c - files of tracefs, with the name of the file in every complaint */
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "stress.h"


_Atomic unsigned long resets_done, resets_busy;

static void path_of(const char *name, char *path, size_t len)
{
	if ((size_t)snprintf(path, len, TRACEFS "%s", name) >= len)
		die("tracefs name too long: %s", name);
}

bool tracefs_has(const char *name)
{
	char path[256];

	path_of(name, path, sizeof(path));
	return !access(path, F_OK);
}

int tracefs_open(const char *name, int flags)
{
	char path[256];

	path_of(name, path, sizeof(path));
	return open(path, flags | O_CLOEXEC);
}

int tracefs_write(const char *name, const char *text)
{
	int fd = tracefs_open(name, O_WRONLY);
	ssize_t n;
	int err = 0;

	if (fd < 0)
		return -errno;
	n = write(fd, text, strlen(text));
	if (n != (ssize_t)strlen(text))
		err = n < 0 ? -errno : -EIO;
	close(fd);
	return err;
}

void tracefs_must_write(const char *name, const char *text)
{
	int err = tracefs_write(name, text);

	if (err)
		die(TRACEFS "%s: writing '%s': %s", name, text, strerror(-err));
}

void tracefs_clear(void)
{
	int fd = tracefs_open("trace", O_WRONLY | O_TRUNC);

	if (fd < 0)
		die(TRACEFS "trace: emptying it: %m");
	close(fd);
}

char *file_read(const char *path, size_t *len)
{
	size_t cap = 65536, n = 0;
	char *buf = malloc(cap + 1);
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	while (fd >= 0 && buf) {
		ssize_t r = read(fd, buf + n, cap - n);

		if (r <= 0) {
			if (r < 0 && errno == EINTR)
				continue;
			close(fd);
			buf[n] = '\0';
			if (len)
				*len = n;
			if (!r)
				return buf;
			fd = -1;
			break;
		}
		n += r;
		if (n == cap)
			buf = realloc(buf, (cap *= 2) + 1);
	}
	free(buf);
	return NULL;
}

char *tracefs_read(const char *name, size_t *len)
{
	char path[256];

	path_of(name, path, sizeof(path));
	return file_read(path, len);
}

unsigned int tracefs_enable_events(const char *const *names)
{
	unsigned int n = 0;
	char path[256];

	for (; *names; names++) {
		snprintf(path, sizeof(path), "events/%s/enable", *names);
		if (tracefs_has(path) && !tracefs_write(path, "1"))
			n++;
	}
	return n;
}

int map_reset(void)
{
	int err = tracefs_write("stack_map", "reset");

	if (!err)
		atomic_fetch_add(&resets_done, 1);
	else if (err == -EBUSY)
		atomic_fetch_add(&resets_busy, 1);
	return err;
}

int map_reset_paused(void)
{
	int err = map_reset();

	if (err != -EBUSY)
		return err;
	tracefs_must_write("tracing_on", "0");
	err = map_reset();
	tracefs_must_write("tracing_on", "1");
	if (!err)
		note("a reset is refused (EBUSY) while tracing is on: it was paused");
	return err;
}
