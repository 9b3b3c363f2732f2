// SPDX-License-Identifier: GPL-2.0
/*
 * The map when it is full: exactly 16,384 stacks fit, the rest is dropped and counted, recorded
 * in full nevertheless, and a reset brings back all of the room. Needs module/stackmap_stacks.c.
 */
#include "lib/fixture.h"
#include "lib/ring.h"
#include "lib/snapshot.h"
#include "lib/stackmap.h"

#define LEVELS	20	/* more bits than stacks */

static struct sm_stat read_stat(struct __test_metadata *_metadata)
{
	struct sm_stat stat = { 0 };
	char error[200] = "";

	EXPECT_TRUE(sm_stat_read(&stat, error)) TH_LOG("%s", error);
	return stat;
}

/* Offers more stacks than fit, and sees what must have come of them. */
static void fill_up(struct __test_metadata *_metadata)
{
	struct sm_stat stat;

	ASSERT_EQ(0, stacks_record(LEVELS, 0, SM_CAPACITY + 300));
	stat = read_stat(_metadata);
	EXPECT_EQ(SM_CAPACITY, stat.entries);
	EXPECT_EQ(SM_CAPACITY, stat.successes);
	EXPECT_EQ(300, stat.drops);
}

TEST_F_TIMEOUT(stackmap, exactly_as_many_as_promised_again_and_again, 200)
{
	NEED_STACKS();
	NEED_FILE("stack_map_stat");
	for (int epoch = 0; epoch < 3; epoch++) {
		fill_up(_metadata);
		ASSERT_EQ(5, map_reset("reset"));
		EXPECT_EQ(0, read_stat(_metadata).entries);
	}
}

TEST_F_TIMEOUT(stackmap, full_map_drops_and_counts, 200)
{
	struct sm_stat stat;
	struct ring ring;

	NEED_STACKS();
	NEED_FILE("stack_map_stat");
	fill_up(_metadata);
	ASSERT_EQ(0, tracing_clear());
	/* new ones are dropped: recorded in full */
	ASSERT_EQ(0, stacks_record(LEVELS, 100000, 200));
	ASSERT_TRUE(ring_read(&ring, "trace"));
	EXPECT_EQ(0, ring.ids);
	EXPECT_EQ(200, ring.fulls);
	ring_free(&ring);
	stat = read_stat(_metadata);
	EXPECT_EQ(SM_CAPACITY, stat.entries);
	EXPECT_EQ(SM_CAPACITY, stat.successes);
	EXPECT_EQ(500, stat.drops);
	/* integer arithmetic: whole percents, rounded down */
	EXPECT_EQ(100 * stat.successes / (stat.successes + stat.drops), stat.success_rate);
	/* old ones are still found */
	ASSERT_EQ(0, tracing_clear());
	ASSERT_EQ(0, stacks_record(LEVELS, 0, 100));
	ASSERT_TRUE(ring_read(&ring, "trace"));
	EXPECT_EQ(100, ring.ids);
	EXPECT_EQ(0, ring.fulls);
	ring_free(&ring);
	stat = read_stat(_metadata);
	EXPECT_EQ(SM_CAPACITY + 100, stat.successes);
	EXPECT_EQ(500, stat.drops);
}

/* The rate is of successes + drops: below 50 % it must say so. */
TEST_F_TIMEOUT(stackmap, success_rate_arithmetic, 200)
{
	struct sm_stat stat;

	NEED_STACKS();
	NEED_FILE("stack_map_stat");
	fill_up(_metadata);
	ASSERT_EQ(0, stacks_record(LEVELS, 100000, 20000));
	stat = read_stat(_metadata);
	EXPECT_EQ(20300, stat.drops);
	EXPECT_EQ(100 * SM_CAPACITY / (SM_CAPACITY + 20300), stat.success_rate);
}

/* Claimed slots without a record (gravestones) are not shown by either export. */
TEST_F_TIMEOUT(stackmap, gravestones_are_stepped_over, 250)
{
	struct snap snap;

	NEED_STACKS();
	NEED_FILE("stack_map_stat");
	NEED_FILE("stack_map_bin");
	fill_up(_metadata);
	/* enough to claim most of the other 16,384 slots */
	ASSERT_EQ(0, stacks_record(LEVELS, 200000, 12000));
	ASSERT_TRUE(snap_read(&snap, 1 << 16)) TH_LOG("%s", snap.error);
	EXPECT_EQ(SM_CAPACITY, snap.head.nr_stacks);
	for (size_t i = 0; i < snap.head.nr_stacks; i++) {
		ASSERT_EQ(1, snap.stack[i].head.ref_count);
	}
	snap_free(&snap);
	/* and a reset clears them: all the room is back */
	ASSERT_EQ(1, map_reset("0"));
	fill_up(_metadata);
}

TEST_HARNESS_MAIN
