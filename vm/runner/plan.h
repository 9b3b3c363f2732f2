/* SPDX-License-Identifier: GPL-2.0 */
/* The plan: what the guest is to run (docs/protocol.rst section 4), and the cpio segment that
 * carries it. */
#ifndef PLAN_H
#define PLAN_H

#include "util.h"

struct plan {
	struct plan_test {
		char *name;
		double timeout; /* seconds, already scaled */
	} *test;
	size_t n;
	bool shell;
	struct str text; /* what the guest reads: time-outs scaled */
};

/* Parse; scale multiplies every time-out. NULL, or a sentence with file, line and remedy. */
char *plan_parse(struct plan *p, const char *text, const char *path, double scale);
int plan_find(const struct plan *p, const char *name); /* index or -1 */

/* Append a newc archive with one file; the kernel unpacks concatenated archives in turn. */
void cpio_file(struct str *out, const char *name, const void *data, size_t n);

#endif
