/* SPDX-License-Identifier: GPL-2.0 */
/* What the user asked for. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "kv.h"
#include "util.h"

struct options {
	const char *arch_file, *kernel, *initrd, *plan, *out, *append, *accel;
	const char *table; /* console table */
	const char *disk; /* read-only, raw; or NULL */
	struct kv arch;
	struct kv identity; /* identity files, lower-case keys, then --set */
	const char **identity_file, **set;
	size_t n_identity, n_set;
	int smp, mem;
	double boot_timeout; /* 0: the default of the accelerator */
	double scale; /* of all time-outs; 0: by accelerator and debug fragments */
	bool shell, quiet;
	const char *self; /* argv[0], for rerun.sh */
};

/* Parse, check, load the data files; dies with a sentence when something is wrong. */
void options_parse(struct options *o, int argc, char **argv);

/* The architecture's name: the arch file's. */
const char *options_arch(const struct options *o);

#endif
