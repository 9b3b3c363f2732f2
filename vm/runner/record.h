/* SPDX-License-Identifier: GPL-2.0 */
/* The run directory (docs/protocol.rst section 6): born with verdict ERROR, finished at the end
 * or never. */
#ifndef RECORD_H
#define RECORD_H

#include "options.h"
#include "session.h"

struct rundir {
	char *path, *id;
	char started[32]; /* ISO 8601, UTC */
};

/* <out>/<UTC>-<arch>-<scenario>-<random>, made with mkdir: two runs never share one. Dies when it
 * cannot. */
void rundir_create(struct rundir *d, const struct options *o);
/* "YYYYmmddTHHMMSSZ-arch-scenario-xxxx" */
char *rundir_id(const char *arch, const char *scenario, long when, unsigned int random);
/* Open a file in it for writing; -1 with a sentence in *why. */
int rundir_open(const struct rundir *d, const char *name, char **why);

struct outcome {
	enum verdict verdict;
	const char *reason;
	const char *accel, *accel_probe;
	const char *append; /* the whole guest command line */
	double seconds;
	double scale; /* of the time-outs */
};

/* Write run.json as it is when the runner dies: ERROR, did not finish. 0 or -errno. */
int record_begin(const struct rundir *d, const struct options *o);
/* The real one; s may be NULL when no VM ran. 0 or -errno. */
int record_finish(const struct rundir *d, const struct options *o, struct session *s,
		  const struct outcome *oc);

/* Plan and copies (hard links where possible) of all inputs, with checksums; NULL or a sentence.
 */
char *rerun_save(const struct rundir *d, const struct options *o);
/* rerun.sh itself, with the accelerator that was chosen. */
char *rerun_script(const struct rundir *d, const struct options *o, const char *accel);
/* Absolute path; the caller frees. */
char *absolute(const char *path);

/* SHA-256 in hex, or NULL with errno. */
char *sha256_file(const char *path);
char *sha256_text(const char *text);

#endif
