// SPDX-License-Identifier: GPL-2.0
/* module.c - talks to stress/kmod through its files in debugfs */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "stress.h"

#define DEBUGFS "/sys/kernel/debug"
#define DIR DEBUGFS "/stackmap_torture/"

/* Loads it from the image if it is there and nobody has. */
bool module_has(void)
{
	int fd;

	if (access(DEBUGFS "/tracing", F_OK) && access(DIR, F_OK))
		mount("debugfs", DEBUGFS, "debugfs", 0, NULL);	/* may be mounted already */
	if (!access(DIR "run", F_OK))
		return true;
	fd = open("/modules/stackmap_torture.ko", O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	if (syscall(SYS_finit_module, fd, "", 0))
		note("stackmap_torture.ko: %s", strerror(errno));
	close(fd);
	return !access(DIR "run", F_OK);
}

int module_write(const char *file, const char *text)
{
	char path[128];
	int fd, err = 0;

	snprintf(path, sizeof(path), DIR "%s", file);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (write(fd, text, strlen(text)) < 0)
		err = -errno;
	close(fd);
	return err;
}

char *module_read(const char *file)
{
	char path[128];

	snprintf(path, sizeof(path), DIR "%s", file);
	return file_read(path, NULL);
}

/* The value of a "key value" line */
long long module_value(const char *text, const char *key, long long fallback)
{
	size_t len = strlen(key);

	for (const char *p = text; p && *p; p = strchr(p, '\n')) {
		p += *p == '\n';
		if (!strncmp(p, key, len) && p[len] == ' ')
			return strtoll(p + len + 1, NULL, 0);
	}
	return fallback;
}
