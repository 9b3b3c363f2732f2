// SPDX-License-Identifier: GPL-2.0
/* The poll loop. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "session.h"

#define USUAL_BOOT 10.0 /* seconds, at most, on a host that is not overloaded */
#define MAX_PATIENCE 10.0

static const char *const log_names[] = { "console.log", "report.ktap", "qmp.log" };

static sigset_t our_signals(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	sigaddset(&set, SIGCHLD);
	return set;
}

void session_block_signals(void)
{
	sigset_t set = our_signals();

	sigprocmask(SIG_BLOCK, &set, NULL);
	signal(SIGPIPE, SIG_IGN);
}

void session_end(struct session *s, enum end_cause cause, const char *fmt, ...)
{
	va_list ap;

	if (s->ending)
		return;
	s->ending = true;
	s->cause = cause;
	free(s->detail);
	va_start(ap, fmt);
	if (vasprintf(&s->detail, fmt, ap) < 0)
		die("out of memory");
	va_end(ap);
	s->kill_at = now();
	if (cause >= END_BOOT_TIMEOUT && cause <= END_SHUTDOWN_TIMEOUT)
		hang_start(s, s->detail, s->kill_at);
}

static void log_line(struct session *s, int ch, const char *prefix, const char *line)
{
	char *text;
	bool ok;

	if (s->log[ch] < 0)
		return;
	text = xasprintf("%s%s\n", prefix, line);
	ok = write_all(s->log[ch], text, strlen(text));
	free(text);
	if (!ok) {
		int e = errno;

		s->log[ch] = -1;
		session_end(s, END_HOST, "cannot write %s/%s: %s", s->log_dir, log_names[ch],
			    strerror(e));
	}
}

static void console_in(void *ctx, const char *line)
{
	struct session *s = ctx;
	double t = now();
	char prefix[32];

	snprintf(prefix, sizeof(prefix), "%9.3f ", t - s->started);
	log_line(s, CH_CONSOLE, prefix, line);
	console_line(&s->console, line, t);
}

/* A host so busy that booting took long is slow with everything else as well. */
static void init_reached(struct session *s, double t)
{
	double factor = (t - s->started) / USUAL_BOOT;

	s->reached_at = t;
	if (factor < 1)
		return;
	if (factor > MAX_PATIENCE)
		factor = MAX_PATIENCE;
	s->slack *= factor;
	s->quiet_limit *= factor;
}

static void report_in(void *ctx, const char *line)
{
	struct session *s = ctx;
	double t = now();

	log_line(s, CH_REPORT, "", line);
	report_line(&s->report, line, t);
	if (s->report.reached && !s->reached_at)
		init_reached(s, t);
	if (s->report.ended && !s->ended_at)
		s->ended_at = t;
}

static void qmp_log(void *ctx, char direction, const char *line)
{
	struct session *s = ctx;
	char prefix[32];

	snprintf(prefix, sizeof(prefix), "%9.3f %c ", now() - s->started, direction);
	log_line(s, CH_QMP, prefix, line);
}

static void on_request(void *ctx, const char *text)
{
	struct session *s = ctx;

	if (starts(text, "inject-nmi "))
		inject_request(s, text + strlen("inject-nmi "));
	else
		report_note(&s->report, "request '%s' is unknown to this runner: not served",
			    text);
}

static void on_progress(void *ctx, const struct test *t, bool started)
{
	struct session *s = ctx;

	if (!started)
		inject_stop(s);
	if (s->hooks.progress)
		s->hooks.progress(s, t, started);
}

static void deliver(struct session *s, int ch, const char *data, size_t n)
{
	switch (ch) {
	case CH_CONSOLE:
		if (s->shell)
			shell_output(data, n);
		lines_feed(&s->lines[ch], data, n, console_in, s);
		break;
	case CH_REPORT:
		lines_feed(&s->lines[ch], data, n, report_in, s);
		break;
	case CH_QMP:
		qmp_input(&s->qmp, data, n);
		break;
	default:
		if (s->stderr_text.n < 65536)
			str_add(&s->stderr_text, data, n);
	}
}

/* Read what is there; closes the channel at its end. */
static void channel_read(struct session *s, int ch)
{
	char buf[65536];
	ssize_t n;

	while ((n = read(s->qemu.fd[ch], buf, sizeof(buf))) > 0)
		deliver(s, ch, buf, n);
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	close(s->qemu.fd[ch]);
	s->qemu.fd[ch] = -1;
	if (ch == CH_QMP)
		s->qmp.fd = -1;
}

/* Last line of QEMU's stderr that is not blank, or a stand-in. */
static const char *last_word(struct str *err)
{
	char *nl;

	while (err->n && (err->p[err->n - 1] == '\n' || err->p[err->n - 1] == '\r'))
		err->p[--err->n] = '\0';
	if (!err->n)
		return "it said nothing";
	nl = strrchr(err->p, '\n');
	return nl ? nl + 1 : err->p;
}

