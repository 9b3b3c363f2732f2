// SPDX-License-Identifier: GPL-2.0
/* The file systems a test may expect. What this kernel lacks is said once, on the console. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "init.h"

static const struct {
	const char *type, *where;
	bool optional;
} mounts[] = {
	{ "proc", "/proc", false },
	{ "sysfs", "/sys", false },
	{ "devtmpfs", "/dev", false },
	{ "tmpfs", "/tmp", false },
	{ "tmpfs", "/run", false },
	{ "tracefs", TRACING, true },
	{ "debugfs", "/sys/kernel/debug", true },
	{ "securityfs", "/sys/kernel/security", true },
};

/* Standard streams on the console, for messages of a libc that aborts. */
static void console(void)
{
	int fd = open("/dev/console", O_RDWR);

	if (fd < 0)
		return;
	for (int i = 0; i < 3; i++)
		dup2(fd, i);
	if (fd > 2)
		close(fd);
}

void mount_all(void)
{
	for (size_t i = 0; i < sizeof(mounts) / sizeof(*mounts); i++) {
		mkdir(mounts[i].where, 0755);
		/* EBUSY: the kernel mounted devtmpfs itself */
		if (!mount(mounts[i].type, mounts[i].where, mounts[i].type, 0, NULL) ||
		    errno == EBUSY)
			continue;
		/* an optional one's mount point exists only when the kernel has it built in */
		if (!mounts[i].optional || (errno != ENODEV && errno != ENOENT))
			log_kernel("mount %s on %s: %s", mounts[i].type, mounts[i].where,
				   strerror(errno));
	}
	console();
}
