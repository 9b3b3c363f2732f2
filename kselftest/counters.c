// SPDX-License-Identifier: GPL-2.0
/*
 * stack_map_stat against what really happened: on a quiet map each number is known exactly.
 */
#include <fcntl.h>

#include "lib/crew.h"
#include "lib/fixture.h"
#include "lib/ring.h"
#include "lib/stackmap.h"

static struct sm_stat read_stat(struct __test_metadata *_metadata)
{
	struct sm_stat stat = { 0 };
	char error[200] = "";

	EXPECT_TRUE(sm_stat_read(&stat, error)) TH_LOG("%s", error);
	return stat;
}

TEST_F(stackmap, empty_map_counts_nothing)
{
	struct sm_stat stat;

	NEED_FILE("stack_map_stat");
	stat = read_stat(_metadata);
	EXPECT_EQ(0, stat.entries);
	EXPECT_EQ(0, stat.successes);
	EXPECT_EQ(0, stat.drops);
	/* of no attempts, all succeeded */
	EXPECT_EQ(100, stat.success_rate);
}

TEST_F(stackmap, each_stack_counts_once)
{
	struct sm_stat stat;
	struct sm_map map;
	size_t paths;

	NEED_FILE("stack_map_stat");
	ASSERT_EQ(123, mark(self->mark, 123, 8));
	paths = mark_paths(self->mark);
	stat = read_stat(_metadata);
	ASSERT_TRUE(sm_read(&map)) TH_LOG("%s", map.error);
	EXPECT_EQ(123 + paths, stat.successes);
	EXPECT_EQ(0, stat.drops);
	EXPECT_EQ(100, stat.success_rate);
	EXPECT_EQ(map.nr, stat.entries);
	EXPECT_EQ(stat.successes, sm_ref_sum(&map));
	sm_free(&map);
}

/* Looking is free: neither file counts as a use of the map. */
TEST_F(stackmap, reading_counts_nothing)
{
	struct sm_stat before, after;
	struct sm_map map;

	NEED_FILE("stack_map_stat");
	ASSERT_EQ(10, mark(self->mark, 10, 8));
	before = read_stat(_metadata);
	for (int i = 0; i < 5; i++) {
		EXPECT_TRUE(sm_read(&map)) TH_LOG("%s", map.error);
		EXPECT_EQ(10, sm_ref_sum(&map));
		sm_free(&map);
	}
	after = read_stat(_metadata);
	EXPECT_EQ(0, memcmp(&before, &after, sizeof(before)));
}

TEST_F(stackmap, reset_zeroes_them)
{
	struct sm_stat stat;

	NEED_FILE("stack_map_stat");
	ASSERT_EQ(77, mark(self->mark, 77, 8));
	ASSERT_EQ(5, map_reset("reset"));
	stat = read_stat(_metadata);
	EXPECT_EQ(0, stat.entries);
	EXPECT_EQ(0, stat.successes);
	EXPECT_EQ(0, stat.drops);
	EXPECT_EQ(100, stat.success_rate);
	ASSERT_EQ(4, mark(self->mark, 4, 8));
	stat = read_stat(_metadata);
	EXPECT_EQ(1, stat.entries);
	EXPECT_EQ(4, stat.successes);
}

struct markers {
	unsigned int marks;
	unsigned int go;
};

static void mark_much(void *shared)
{
	struct markers *m = shared;
	int fd = tracefs_open("trace_marker", O_WRONLY);

	while (!crew_get(&m->go))
		usleep(100);
	for (int i = 0; i < 250; i++)
		crew_add(&m->marks, mark(fd, 2, 8) + mark_paths(fd));
	close(fd);
}

/* From several CPUs at once the sums are the same, and duplicates are few (I2, I4). */
TEST_F_TIMEOUT(stackmap, sums_hold_under_concurrency, 90)
{
	struct markers *m = crew_share(sizeof(*m));
	struct sm_stat stat;
	struct sm_map map;
	pid_t pid[4];

	NEED_FILE("stack_map_stat");
	for (int i = 0; i < 4; i++)
		pid[i] = crew_start(mark_much, m);
	crew_set(&m->go, 1);
	for (int i = 0; i < 4; i++) {
		EXPECT_EQ(0, crew_join(pid[i]));
	}
	stat = read_stat(_metadata);
	ASSERT_TRUE(sm_read(&map)) TH_LOG("%s", map.error);
	EXPECT_EQ(m->marks, stat.successes);
	EXPECT_EQ(0, stat.drops);
	EXPECT_EQ(stat.successes, sm_ref_sum(&map));
	EXPECT_EQ(map.nr, stat.entries);
	/* each stack at most once a racing context: 4 processes, 3 more records each */
	EXPECT_GE(3 * (map.nr - sm_duplicates(&map)), sm_duplicates(&map));
	FLOOR("concurrent_marks", 4000, m->marks);
	sm_free(&map);
}

/* What a mixed load, with interrupts and other processes, leaves behind adds up as well. */
TEST_F_TIMEOUT(stackmap, sums_hold_under_variety, 60)
{
	struct sm_stat stat;
	struct sm_map map;

	NEED_FILE("stack_map_stat");
	ASSERT_EQ(0, variety_on());
	variety(30);
	tracefs_put("tracing_on", "0");
	variety_off();
	stat = read_stat(_metadata);
	ASSERT_TRUE(sm_read(&map)) TH_LOG("%s", map.error);
	EXPECT_EQ(stat.successes, sm_ref_sum(&map));
	EXPECT_EQ(map.nr, stat.entries);
	EXPECT_GE(SM_CAPACITY, stat.entries);
	EXPECT_EQ(0, stat.drops);
	FLOOR("stacks_counted", 200, stat.successes);
	sm_free(&map);
}

TEST_HARNESS_MAIN
