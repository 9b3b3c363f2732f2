/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the harness has no word for: faces that may be absent, and quantities without which a
 * green test proves nothing. Included by tests, after kselftest_harness.h.
 *
 * CONTRACT=strict in the environment makes an absent face a failure: for the kernel that is
 * supposed to have all of them.
 */
#ifndef KSELFTEST_REPORT_H
#define KSELFTEST_REPORT_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline bool contract_is_strict(void)
{
	const char *value = getenv("CONTRACT");

	return value && !strcmp(value, "strict");
}

/* The harness's SKIP() makes a failed test a skipped one. This one leaves a failure alone. */
#define SKIP_TEST(fmt, ...) do {					\
	if (_metadata->exit_code == KSFT_FAIL)				\
		return;							\
	SKIP(return, fmt, ##__VA_ARGS__);				\
} while (0)

/* Ends the test: failed if the contract is being tested, else skipped for that reason. */
#define ABSENT(fmt, ...) do {						\
	if (contract_is_strict()) {					\
		TH_LOG(fmt " (CONTRACT=strict)", ##__VA_ARGS__);	\
		_metadata->exit_code = KSFT_FAIL;			\
		return;							\
	}								\
	SKIP_TEST(fmt, ##__VA_ARGS__);				\
} while (0)

/* Ends the test if the kernel has no such file in tracefs. */
#define NEED_FILE(name) do {						\
	if (!tracefs_has(name))						\
		ABSENT("this kernel has no tracefs file '%s'", name);	\
} while (0)

/* For fixtures: root, tracefs, and the map itself. */
#define NEED_STACKMAP() do {						\
	int need_ret = geteuid() ? -EPERM : tracefs_init();		\
									\
	if (need_ret)							\
		SKIP(return, "no tracefs (%s); run as root", strerror(-need_ret)); \
	NEED_FILE("stack_map");						\
	NEED_FILE("options/stackmap");					\
} while (0)

/*
 * Ends the test, skipped, if less was delivered than the conclusion needs. The line tells a
 * runner, which may call the whole run unresolved.
 */
#define FLOOR(name, required, delivered) do {				\
	unsigned long floor_req = (required), floor_got = (delivered);	\
									\
	printf("# floor %s %lu %lu\n", name, floor_req, floor_got);	\
	fflush(stdout);							\
	if (floor_got < floor_req)					\
		SKIP_TEST("%s: %lu of at least %lu, which proves nothing", name, \
			  floor_got, floor_req);			\
} while (0)

#endif
