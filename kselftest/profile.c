// SPDX-License-Identifier: GPL-2.0
/*
 * Which faces this kernel's stackmap has and how it resets: the tests are chosen by it, and the run
 * says it, so that a SKIP elsewhere can be understood. With CONTRACT=strict it all must be there.
 */
#include "lib/fixture.h"
#include "lib/stackmap.h"

static const char *yes_no(bool yes)
{
	return yes ? "yes" : "no";
}

TEST_F(stackmap, found_by_looking)
{
	const struct caps *c = self->caps;
	struct sm_stat stat = { 0 };
	char error[200] = "", capacity[24] = "unknown";

	if (c->stat) {
		EXPECT_TRUE(sm_stat_read(&stat, error)) TH_LOG("%s", error);
		snprintf(capacity, sizeof(capacity), "%lu", stat.capacity);
	}
	printf("# note profile stack_map_stat=%s stack_map_bin=%s stack_id_format=%s ",
	       yes_no(c->stat), yes_no(c->bin),
	       yes_no(tracefs_has("events/ftrace/stack_id/format")));
	printf("reset_while_tracing=%s reset_clears_buffer=%s capacity=%s\n",
	       c->reset_while_on ? "yes" : "EBUSY", yes_no(!c->reset_keeps_buffer), capacity);
	if (c->stat)
		printf("# note profile stat_keys: %s\n", c->stat_keys);
	fflush(stdout);
	EXPECT_TRUE(c->reset_while_tracing == 1 || c->reset_while_tracing == -EBUSY)
		TH_LOG("a reset while tracing: %ld", c->reset_while_tracing);
	NEED_FILE("stack_map_stat");
	NEED_FILE("stack_map_bin");
	NEED_FILE("events/ftrace/stack_id/format");
	NEED_RESET_WHILE_TRACING();
	NEED_RESET_THAT_KEEPS_THE_BUFFER();
}

TEST_HARNESS_MAIN
