// SPDX-License-Identifier: GPL-2.0
/*
 * One test: a child in its own process group, its output copied line by line, a deadline, and
 * nothing of it left behind. While it is silent a heartbeat tells the runner that the guest itself
 * is alive.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "init.h"

#define HEARTBEAT_MS 2000
#define POLL_MS 20 /* how late the end of a silent program may be seen, at most */
#define KILL_MS 5000 /* SIGKILL has this long before the test counts as stuck */
#define DRAIN_MS 500 /* output that is in the pipe when the program has ended */
#define MAX_WORDS 64

static void program(char *command, int out)
{
	char *words[MAX_WORDS + 1];
	size_t n = 0;
	int null = open("/dev/null", O_RDONLY);

	setpgid(0, 0);
	dup2(null, STDIN_FILENO);
	dup2(out, STDOUT_FILENO);
	dup2(out, STDERR_FILENO);
	for (char *w = strtok(command, " "); w && n < MAX_WORDS; w = strtok(NULL, " "))
		words[n++] = w;
	words[n] = NULL;
	if (chdir("/tmp"))
		dprintf(STDOUT_FILENO, "# note chdir /tmp: %s\n", strerror(errno));
	execv(words[0], words);
	dprintf(STDOUT_FILENO, "# note cannot execute %s: %s\n", words[0], strerror(errno));
	_exit(127);
}

/* Copy what is there within @wait_ms; false at end of file. */
static bool copy(int fd, struct lines *l, int wait_ms, bool *spoke)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	char buf[4096];
	ssize_t n;

	*spoke = false;
	if (poll(&p, 1, wait_ms) <= 0)
		return true;
	n = read(fd, buf, sizeof(buf));
	if (n <= 0)
		return n < 0 && errno == EINTR;
	lines_feed(l, buf, n);
	*spoke = true;
	return true;
}

/* Until the program ends or its deadline passes; it may close its output early. */
static void follow(pid_t pid, int fd, struct lines *l, struct ending *e, long long begin)
{
	long long deadline = begin + e->timeout * 1000LL, beat = begin + HEARTBEAT_MS, now;
	bool open = true, spoke = false;

	while (waitpid(pid, &e->status, WNOHANG) != pid) {
		if (open)
			open = copy(fd, l, POLL_MS, &spoke);
		else
			usleep(POLL_MS * 1000);
		now = now_ms();
		if (spoke)
			beat = now + HEARTBEAT_MS;
		if (now >= beat) {
			report("# alive %lld\n", now);
			beat = now + HEARTBEAT_MS;
		}
		if (now < deadline)
			continue;
		e->timed_out = true;
		return;
	}
}

static void kill_late(pid_t pid, struct ending *e)
{
	long long end = now_ms() + KILL_MS;

	hung_dump(pid);
	kill(-pid, SIGKILL);
	while (waitpid(pid, &e->status, WNOHANG) != pid) {
		if (now_ms() > end) {
			e->stuck = true;
			return;
		}
		usleep(POLL_MS * 1000);
	}
}

/* Descendants that left its process group as well: process 1 can name them all at once. */
static void kill_rest(void)
{
	long long end = now_ms() + KILL_MS;
	pid_t pid;

	kill(-1, SIGKILL);
	while ((pid = waitpid(-1, NULL, WNOHANG)) >= 0 && now_ms() < end)
		if (!pid)
			usleep(1000);
}

static void drain(int fd, struct lines *l)
{
	long long end = now_ms() + DRAIN_MS;
	bool spoke;

	while (now_ms() < end && copy(fd, l, DRAIN_MS, &spoke))
		;
	lines_end(l);
}

void run_test(size_t number, const struct plan_line *test)
{
	struct ending e = { .timeout = test->timeout };
	long long begin = now_ms();
	char result[600];
	struct lines l;
	int fds[2];
	pid_t pid;

	report("# test %zu %s\n", number, test->name);
	lines_init(&l, report_raw);
	if (pipe2(fds, O_CLOEXEC))
		leave("pipe: %s", strerror(errno));
	pid = fork();
	if (pid < 0)
		leave("fork: %s", strerror(errno));
	if (!pid)
		program(test->text, fds[1]);
	setpgid(pid, pid);
	close(fds[1]);
	follow(pid, fds[0], &l, &e, begin);
	if (e.timed_out)
		kill_late(pid, &e);
	e.ms = now_ms() - begin;
	kill_rest();
	drain(fds[0], &l);
	close(fds[0]);
	verdict(result, sizeof(result), number, test->name, &e, &l);
	report_raw(result, strlen(result));
}
