// SPDX-License-Identifier: GPL-2.0
/*
 * vmall: run a command for each name, a few at a time, and give one table and one exit code. A
 * job that fails does not stop the others; Ctrl-C stops all of them and lets each leave its
 * record.
 */
#include <errno.h>
#include <getopt.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "all.h"

#define GRACE 10.0 /* seconds a job has to end after Ctrl-C */

static const char help[] = "usage: vmall --names \"A B C\" --logs DIR [--jobs N] -- COMMAND...\n"
			   "Runs COMMAND for each name, with {} replaced by it and ARCH set to "
			   "it; N at a time (default: CPUs).\n"
			   "COMMAND prints 'record: PATH' as vmrun does. DIR gets all-NAME.log.\n"
			   "exit code: the worst verdict: 0 PASS, 2 UNRESOLVED, 1 FAIL, 3 "
			   "ERROR.\n";

struct all {
	struct job *job;
	size_t n;
	int jobs;
	const char *logs;
	char **argv;
	int signal_fd;
	double stop_at; /* 0: not stopping */
};

static void add_names(struct all *a, char *names)
{
	char *name;

	while ((name = strsep(&names, " \n\t"))) {
		if (!*name)
			continue;
		for (size_t i = 0; i < a->n; i++)
			if (same(a->job[i].name, name))
				die("--names: '%s' twice", name);
		a->job = grow(a->job, a->n, sizeof(*a->job));
		a->job[a->n++] = (struct job){ .name = name, .fd = -1 };
	}
}

static void options(struct all *a, int argc, char **argv)
{
	static const struct option longs[] = { { "names", required_argument, NULL, 'n' },
					       { "logs", required_argument, NULL, 'l' },
					       { "jobs", required_argument, NULL, 'j' },
					       { "help", no_argument, NULL, 'h' },
					       { 0 } };
	int c;

	while ((c = getopt_long(argc, argv, "+", longs, NULL)) != -1) {
		switch (c) {
		case 'n':
			add_names(a, xstrdup(optarg));
			break;
		case 'l':
			a->logs = optarg;
			break;
		case 'j':
			a->jobs = (int)strtol(optarg, NULL, 10);
			if (a->jobs < 1)
				die("--jobs %s: must be a number from 1", optarg);
			break;
		case 'h':
			fputs(help, stdout);
			exit(0);
		default:
			die("see vmall --help");
		}
	}
	a->argv = argv + optind;
	if (!a->n || !a->logs || optind >= argc)
		die("--names, --logs and a command are needed; see vmall --help");
	if (mkdir(a->logs, 0777) < 0 && errno != EEXIST)
		die("cannot create %s: %m", a->logs);
	if (!a->jobs)
		a->jobs = (int)sysconf(_SC_NPROCESSORS_ONLN);
}

static void finished(struct all *a, struct job *j)
{
	j->pid = 0;
	j->done = true;
	j->end = now();
	if (j->fd >= 0)
		job_read(j);
	job_settle(j);
	if (a->stop_at && j->verdict == V_PASS) {
		j->verdict = V_ERROR;
		j->reason = xstrdup("interrupted");
	}
	if (!isatty(1)) {
		printf("%s: %s (%.1f s): %s\n", j->name, verdict_name(j->verdict),
		       j->end - j->begin, j->reason);
		fflush(stdout);
	}
}

static void never_started(struct job *j, const char *why)
{
	j->done = true;
	j->begin = j->end = now();
	j->verdict = V_ERROR;
	j->reason = xstrdup(why);
}

static void start_more(struct all *a)
{
	int running = 0;

	for (size_t i = 0; i < a->n; i++)
		running += a->job[i].pid != 0;
	for (size_t i = 0; i < a->n; i++) {
		struct job *j = &a->job[i];
		char *why;

		if (j->started || j->done)
			continue;
		if (a->stop_at) {
			never_started(j, "interrupted before it started");
			continue;
		}
		if (running >= a->jobs)
			return;
		why = job_start(j, a->argv, a->logs);
		if (why)
			never_started(j, why);
		else
			running++;
	}
}

static void stop(struct all *a, int sig)
{
	for (size_t i = 0; i < a->n; i++)
		if (a->job[i].pid)
			kill(-a->job[i].pid, sig);
}

static bool busy(const struct all *a)
{
	for (size_t i = 0; i < a->n; i++)
		if (!a->job[i].done)
			return true;
	return false;
}

static void signals(struct all *a)
{
	struct signalfd_siginfo si;

	while (read(a->signal_fd, &si, sizeof(si)) == sizeof(si)) {
		if (si.ssi_signo == SIGCHLD)
			continue;
		stop(a, a->stop_at ? SIGKILL : SIGINT);
		a->stop_at = a->stop_at ? a->stop_at : now() + GRACE;
	}
	for (size_t i = 0; i < a->n; i++)
		if (a->job[i].pid &&
		    waitpid(a->job[i].pid, &a->job[i].status, WNOHANG) == a->job[i].pid)
			finished(a, &a->job[i]);
}

static void loop_once(struct all *a)
{
	struct pollfd *p = xcalloc(a->n + 1, sizeof(*p));

	for (size_t i = 0; i < a->n; i++)
		p[i] = (struct pollfd){ .fd = a->job[i].fd, .events = POLLIN };
	p[a->n] = (struct pollfd){ .fd = a->signal_fd, .events = POLLIN };
	if (poll(p, a->n + 1, 250) < 0 && errno != EINTR)
		die("poll: %m");
	for (size_t i = 0; i < a->n; i++)
		if (p[i].revents)
			job_read(&a->job[i]);
	free(p);
	signals(a);
	if (a->stop_at && now() > a->stop_at)
		stop(a, SIGKILL);
	all_progress(a->job, a->n);
}

int main(int argc, char **argv)
{
	struct all a = { 0 };
	sigset_t set;

	options(&a, argc, argv);
	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	sigaddset(&set, SIGCHLD);
	sigprocmask(SIG_BLOCK, &set, NULL);
	a.signal_fd = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
	if (a.signal_fd < 0)
		die("signalfd: %m");
	while (busy(&a)) {
		start_more(&a);
		if (busy(&a))
			loop_once(&a);
	}
	return all_table(a.job, a.n);
}
