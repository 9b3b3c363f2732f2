/* SPDX-License-Identifier: GPL-2.0 */
/* Checks for the runner's unit tests: each CHECK is a result, the closing line counts them. */
#ifndef RUNNER_UNIT_H
#define RUNNER_UNIT_H

#include <stdio.h>
#include <string.h>

static int checks_passed, checks_failed, checks_skipped;

#define CHECK(cond)                                                                             \
	do {                                                                                    \
		if (cond) {                                                                     \
			checks_passed++;                                                        \
		} else {                                                                        \
			checks_failed++;                                                        \
			printf("not ok %s:%d: %s\n", __FILE__, __LINE__, #cond);                \
		}                                                                               \
	} while (0)

#define CHECK_STR(got, want)                                                                    \
	do {                                                                                    \
		const char *g = (got), *w = (want);                                             \
		if (g && !strcmp(g, w)) {                                                       \
			checks_passed++;                                                        \
		} else {                                                                        \
			checks_failed++;                                                        \
			printf("not ok %s:%d: '%s', expected '%s'\n", __FILE__, __LINE__,       \
			       g ? g : "(null)", w);                                            \
		}                                                                               \
	} while (0)

#define CHECK_HAS(got, part)                                                                    \
	do {                                                                                    \
		const char *g = (got), *w = (part);                                             \
		if (g && strstr(g, w)) {                                                        \
			checks_passed++;                                                        \
		} else {                                                                        \
			checks_failed++;                                                        \
			printf("not ok %s:%d: '%s' does not contain '%s'\n", __FILE__,          \
			       __LINE__, g ? g : "(null)", w);                                  \
		}                                                                               \
	} while (0)

static inline int checks_done(void)
{
	printf("%d passed, %d failed, %d skipped\n", checks_passed, checks_failed,
	       checks_skipped);
	return checks_failed || !checks_passed;
}

#endif
