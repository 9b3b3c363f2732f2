// SPDX-License-Identifier: GPL-2.0
#include "tracefs.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

static const char *tracefs_dir;

static bool holds_tracefs(const char *dir)
{
	char name[PATH_MAX];

	snprintf(name, sizeof(name), "%s/trace_options", dir);
	return !access(name, F_OK);
}

int tracefs_init(void)
{
	static const char * const dirs[] = { "/sys/kernel/tracing", "/sys/kernel/debug/tracing" };

	for (size_t i = 0; i < sizeof(dirs) / sizeof(dirs[0]); i++) {
		if (holds_tracefs(dirs[i])) {
			tracefs_dir = dirs[i];
			return 0;
		}
	}
	if (mount("tracefs", dirs[0], "tracefs", 0, NULL))
		return -errno;
	tracefs_dir = dirs[0];
	return holds_tracefs(dirs[0]) ? 0 : -ENOENT;
}

const char *tracefs_path(const char *name)
{
	static _Thread_local char ring[8][PATH_MAX];
	static _Thread_local unsigned int next;
	char *path = ring[next++ % 8];

	snprintf(path, PATH_MAX, "%s/%s", tracefs_dir ?: "/sys/kernel/tracing", name);
	return path;
}

bool tracefs_has(const char *name)
{
	return !access(tracefs_path(name), F_OK);
}

int tracefs_open(const char *name, int flags)
{
	int fd = open(tracefs_path(name), flags | O_CLOEXEC);

	return fd < 0 ? -errno : fd;
}

long tracefs_write(const char *name, const void *data, size_t len)
{
	int fd = tracefs_open(name, O_WRONLY);
	long ret;

	if (fd < 0)
		return fd;
	ret = write(fd, data, len);
	if (ret < 0)
		ret = -errno;
	close(fd);
	return ret;
}

long tracefs_put(const char *name, const char *text)
{
	return tracefs_write(name, text, strlen(text));
}

/* Reads to the end in reads of @chunk bytes, so that tests can choose how a file is cut. */
char *fd_read_all(int fd, size_t chunk, size_t *len)
{
	size_t size = chunk + 4096, used = 0;
	char *buf = malloc(size);
	ssize_t n;

	while (buf && (n = read(fd, buf + used, chunk)) != 0) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			free(buf);
			return NULL;
		}
		used += n;
		if (used + chunk + 1 > size) {
			size = size * 2 + chunk;
			buf = realloc(buf, size);
		}
	}
	if (!buf)
		return NULL;
	buf[used] = '\0';
	if (len)
		*len = used;
	return buf;
}

char *tracefs_read(const char *name)
{
	int fd = tracefs_open(name, O_RDONLY);
	char *text;

	if (fd < 0) {
		errno = -fd;
		return NULL;
	}
	text = fd_read_all(fd, 65536, NULL);
	close(fd);
	return text;
}
