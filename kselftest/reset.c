// SPDX-License-Identifier: GPL-2.0
/*
 * A reset clears the map and nothing else, while events arrive, and one at a time. What would be
 * seen if it broke: ids that do not resolve, records mixed from two stacks, events without stack.
 */
#include <fcntl.h>

#include "lib/crew.h"
#include "lib/fixture.h"
#include "lib/ring.h"
#include "lib/stackmap.h"

struct race {
	unsigned int stop;
	unsigned int full;	/* resets that returned their count */
	unsigned int busy;	/* -EBUSY */
	unsigned int other;	/* anything else */
	unsigned int marks;
	unsigned int slowest_ms;
};

static void reset_once(struct race *race)
{
	double start = seconds_now();
	long ret = tracefs_put("stack_map", "reset");
	unsigned int ms = (seconds_now() - start) * 1000;

	if (ret == 5)
		crew_add(&race->full, 1);
	else if (ret == -EBUSY)
		crew_add(&race->busy, 1);
	else
		crew_add(&race->other, 1);
	if (ms > crew_get(&race->slowest_ms))
		crew_set(&race->slowest_ms, ms);
}

static void keep_resetting(void *shared)
{
	struct race *race = shared;

	while (!crew_get(&race->stop))
		reset_once(race);
}

static void keep_marking(void *shared)
{
	struct race *race = shared;
	int fd = tracefs_open("trace_marker", O_WRONLY);

	while (!crew_get(&race->stop))
		crew_add(&race->marks, mark(fd, 4, 8) + mark_paths(fd));
	close(fd);
}

/* Waits until @word reached @n, or @seconds are over. */
static void wait_for(unsigned int *word, unsigned int n, double seconds)
{
	double end = seconds_now() + seconds;

	while (crew_get(word) < n && seconds_now() < end)
		usleep(5000);
}

/* From the CPU on: the name of a task may become known between two looks. */
static const char *behind_task(const struct ring_entry *entry)
{
	return strchr(entry->line, '[') ?: entry->line;
}

TEST_F(stackmap, clears_only_the_map)
{
	struct ring before, ring;
	char *options, *after;

	NEED_RESET_THAT_KEEPS_THE_BUFFER();
	ASSERT_EQ(30, mark(self->mark, 30, 8));
	ASSERT_EQ(1, tracefs_put("tracing_on", "0"));
	options = tracefs_read("trace_options");
	ASSERT_NE(NULL, options);
	ASSERT_TRUE(ring_read(&before, "trace"));
	ASSERT_EQ(30, before.ids);
	ASSERT_EQ(5, tracefs_put("stack_map", "reset"));
	ASSERT_TRUE(ring_read(&ring, "trace"));
	ASSERT_EQ(before.nr, ring.nr);
	for (size_t i = 0; i < ring.nr; i++) {
		EXPECT_STREQ(behind_task(&before.entry[i]), behind_task(&ring.entry[i]));
	}
	after = tracefs_read("trace_options");
	ASSERT_NE(NULL, after);
	EXPECT_STREQ(options, after);
	after = tracefs_read("tracing_on");
	ASSERT_NE(NULL, after);
	EXPECT_STREQ("0\n", after);
	after = tracefs_read("stack_map");
	ASSERT_NE(NULL, after);
	EXPECT_STREQ("", after);
}

/* Tracing stays on, and the very next stack is stored again. */
TEST_F(stackmap, next_stack_is_stored_again)
{
	struct sm_map map;
	char *on;

	NEED_RESET_WHILE_TRACING();
	for (int i = 0; i < 5; i++) {
		ASSERT_EQ(3, mark(self->mark, 3, 8));
		ASSERT_TRUE(sm_read(&map)) TH_LOG("%s", map.error);
		ASSERT_EQ(1, map.nr);
		EXPECT_EQ(3, map.rec[0].ref);
		sm_free(&map);
		ASSERT_EQ(6, tracefs_put("stack_map", "reset\n"));
	}
	on = tracefs_read("tracing_on");
	ASSERT_NE(NULL, on);
	EXPECT_STREQ("1\n", on);
}

TEST_F_TIMEOUT(stackmap, concurrent_resets_one_wins_rest_busy, 60)
{
	struct race *race = crew_share(sizeof(*race));
	pid_t pid[3];

	/* where tracing is reason enough for -EBUSY, it must not be the reason here */
	if (!self->caps->reset_while_on) {
		ASSERT_EQ(1, tracefs_put("tracing_on", "0"));
	}
	for (int i = 0; i < 3; i++)
		pid[i] = crew_start(keep_resetting, race);
	wait_for(&race->busy, 3, 15);
	wait_for(&race->full, 20, 15);
	crew_set(&race->stop, 1);
	for (int i = 0; i < 3; i++) {
		EXPECT_EQ(0, crew_join(pid[i]));
	}
	EXPECT_EQ(0, race->other);
	/* it sleeps in the middle of a reset, so three at once must meet */
	EXPECT_LT(0, race->busy)
		TH_LOG("%u resets by 3 processes, none saw another", race->full);
	/* whoever was refused left nothing behind */
	EXPECT_EQ(5, tracefs_put("stack_map", "reset"));
	FLOOR("concurrent_resets", 20, race->full);
}

