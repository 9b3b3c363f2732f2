// SPDX-License-Identifier: GPL-2.0
/* module.c - talks to bench/kmod through its files in debugfs */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>
#include "bench.h"

#define DEBUGFS	"/sys/kernel/debug"
#define DIR	DEBUGFS "/stackmap_bench/"

static void path_of(const char *file, char *path, size_t len)
{
	if (access(DIR, F_OK))
		mount("debugfs", DEBUGFS, "debugfs", 0, NULL);
	if (access(DIR, F_OK))
		report_skip("module stackmap_bench is not loaded (run it with 'make bench')");
	snprintf(path, len, DIR "%s", file);
}

void module_must_write(const char *file, const char *text)
{
	char path[128];
	int fd;

	path_of(file, path, sizeof(path));
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0 || write(fd, text, strlen(text)) != (ssize_t)strlen(text))
		die("%s: writing '%s': %s", path, text, strerror(errno));
	close(fd);
}

char *module_must_read(const char *file)
{
	char path[128], *text;

	path_of(file, path, sizeof(path));
	text = file_read(path, NULL);
	if (!text)
		die("%s: %s", path, strerror(errno));
	return text;
}
