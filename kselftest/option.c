// SPDX-License-Identifier: GPL-2.0
/*
 * options/stackmap: of the top-level instance only. If gating broke, an instance would record ids
 * nobody can look up there.
 */
#include <fcntl.h>
#include <sys/stat.h>

#include "lib/fixture.h"
#include "lib/ring.h"
#include "lib/stackmap.h"

/* Is @option one of the lines of trace_options file @name? */
static bool option_listed(const char *name, const char *option)
{
	char *text = tracefs_read(name), *save;
	bool found = false;

	if (!text)
		return false;
	for (char *l = strtok_r(text, "\n", &save); l && !found; l = strtok_r(NULL, "\n", &save))
		found = !strcmp(l, option);
	free(text);
	return found;
}

TEST_F(stackmap, top_level_has_it)
{
	char *value = tracefs_read("options/stackmap");

	ASSERT_NE(NULL, value);
	EXPECT_STREQ("1\n", value);
	EXPECT_TRUE(option_listed("trace_options", "stackmap"));
	EXPECT_EQ(1, tracefs_put("options/stackmap", "0"));
	EXPECT_TRUE(option_listed("trace_options", "nostackmap"));
	EXPECT_EQ(8, tracefs_put("trace_options", "stackmap"));
	EXPECT_TRUE(option_listed("trace_options", "stackmap"));
	EXPECT_EQ(10, tracefs_put("trace_options", "nostackmap"));
	free(value);
	value = tracefs_read("options/stackmap");
	ASSERT_NE(NULL, value);
	EXPECT_STREQ("0\n", value);
	free(value);
	EXPECT_EQ(-EINVAL, tracefs_put("options/stackmap", "2"));
}

TEST_F(stackmap, on_records_ids_off_records_stacks)
{
	struct ring ring;

	ASSERT_EQ(5, mark(self->mark, 5, 8));
	ASSERT_EQ(1, tracefs_put("options/stackmap", "0"));
	ASSERT_EQ(7, mark(self->mark, 7, 8));
	ASSERT_EQ(1, tracefs_put("options/stackmap", "1"));
	ASSERT_EQ(3, mark(self->mark, 3, 8));
	ASSERT_TRUE(ring_read(&ring, "trace"));
	ASSERT_EQ(30, ring.nr);
	for (size_t i = 1; i < ring.nr; i += 2) {
		EXPECT_EQ(i >= 10 && i < 24 ? RING_FULL : RING_ID, ring.entry[i].kind)
			TH_LOG("stack %zu: %s", i / 2, ring.entry[i].line);
	}
	ring_free(&ring);
}

/* Off, the map is neither asked nor filled. */
TEST_F(stackmap, off_leaves_the_map_alone)
{
	char *text;

	ASSERT_EQ(1, tracefs_put("options/stackmap", "0"));
	ASSERT_EQ(20, mark(self->mark, 20, 8));
	text = tracefs_read("stack_map");
	ASSERT_NE(NULL, text);
	EXPECT_STREQ("", text);
	free(text);
}

TEST_F(stackmap, instances_do_not_have_it)
{
	ASSERT_EQ(0, mkdir(tracefs_path(INSTANCE), 0750));
	EXPECT_FALSE(tracefs_has(INSTANCE "/options/stackmap"));
	/* but it has options */
	EXPECT_TRUE(tracefs_has(INSTANCE "/options/stacktrace"));
	EXPECT_FALSE(tracefs_has(INSTANCE "/stack_map"));
	EXPECT_FALSE(tracefs_has(INSTANCE "/stack_map_stat"));
	EXPECT_FALSE(tracefs_has(INSTANCE "/stack_map_bin"));
}

TEST_F(stackmap, instances_refuse_it)
{
	ASSERT_EQ(0, mkdir(tracefs_path(INSTANCE), 0750));
	EXPECT_EQ(-EINVAL, tracefs_put(INSTANCE "/trace_options", "stackmap"));
	EXPECT_EQ(-EINVAL, tracefs_put(INSTANCE "/trace_options", "stackmap\n"));
	EXPECT_FALSE(option_listed(INSTANCE "/trace_options", "stackmap"));
	/* the same with the option off at the top */
	ASSERT_EQ(1, tracefs_put("options/stackmap", "0"));
	EXPECT_EQ(-EINVAL, tracefs_put(INSTANCE "/trace_options", "stackmap"));
	EXPECT_FALSE(option_listed(INSTANCE "/trace_options", "stackmap"));
	EXPECT_TRUE(option_listed("trace_options", "nostackmap"));
	/* others it does take */
	EXPECT_EQ(10, tracefs_put(INSTANCE "/trace_options", "stacktrace"));
}

/* Made while the option is on at the top, an instance inherits most options; not this one. */
TEST_F(stackmap, instances_do_not_inherit_it)
{
	struct ring ring;
	struct sm_map map;
	int fd;

	ASSERT_EQ(0, mkdir(tracefs_path(INSTANCE), 0750));
	EXPECT_FALSE(option_listed(INSTANCE "/trace_options", "stackmap"));
	ASSERT_EQ(10, tracefs_put(INSTANCE "/events/ftrace/print/trigger", "stacktrace"));
	fd = tracefs_open(INSTANCE "/trace_marker", O_WRONLY);
	ASSERT_LE(0, fd);
	ASSERT_EQ(6, mark(fd, 6, 8));
	close(fd);
	ASSERT_TRUE(ring_read(&ring, INSTANCE "/trace"));
	EXPECT_EQ(6, ring.events);
	EXPECT_EQ(6, ring.fulls);
	EXPECT_EQ(0, ring.ids);
	ring_free(&ring);
	ASSERT_TRUE(sm_read(&map)) TH_LOG("%s", map.error);
	EXPECT_EQ(0, map.nr)
		TH_LOG("an event of the instance went into the map");
	sm_free(&map);
}

TEST_HARNESS_MAIN
