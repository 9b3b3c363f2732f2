// SPDX-License-Identifier: GPL-2.0
/*
 * 64 frames fit, the 65th does not: a deeper stack is recorded in full, is not cut off (it would
 * become the same as another) and does not count. No system call nests that deep by itself, so
 * this needs module/stackmap_stacks.c.
 */
#include "lib/fixture.h"
#include "lib/ring.h"
#include "lib/stackmap.h"

/* The depth of a stack of no level: what all of the module's have in common. */
static unsigned int base_depth(struct __test_metadata *_metadata)
{
	unsigned int depth = 0;
	struct sm_map map;

	EXPECT_EQ(0, stacks_record(0, 0, 1));
	EXPECT_TRUE(sm_read(&map)) TH_LOG("%s", map.error);
	EXPECT_EQ(1, map.nr) {
		sm_free(&map);
		return 0;
	}
	depth = map.rec[0].depth;
	sm_free(&map);
	EXPECT_EQ(1, map_reset("0"));
	EXPECT_EQ(0, tracing_clear());
	return depth;
}

TEST_F(stackmap, up_to_64_frames_get_an_id)
{
	unsigned int base;
	struct ring ring;
	struct sm_map map;

	NEED_STACKS();
	base = base_depth(_metadata);
	ASSERT_LT(0, base);
	ASSERT_GT(60, base);
	for (unsigned int depth = 60; depth <= 64; depth++) {
		ASSERT_EQ(0, stacks_record(depth - base, 0, 1));
	}
	ASSERT_TRUE(ring_read(&ring, "trace"));
	ASSERT_TRUE(sm_read(&map)) TH_LOG("%s", map.error);
	ASSERT_EQ(5, ring.ids);
	EXPECT_EQ(0, ring.fulls);
	ASSERT_EQ(5, map.nr);
	for (unsigned int i = 0; i < 5; i++) {
		const struct sm_record *rec = sm_find(&map, ring.entry[i].id);

		ASSERT_NE(NULL, rec);
		EXPECT_EQ(60 + i, rec->depth);
		EXPECT_EQ(1, rec->ref);
	}
	sm_free(&map);
	ring_free(&ring);
}

TEST_F(stackmap, from_65_frames_the_stack_is_full)
{
	unsigned int base;
	struct ring ring;
	char *text;

	NEED_STACKS();
	base = base_depth(_metadata);
	ASSERT_LT(0, base);
	for (unsigned int depth = 65; depth <= 90; depth += 5) {
		ASSERT_EQ(0, stacks_record(depth - base, 0, 1));
	}
	ASSERT_TRUE(ring_read(&ring, "trace"));
	EXPECT_EQ(0, ring.ids);
	ASSERT_EQ(6, ring.fulls);
	for (unsigned int i = 0; i < 6; i++) {
		EXPECT_EQ(65 + 5 * i, ring.entry[i].depth);
	}
	ring_free(&ring);
	text = tracefs_read("stack_map");
	ASSERT_NE(NULL, text);
	EXPECT_STREQ("", text);
	free(text);
}

/* -E2BIG is neither a success nor a drop. */
TEST_F(stackmap, too_deep_does_not_count)
{
	struct sm_stat stat;
	char error[200] = "";

	NEED_STACKS();
	NEED_FILE("stack_map_stat");
	ASSERT_EQ(0, stacks_record(80, 0, 10));
	ASSERT_TRUE(sm_stat_read(&stat, error)) TH_LOG("%s", error);
	EXPECT_EQ(0, stat.entries);
	EXPECT_EQ(0, stat.successes);
	EXPECT_EQ(0, stat.drops);
}

/* Stacks that share the first frames, or the last, are different stacks. */
TEST_F_TIMEOUT(stackmap, one_frame_makes_the_difference, 60)
{
	unsigned int base;
	struct sm_map map;

	NEED_STACKS();
	base = base_depth(_metadata);
	ASSERT_LT(0, base);
	/* 64 frames: bit i of the number changes one function, at level i */
	for (unsigned int bit = 0; bit < 31; bit++) {
		ASSERT_EQ(0, stacks_record(64 - base, 1u << bit, 1));
	}
	ASSERT_TRUE(sm_read(&map)) TH_LOG("%s", map.error);
	EXPECT_EQ(31, map.nr);
	EXPECT_EQ(31, sm_ref_sum(&map));
	sm_free(&map);
}

TEST_HARNESS_MAIN
