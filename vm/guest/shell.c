// SPDX-License-Identifier: GPL-2.0
/* An interactive shell with job control on the console's real device, for humans. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "init.h"

/* /dev/console cannot be a controlling terminal; the device behind it, last in "active", can. */
static int open_terminal(void)
{
	char *active = read_file("/sys/class/tty/console/active");
	char path[64] = "/dev/console";
	char *last;
	int fd;

	if (active) {
		active[strcspn(active, "\n")] = '\0';
		last = strrchr(active, ' ');
		snprintf(path, sizeof(path), "/dev/%s", last ? last + 1 : active);
		free(active);
	}
	fd = open(path, O_RDWR | O_NOCTTY);
	return fd >= 0 ? fd : open("/dev/console", O_RDWR);
}

static void become_shell(void)
{
	int fd;

	setsid();
	fd = open_terminal();
	if (fd < 0) {
		log_kernel("no terminal for the shell: %s", strerror(errno));
		_exit(1);
	}
	ioctl(fd, TIOCSCTTY, 1);
	for (int i = 0; i < 3; i++)
		dup2(fd, i);
	setenv("PS1", "guest:\\w# ", 1);
	if (chdir(TRACING) && chdir("/"))
		_exit(1);
	printf("\nGuest of the stackmap suite. tracefs is at %s; leave with 'exit' or Ctrl-A X.\n",
	       TRACING);
	fflush(stdout);
	execl("/bin/busybox", "sh", NULL);
	log_kernel("/bin/busybox: %s", strerror(errno));
	_exit(127);
}

static int run(void (*child)(void))
{
	int status = 0;
	pid_t pid = fork();

	if (!pid)
		child();
	while (pid > 0 && waitpid(-1, &status, 0) != pid)
		;
	return status;
}

static void install_applets(void)
{
	execl("/bin/busybox", "busybox", "--install", "-s", "/bin", NULL);
	_exit(127);
}

void shell(void)
{
	if (run(install_applets))
		log_kernel("busybox could not install its commands in /bin");
	run(become_shell);
}
