// SPDX-License-Identifier: GPL-2.0
/* Time, small files and last words of the guest's init. */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/reboot.h>
#include <time.h>
#include <unistd.h>

#include "init.h"

long long now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_BOOTTIME, &t);
	return t.tv_sec * 1000LL + t.tv_nsec / 1000000;
}

static void kernel_line(const char *fmt, va_list args)
{
	char text[300];
	int n = snprintf(text, sizeof(text), "<3>init: ");
	int fd = open("/dev/kmsg", O_WRONLY | O_CLOEXEC);

	vsnprintf(text + n, sizeof(text) - n, fmt, args);
	if (fd < 0 || write(fd, text, strlen(text)) < 0)
		dprintf(STDERR_FILENO, "%s\n", text + 3);
	if (fd >= 0)
		close(fd);
}

/* To the console, as a kernel message: the report channel is not there, or not for this. */
void log_kernel(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	kernel_line(fmt, args);
	va_end(args);
}

/* Say why on both channels and stop the machine, without the last word. */
void leave(const char *fmt, ...)
{
	char why[300];
	va_list args;

	va_start(args, fmt);
	vsnprintf(why, sizeof(why), fmt, args);
	va_end(args);
	report("# note init: %s\n", why);
	log_kernel("%s", why);
	sync();
	reboot(RB_AUTOBOOT);
	/* Process 1 must not return; this panics the kernel, which the runner sees. */
	_exit(1);
}

char *read_file(const char *path)
{
	size_t size = 0, room = 4096;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	char *text = fd < 0 ? NULL : malloc(room);
	ssize_t n = 0;

	while (text && (n = read(fd, text + size, room - size - 1)) > 0) {
		size += n;
		if (size + 1 == room)
			text = realloc(text, room *= 2);
	}
	if (fd >= 0)
		close(fd);
	if (!text)
		return NULL;
	if (n < 0) {
		free(text);
		return NULL;
	}
	text[size] = '\0';
	return text;
}

int write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
	ssize_t n = 0;
	int err = 0;

	if (fd < 0)
		return -errno;
	/* Opening with O_TRUNC is the whole act for "clear this file". */
	if (*text)
		n = write(fd, text, strlen(text));
	if (n < 0)
		err = -errno;
	if (close(fd) && !err)
		err = -errno;
	return err;
}