static void qemu_gone(struct session *s, int status)
{
	s->gone = true;
	s->qemu.pid = 0;
	s->gone_at = now();
	for (int ch = 0; ch < N_CH; ch++)
		if (s->qemu.fd[ch] >= 0)
			channel_read(s, ch);
	if (WIFSIGNALED(status))
		session_end(s, END_QEMU_KILLED,
			    "QEMU was killed from outside by signal %d (%s)%s", WTERMSIG(status),
			    strsignal(WTERMSIG(status)),
			    WTERMSIG(status) == SIGKILL ? "; out of memory? see dmesg" : "");
	else if (WEXITSTATUS(status))
		session_end(s, END_QEMU_STATUS, "%s exited with status %d: %s", s->qemu.argv[0],
			    WEXITSTATUS(status), last_word(&s->stderr_text));
	else if (s->qmp.shutdown && same(s->qmp.shutdown, "host-signal"))
		session_end(s, END_QEMU_KILLED, "QEMU was told to stop by a signal from outside");
	else
		session_end(s, END_EXIT, "the guest ended%s%s before its init was reached",
			    s->qmp.shutdown ? " by itself: " : "",
			    s->qmp.shutdown ? s->qmp.shutdown : "");
}

static void reap(struct session *s)
{
	int status;

	if (s->qemu.pid && waitpid(s->qemu.pid, &status, WNOHANG) == s->qemu.pid)
		qemu_gone(s, status);
}

static void signals(struct session *s)
{
	struct signalfd_siginfo si;

	while (read(s->signal_fd, &si, sizeof(si)) == sizeof(si)) {
		if (si.ssi_signo == SIGCHLD)
			continue;
		if (s->ending)
			s->hang.done = true; /* the user is in a hurry */
		session_end(s, END_INTERRUPTED, "interrupted by %s", strsignal(si.ssi_signo));
	}
}

/* Time passes: deadlines, paced requests, silence, and at last the end of QEMU. */
static void tick(struct session *s, double t)
{
	console_tick(&s->console, t);
	if (!s->ending)
		deadline_check(s, t);
	if (s->inject.active)
		inject_tick(s, t);
	if (s->hang.active && !s->hang.done)
		hang_tick(s, t);
	if (s->hooks.progress)
		s->hooks.progress(s, NULL, false);
	if (s->ending && !s->gone && t >= s->kill_at && (!s->hang.active || s->hang.done)) {
		qemu_kill(&s->qemu);
		s->gone = true;
		s->gone_at = now();
		for (int ch = 0; ch < N_CH; ch++)
			if (s->qemu.fd[ch] >= 0)
				channel_read(s, ch);
	}
}

static void terminal(struct session *s)
{
	enum shell_word w = shell_input(s->qemu.fd[CH_CONSOLE]);

	/* A script's input may end long before the guest has read it all. */
	if (w == SHELL_EOF)
		s->typing = false;
	if (w == SHELL_LEAVE)
		session_end(s, END_EXIT, "left with Ctrl-A X");
}

static void loop_once(struct session *s)
{
	struct pollfd p[N_CH + 2];

	for (int ch = 0; ch < N_CH; ch++)
		p[ch] = (struct pollfd){ .fd = s->qemu.fd[ch], .events = POLLIN };
	if (s->qmp.out.n)
		p[CH_QMP].events |= POLLOUT;
	p[N_CH] = (struct pollfd){ .fd = s->signal_fd, .events = POLLIN };
	p[N_CH + 1] = (struct pollfd){ .fd = s->typing ? 0 : -1, .events = POLLIN };
	if (poll(p, N_CH + 2, s->inject.active ? 1 : 100) < 0 && errno != EINTR)
		session_end(s, END_HOST, "poll: %m");
	for (int ch = 0; ch < N_CH; ch++)
		if (p[ch].revents & (POLLIN | POLLHUP | POLLERR))
			channel_read(s, ch);
	qmp_flush(&s->qmp);
	if (p[N_CH].revents)
		signals(s);
	if (p[N_CH + 1].revents)
		terminal(s);
	reap(s);
	tick(s, now());
}

void session_init(struct session *s, struct table *table)
{
	*s = (struct session){ .log = { -1, -1, -1 }, .signal_fd = -1 };
	s->console.table = table;
	report_init(&s->report);
	s->report.request = on_request;
	s->report.progress = on_progress;
	s->report.ctx = s;
}

void session_run(struct session *s)
{
	sigset_t set = our_signals();
	char *why;

	for (size_t i = 0; s->plan && i < s->plan->n; i++)
		report_plan(&s->report, s->plan->test[i].name, s->plan->test[i].timeout);
	s->typing = s->shell;
	s->started = now();
	s->signal_fd = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
	if (s->signal_fd < 0)
		die("signalfd: %m");
	why = qemu_start(&s->qemu, &s->config);
	if (why) {
		session_end(s, END_HOST, "%s", why);
		s->gone_at = s->started;
		free(why);
		return;
	}
	s->qmp.fd = s->qemu.fd[CH_QMP];
	s->qmp.log = qmp_log;
	s->qmp.log_ctx = s;
	while (!s->gone)
		loop_once(s);
	inject_stop(s);
	lines_finish(&s->lines[CH_CONSOLE], console_in, s);
	lines_finish(&s->lines[CH_REPORT], report_in, s);
	console_end(&s->console, s->cause == END_EXIT && s->qmp.guest_asked);
	close(s->signal_fd);
}
