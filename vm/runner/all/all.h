/* SPDX-License-Identifier: GPL-2.0 */
/*
 * vmall: one command for several architectures (or whatever the names are), a few at a time. A
 * job is a child process; what it proved is in the run record whose path it printed, and without
 * a record it proved nothing.
 */
#ifndef ALL_H
#define ALL_H

#include <sys/types.h>

#include "util.h"

struct job {
	const char *name;
	pid_t pid; /* 0: waiting or done */
	int fd; /* its stdout and stderr; -1: none */
	int log;
	char *log_path;
	struct lines lines;
	char *last; /* latest line, for the progress display */
	char *record; /* path of run.json it spoke of */
	bool started, done;
	int status; /* of waitpid */
	double begin, end;

	/* from the record, or made up when there is none */
	enum verdict verdict;
	char *reason, *accel;
	double boot, nmis;
	int passed, failed, skipped;
	bool has_nmis;
};

/* Start argv with {} replaced by the job's name, ARCH set to it, output to its log. NULL or a
 * sentence. */
char *job_start(struct job *j, char *const argv[], const char *log_dir);
/* Read what it says; closes fd at the end. */
void job_read(struct job *j);
/* Fill the results from the record and the exit status. */
void job_settle(struct job *j);

/* One line on a terminal, nothing elsewhere. */
void all_progress(const struct job *job, size_t n);
/* The table and the closing line; returns the worst verdict (PASS < UNRESOLVED < FAIL < ERROR).
 */
enum verdict all_table(const struct job *job, size_t n);

#endif
