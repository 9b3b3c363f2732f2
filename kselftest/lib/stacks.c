// SPDX-License-Identifier: GPL-2.0
/* The user side of module/stackmap_stacks.c. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "load.h"

#define RECORD_PARAM "/sys/module/stackmap_stacks/parameters/record"

static int load_file(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	long ret;

	if (fd < 0)
		return -errno;
	ret = syscall(__NR_finit_module, fd, "", 0);
	ret = ret && errno != EEXIST ? -errno : 0;
	close(fd);
	return ret;
}

/* "module/" beside this program: where the build of the kernel's selftests puts it. */
static const char *beside_program(void)
{
	static char path[PATH_MAX + 64];
	ssize_t n = readlink("/proc/self/exe", path, PATH_MAX);

	if (n <= 0)
		return "";
	path[n] = '\0';
	strcpy(strrchr(path, '/') + 1, "module/stackmap_stacks.ko");
	return path;
}

int stacks_load(void)
{
	const char *path = getenv("STACKMAP_MODULE");
	int ret;

	if (!access(RECORD_PARAM, W_OK))
		return 0;
	if (path)
		return load_file(path);
	ret = load_file("/modules/stackmap_stacks.ko");
	return ret == -ENOENT ? load_file(beside_program()) : ret;
}

int stacks_record(unsigned int levels, unsigned int first, unsigned int count)
{
	int fd = open(RECORD_PARAM, O_WRONLY | O_CLOEXEC);
	char text[64];
	int len, ret = 0;

	if (fd < 0)
		return -errno;
	len = snprintf(text, sizeof(text), "%u %u %u", levels, first, count);
	if (write(fd, text, len) != len)
		ret = -errno;
	close(fd);
	return ret;
}
