/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One VM from start to end: a single poll loop merges console, report, QMP and stderr on one
 * clock, watches the deadlines and decides why the run is over. It writes logs when given, but no
 * record: record.h does.
 */
#ifndef SESSION_H
#define SESSION_H

#include "plan.h"
#include "qemu.h"
#include "qmp.h"
#include "verdict.h"

struct session;

/* "# request inject-nmi PER_SECOND MILLISECONDS" being served, inject.c */
struct inject {
	bool active;
	double start, seconds, rate;
	unsigned long sent, acked;
	unsigned int outstanding;
	char *error;
	int test; /* index of the test that asked */
};
void inject_request(struct session *s, const char *text);
void inject_tick(struct session *s, double t);
/* The test is over, or the run: whatever was sent until now is what was sent. */
void inject_stop(struct session *s);

/* Evidence of a hang, hang.c */
struct hang {
	bool active, done;
	double until;
	int next_cpu, n_cpu;
	struct str text; /* becomes hang.txt */
};
void hang_start(struct session *s, const char *why, double t);
void hang_tick(struct session *s, double t);

struct session_hooks {
	/* A test started or ended; now and then with t == NULL. */
	void (*progress)(struct session *s, const struct test *t, bool started);
	void *ctx;
};

struct session {
	/* set by the caller */
	struct qemu_config config;
	const struct plan *plan;
	struct session_hooks hooks;
	int log[CH_QMP + 1]; /* console.log, report.ktap, qmp.log; -1: none */
	const char *log_dir; /* for sentences */
	const char *system_map;
	double boot_timeout, slack, quiet_limit;
	double total_limit; /* 0: none; the accel probe has one */
	bool shell;

	/* results */
	struct console console;
	struct report report;
	struct qmp qmp;
	struct hang hang;
	enum end_cause cause;
	char *detail;
	double started, reached_at, ended_at, gone_at;
	struct str stderr_text;

	/* inside */
	struct qemu qemu;
	struct lines lines[CH_REPORT + 1];
	struct inject inject;
	bool ending;
	double kill_at;
	bool gone; /* QEMU was reaped */
	bool typing; /* stdin goes to the console */
	int signal_fd;
};

/* Block the signals the loop reads from a signalfd; call before anything else. */
void session_block_signals(void);
void session_init(struct session *s, struct table *table);
/* Returns when QEMU is gone and all it said was read. */
void session_run(struct session *s);
/* Why the run is over; the first cause stays. Evidence of a hang is collected, then QEMU is
 * killed. */
void session_end(struct session *s, enum end_cause cause, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* Phases and their limits, deadline.c */
void deadline_check(struct session *s, double t);

/* The interactive console, shell.c. */
void shell_enter(void);
void shell_leave(void);
enum shell_word { SHELL_ON, SHELL_EOF, SHELL_LEAVE };
enum shell_word shell_input(int console_fd);
void shell_output(const char *data, size_t n);

#endif
