// SPDX-License-Identifier: GPL-2.0
/* The interactive console: raw terminal in and out, Ctrl-A X leaves, Ctrl-A Ctrl-A is a Ctrl-A.
 */
#include <stdlib.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

#include "session.h"

#define CTRL_A 1

static struct termios saved;
static bool raw;

void shell_leave(void)
{
	if (raw)
		tcsetattr(0, TCSADRAIN, &saved);
	raw = false;
}

void shell_enter(void)
{
	struct termios t;

	if (!isatty(0) || tcgetattr(0, &saved) < 0)
		return;
	t = saved;
	cfmakeraw(&t);
	raw = tcsetattr(0, TCSADRAIN, &t) == 0;
	atexit(shell_leave);
}

enum shell_word shell_input(int console_fd)
{
	static bool escaped;
	char buf[256], out[256];
	ssize_t n = read(0, buf, sizeof(buf));
	size_t len = 0;

	if (n <= 0)
		return SHELL_EOF;
	for (ssize_t i = 0; i < n; i++) {
		if (escaped && (buf[i] == 'x' || buf[i] == 'X'))
			return SHELL_LEAVE;
		if (!escaped && buf[i] == CTRL_A) {
			escaped = true;
			continue;
		}
		escaped = false;
		out[len++] = buf[i];
	}
	/* A guest that does not read loses typed input rather than blocking us. */
	if (len && console_fd >= 0)
		(void)!send(console_fd, out, len, MSG_NOSIGNAL | MSG_DONTWAIT);
	return SHELL_ON;
}

void shell_output(const char *data, size_t n)
{
	write_all(1, data, n);
}
