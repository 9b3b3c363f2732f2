/* SPDX-License-Identifier: GPL-2.0 */
/*
 * /init of the guest: the contents page of vm/guest. It runs the plan and tells the report channel
 * what happened (docs/protocol.rst sections 4 and 5). The verdict is the runner's.
 */
#ifndef INIT_H
#define INIT_H

#include <stdbool.h>
#include <stddef.h>

#define TRACING "/sys/kernel/tracing"
#define BOOT_STATE "/run/boot"	/* tracing files as the kernel left them */

/* util.c: time, small files, last words */
long long now_ms(void);			/* since boot */
void log_kernel(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void leave(const char *fmt, ...) __attribute__((format(printf, 1, 2), noreturn));
char *read_file(const char *path);	/* malloc'd, NUL-terminated; NULL with errno */
int write_file(const char *path, const char *text);	/* truncates; 0 or -errno */

/* mounts.c */
void mount_all(void);

/* report.c: the runner's channel */
bool report_open(void);			/* false: there is no port named "report" */
void report(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void report_raw(const char *text, size_t len);

/* plan.c: what to run */
struct plan_line {
	enum { PLAN_ENV, PLAN_MODULE, PLAN_TEST } kind;
	char *name;			/* variable, module or test */
	char *text;			/* value, parameters or command */
	unsigned int timeout;		/* seconds, PLAN_TEST */
};

struct plan {
	struct plan_line *line;
	size_t count;
	size_t tests;
	bool shell;
	char error[200];		/* "line 3: ..." when plan_parse() said false */
};

bool plan_parse(struct plan *plan, char *text);	/* keeps pointers into text */

/* lines.c: a program's output on its way to the report */
struct lines {
	void (*emit)(const char *text, size_t len);	/* one line with its newline */
	char buf[4096];
	size_t len;
	bool split;			/* buf continues a line that was too long */
	long planned;			/* the program's own 1..N, -1: none */
	long results, failed;		/* ok and not ok lines of the first level, not ok ones */
	bool bailed;
	char skip[120];			/* last reason behind # SKIP */
};

void lines_init(struct lines *l, void (*emit)(const char *text, size_t len));
void lines_feed(struct lines *l, const char *data, size_t len);
void lines_end(struct lines *l);	/* flush what has no newline */

/* verdict.c: one result line from how a program ended */
struct ending {
	int status;			/* of waitpid() */
	bool timed_out, stuck;		/* stuck: SIGKILL did not end it */
	unsigned int timeout;		/* seconds */
	long long ms;
};

void verdict(char *out, size_t size, size_t number, const char *name, const struct ending *e,
	     const struct lines *l);

/* run.c, hung.c: one test */
void run_test(size_t number, const struct plan_line *test);
void hung_dump(int pgid);

/* tracing.c, tracing_events.c: the same tracing state in front of every test */
void tracing_remember(void);
void tracing_reset(void);
void tracing_set(const char *file, const char *text);	/* a failure is noted, unless ENOENT */
void tracing_clear_events(void);

/* cpus.c: a test that died between offline and online must not weaken the next */
void cpus_online(void);

/* modules.c */
bool module_load(const char *name, const char *params);

/* facts.c: what the run record wants to know about the guest */
void facts_begin(void);
void facts_end(void);

/* shell.c: for humans */
void shell(void);

#endif
