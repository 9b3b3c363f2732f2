// SPDX-License-Identifier: GPL-2.0
/*
 * LD_PRELOADed into a program that uses SQLite: at the STOP_ATth lock it gives back, it makes the
 * file STOP_DIR/stopped and waits for STOP_DIR/go. Between two transactions lies such a moment, so
 * a test can put another process into each of them; whatever belongs into one transaction but is
 * spread over two is found every time.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define WAIT_MS 20000 /* a test that died must not keep us */

static void stop_here(const char *dir)
{
	char stopped[4096], go[4096];

	snprintf(stopped, sizeof(stopped), "%s/stopped", dir);
	snprintf(go, sizeof(go), "%s/go", dir);
	close(creat(stopped, 0600));
	for (int ms = 0; access(go, F_OK) && ms < WAIT_MS; ms += 5)
		usleep(5000);
}

static int locking(const char *name, int fd, int cmd, void *arg)
{
	static int unlocks;
	int (*real)(int, int, ...) = (int (*)(int, int, ...))dlsym(RTLD_NEXT, name);
	int rc = real(fd, cmd, arg);
	const char *at = getenv("STOP_AT"), *dir = getenv("STOP_DIR");

	if (cmd == F_SETLK && ((struct flock *)arg)->l_type == F_UNLCK && at && dir &&
	    ++unlocks == atoi(at))
		stop_here(dir);
	return rc;
}

#define LOCKING(name)                                \
	int name(int fd, int cmd, ...)               \
	{                                            \
		va_list ap;                          \
		void *arg;                           \
		va_start(ap, cmd);                   \
		arg = va_arg(ap, void *);            \
		va_end(ap);                          \
		return locking(#name, fd, cmd, arg); \
	}

LOCKING(fcntl)
LOCKING(fcntl64)
