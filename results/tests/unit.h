/* SPDX-License-Identifier: GPL-2.0 */
/* Unit tests of results/: a file unit_<x>.c holds UNIT_TEST()s; the linker collects them. */
#ifndef UNIT_H
#define UNIT_H

#include "results.h"

#include <math.h>

struct unit_test {
	const char *name;
	void (*run)(void);
};

#define UNIT_TEST(ident)                                                                           \
	static void unit_##ident(void);                                                            \
	static const struct unit_test unit_desc_##ident __attribute__((                            \
		section("unit_tests"), used, aligned(sizeof(void *)))) = { #ident, unit_##ident }; \
	static void unit_##ident(void)

/* unit_fail: records a failure of the running test; tests go on to their end. */
void unit_fail(const char *file, int line, const char *fmt, ...) PRINTF(3, 4);

#define CHECK(cond)                                                 \
	do {                                                        \
		if (!(cond))                                        \
			unit_fail(__FILE__, __LINE__, "%s", #cond); \
	} while (0)

#define CHECK_NEAR(got, want, within)                                                       \
	do {                                                                                \
		double got_ = (got), want_ = (want);                                        \
		if (!(fabs(got_ - want_) <= (within)))                                      \
			unit_fail(__FILE__, __LINE__, "%s is %.12g, not %.12g", #got, got_, \
				  want_);                                                   \
	} while (0)

#endif
