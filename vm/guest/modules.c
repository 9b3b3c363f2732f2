// SPDX-License-Identifier: GPL-2.0
/* Kernel modules the plan asks for, from /modules. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "init.h"

bool module_load(const char *name, const char *params)
{
	char path[300];
	long ret;
	int fd;

	snprintf(path, sizeof(path), "/modules/%s.ko", name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	ret = fd < 0 ? -1 : syscall(SYS_finit_module, fd, params, 0);
	if (ret)
		report("# note module %s '%s': %s\n", path, params, strerror(errno));
	if (fd >= 0)
		close(fd);
	return !ret;
}
