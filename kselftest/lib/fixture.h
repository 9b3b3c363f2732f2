/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The fixture of nearly every test: a quiet tracer with an empty map, options/stackmap on, and
 * self->mark to record stacks through. Included instead of kselftest_harness.h.
 */
#ifndef KSELFTEST_FIXTURE_H
#define KSELFTEST_FIXTURE_H

#include "kselftest_harness.h"

#include "caps.h"
#include "load.h"
#include "report.h"
#include "state.h"
#include "tracefs.h"

/* The trace instance of the tests that need one. */
#define INSTANCE "instances/stackmap_selftest"

/* For tests that order their stacks. */
#define NEED_STACKS() do {							\
	int stacks_ret = stacks_load();						\
										\
	if (stacks_ret)								\
		SKIP_TEST("module stackmap_stacks.ko does not load: %s",	\
			  strerror(-stacks_ret));				\
} while (0)

FIXTURE(stackmap) {
	struct tracing_state state;
	const struct caps *caps;
	int mark;
};

FIXTURE_SETUP(stackmap)
{
	NEED_STACKMAP();
	rmdir(tracefs_path(INSTANCE));
	self->mark = -1;
	ASSERT_EQ(0, tracing_quiet(&self->state)) {
		TH_LOG("cannot make the tracer quiet");
		tracing_restore(&self->state);
	}
	self->mark = marks_on();
	ASSERT_LE(0, self->mark) {
		TH_LOG("cannot mark: %s", strerror(-self->mark));
		tracing_restore(&self->state);
	}
	ASSERT_EQ(1, tracefs_put("options/stackmap", "1")) {
		marks_off(self->mark);
		tracing_restore(&self->state);
	}
	self->caps = caps_learn(self->mark);
}

FIXTURE_TEARDOWN(stackmap)
{
	variety_off();
	marks_off(self->mark);
	rmdir(tracefs_path(INSTANCE));
	tracing_restore(&self->state);
}

#endif