/* I8: it comes to an end although events do not; I1 for what is recorded afterwards. */
TEST_F_TIMEOUT(stackmap, ids_after_a_reset_resolve, 90)
{
	NEED_RESET_WHILE_TRACING();
	struct race *race = crew_share(sizeof(*race));
	pid_t pid[2] = { crew_start(keep_marking, race), crew_start(keep_marking, race) };
	unsigned int resets = 0, resolved = 0;
	double end = seconds_now() + 20;

	for (; resets < 15 && seconds_now() < end; resets++) {
		struct ring ring;
		struct sm_map map;

		ASSERT_EQ(1, tracefs_put("tracing_on", "1"));
		wait_for(&race->marks, race->marks + 50, 2);
		ASSERT_EQ(5, tracefs_put("stack_map", "reset"));
		/* older ids may not resolve any more: those are out of the way */
		ASSERT_EQ(0, tracing_clear());
		wait_for(&race->marks, race->marks + 50, 2);
		ASSERT_EQ(1, tracefs_put("tracing_on", "0"));
		ASSERT_TRUE(ring_read(&ring, "trace"));
		ASSERT_TRUE(sm_read(&map)) TH_LOG("%s", map.error);
		for (size_t i = 0; i < ring.nr; i++) {
			if (ring.entry[i].kind != RING_ID)
				continue;
			ASSERT_NE(NULL, sm_find(&map, ring.entry[i].id))
				TH_LOG("%s: not in stack_map", ring.entry[i].line);
			resolved++;
		}
		sm_free(&map);
		ring_free(&ring);
	}
	crew_set(&race->stop, 1);
	for (int i = 0; i < 2; i++) {
		EXPECT_EQ(0, crew_join(pid[i]));
	}
	FLOOR("resets_while_tracing", 10, resets);
	FLOOR("ids_resolved_after_reset", 200, resolved);
}

/* While a reset runs there is no id to be had; the stack is recorded in full instead. */
TEST_F_TIMEOUT(stackmap, no_event_loses_its_stack, 60)
{
	NEED_RESET_WHILE_TRACING();
	struct race *race = crew_share(sizeof(*race));
	pid_t pid = crew_start(keep_resetting, race);
	double end = seconds_now() + 10;
	size_t marks = 0;
	struct ring ring;

	/* as many as surely fit, full stacks and all */
	while (marks < 2000 && seconds_now() < end && (marks < 300 || crew_get(&race->full) < 5))
		marks += mark(self->mark, 1, 8);
	crew_set(&race->stop, 1);
	EXPECT_EQ(0, crew_join(pid));
	tracefs_put("tracing_on", "0");
	EXPECT_EQ(0, race->other);
	ASSERT_EQ(0, ring_lost());
	ASSERT_TRUE(ring_read(&ring, "trace"));
	EXPECT_EQ(marks, ring.events);
	EXPECT_EQ(marks, ring.ids + ring.fulls);
	FLOOR("stacks_in_full_during_reset", 1, ring.fulls);
	ring_free(&ring);
}

/* Is every record of @seen one of @known, frame by frame? */
static bool all_known(const struct sm_map *seen, const struct sm_map *known, unsigned int *bad)
{
	for (size_t i = 0, j; i < seen->nr; i++) {
		for (j = 0; j < known->nr; j++)
			if (sm_same_frames(&seen->rec[i], &known->rec[j]))
				break;
		*bad = seen->rec[i].id;
		if (j == known->nr)
			return false;
	}
	return true;
}

/* The stacks keep_marking() makes, from a process like it. */
static bool learn(struct sm_map *known)
{
	struct race *race = crew_share(sizeof(*race));
	pid_t pid = crew_start(keep_marking, race);

	wait_for(&race->marks, 20, 10);
	crew_set(&race->stop, 1);
	return !crew_join(pid) && sm_read(known) && known->nr;
}

/* I6: a record is one of the stacks that really occurred, whenever one looks. */
TEST_F_TIMEOUT(stackmap, no_record_is_torn, 90)
{
	NEED_RESET_WHILE_TRACING();
	struct race *race = crew_share(sizeof(*race));
	unsigned int looks = 0, records = 0, bad = 0;
	double end = seconds_now() + 6;
	struct sm_map known, map;
	pid_t pid[3];

	ASSERT_TRUE(learn(&known)) TH_LOG("%s", known.error);
	pid[0] = crew_start(keep_marking, race);
	pid[1] = crew_start(keep_marking, race);
	pid[2] = crew_start(keep_resetting, race);
	while (seconds_now() < end) {
		ASSERT_TRUE(sm_read(&map)) TH_LOG("%s", map.error);
		ASSERT_TRUE(all_known(&map, &known, &bad))
			TH_LOG("stack_id %u is none of the %zu:\n%s", bad, known.nr, map.text);
		records += map.nr;
		looks++;
		sm_free(&map);
	}
	crew_set(&race->stop, 1);
	for (int i = 0; i < 3; i++) {
		EXPECT_EQ(0, crew_join(pid[i]));
	}
	EXPECT_EQ(0, race->other);
	FLOOR("looks_at_the_map", 20, looks);
	FLOOR("records_looked_at", 20, records);
	FLOOR("resets_while_looking", 5, race->full);
	/* a grace period under load, not a wait for the events to stop */
	EXPECT_GT(10000, race->slowest_ms);
}

TEST_HARNESS_MAIN
