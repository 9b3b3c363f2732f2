// SPDX-License-Identifier: GPL-2.0
/* The report channel: the virtio-serial port named "report", whatever number it got. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "init.h"

#define PORTS "/sys/class/virtio-ports"

static int port = -1;

static bool named_report(const char *entry)
{
	char path[300];
	char *name;
	bool yes;

	snprintf(path, sizeof(path), PORTS "/%s/name", entry);
	name = read_file(path);
	yes = name && !strcmp(name, "report\n");
	free(name);
	return yes;
}

static void try_open(void)
{
	struct dirent *e;
	DIR *dir = opendir(PORTS);
	char path[300];

	while (dir && port < 0 && (e = readdir(dir))) {
		if (!named_report(e->d_name))
			continue;
		snprintf(path, sizeof(path), "/dev/%s", e->d_name);
		port = open(path, O_WRONLY | O_CLOEXEC);
	}
	if (dir)
		closedir(dir);
}

/* Is there a virtio console device (ID 3), whatever ports it will have? */
static bool console_device(void)
{
	bool found = false;
	glob_t g;

	if (glob("/sys/bus/virtio/devices/*/device", 0, NULL, &g))
		return false;
	for (size_t i = 0; i < g.gl_pathc; i++) {
		char *id = read_file(g.gl_pathv[i]);

		found |= id && strtol(id, NULL, 0) == 3;
		free(id);
	}
	globfree(&g);
	return found;
}

/*
 * The host names its ports through a control queue, when it gets round to it: a busy one takes
 * seconds, so with a console device there is patience, and without one there is none.
 */
bool report_open(void)
{
	long long end = now_ms() + (console_device() ? 60000 : 0);

	try_open();
	while (port < 0 && now_ms() < end) {
		try_open();
		if (port < 0)
			usleep(10000);
	}
	return port >= 0;
}

void report_raw(const char *text, size_t len)
{
	while (port >= 0 && len) {
		ssize_t n = write(port, text, len);

		if (n < 0 && (errno == EINTR || errno == EAGAIN))
			continue;
		if (n < 0) {
			/* leave() reports, so the port has to be given up first */
			int err = errno;

			port = -1;
			leave("report channel: %s", strerror(err));
		}
		text += n;
		len -= n;
	}
}

void report(const char *fmt, ...)
{
	char text[1024];
	va_list args;
	int n;

	va_start(args, fmt);
	n = vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	if (n >= (int)sizeof(text)) {
		n = sizeof(text) - 1;
		text[n - 1] = '\n';
	}
	report_raw(text, n);
}
