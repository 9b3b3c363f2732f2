/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What this kernel's stackmap can do, found by trying it. Versions differ: a reset may be refused
 * while tracing is on, may clear the ring buffer as well, and files may be absent. A test that
 * needs what is not there is skipped for that reason; with CONTRACT=strict it fails.
 */
#ifndef KSELFTEST_CAPS_H
#define KSELFTEST_CAPS_H

#include <stdbool.h>

struct caps {
	bool known;
	bool stat;			/* stack_map_stat */
	bool bin;			/* stack_map_bin */
	long reset_while_tracing;	/* the write of "0" then: 1, or -errno */
	bool reset_while_on;		/* not -EBUSY while tracing is on */
	bool reset_keeps_buffer;	/* the ring buffer is as it was */
	char stat_keys[160];		/* the words before the colons of stack_map_stat */
};

/*
 * @mark is a descriptor of trace_marker (marks_on()), options/stackmap is on, tracing is on: all
 * as the fixture makes it, and leaves it. Tried once per program.
 */
const struct caps *caps_learn(int mark);

/*
 * A reset where it is not the reset that is tested: while tracing is off if this kernel wants it
 * so. The count of the write, or -errno.
 */
long map_reset(const char *word);

/* For tests of what only a reset while tracing, or one that leaves the ring buffer alone, shows. */
#define NEED_RESET_WHILE_TRACING() do {						\
	if (!self->caps->reset_while_on)					\
		ABSENT("a reset is refused (EBUSY) while tracing is on");	\
} while (0)

#define NEED_RESET_THAT_KEEPS_THE_BUFFER() do {					\
	if (!self->caps->reset_keeps_buffer)					\
		ABSENT("a reset clears the ring buffer as well");		\
} while (0)

#endif
