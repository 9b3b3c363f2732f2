// SPDX-License-Identifier: GPL-2.0
/* The files by name, mode and format, line by line: what tools parse. */
#include <fcntl.h>
#include <sys/stat.h>

#include "lib/fixture.h"
#include "lib/stackmap.h"

static int mode_of(const char *name)
{
	struct stat st;

	if (stat(tracefs_path(name), &st))
		return -errno;
	return S_ISREG(st.st_mode) ? (int)(st.st_mode & 07777) : -EISDIR;
}

TEST_F(stackmap, map_mode)
{
	EXPECT_EQ(0640, mode_of("stack_map"));
}

TEST_F(stackmap, stat_mode)
{
	NEED_FILE("stack_map_stat");
	EXPECT_EQ(0440, mode_of("stack_map_stat"));
}

TEST_F(stackmap, bin_mode)
{
	NEED_FILE("stack_map_bin");
	EXPECT_EQ(0440, mode_of("stack_map_bin"));
}

/* Root passes modes by; without a write operation the file still takes nothing. */
static void expect_read_only(struct __test_metadata *_metadata, const char *name)
{
	long ret = tracefs_put(name, "0");

	EXPECT_TRUE(ret == -EINVAL || ret == -EBADF || ret == -EACCES || ret == -EPERM)
		TH_LOG("writing to %s: %ld", name, ret);
}

TEST_F(stackmap, stat_and_bin_take_no_write)
{
	NEED_FILE("stack_map_stat");
	NEED_FILE("stack_map_bin");
	ASSERT_EQ(4, mark(self->mark, 4, 8));
	expect_read_only(_metadata, "stack_map_stat");
	expect_read_only(_metadata, "stack_map_bin");
}

TEST_F(stackmap, empty_map_reads_as_nothing)
{
	char *text = tracefs_read("stack_map");

	ASSERT_NE(NULL, text);
	EXPECT_STREQ("", text);
	free(text);
}

TEST_F(stackmap, map_format_of_marks)
{
	struct sm_map map;

	ASSERT_LT(0, mark_paths(self->mark));
	ASSERT_TRUE(sm_read(&map)) TH_LOG("%s", map.error);
	EXPECT_LT(0, map.nr);
	/* the write went through the file system, and that has a name */
	EXPECT_NE(NULL, strstr(map.text, "vfs_write"));
	sm_free(&map);
}

TEST_F_TIMEOUT(stackmap, map_format_of_variety, 60)
{
	struct sm_map map;

	ASSERT_EQ(0, variety_on());
	variety(20);
	variety_off();
	ASSERT_TRUE(sm_read(&map)) TH_LOG("%s", map.error);
	FLOOR("records_parsed", 20, map.nr);
	sm_free(&map);
}

TEST_F(stackmap, stat_format)
{
	struct sm_stat stat;
	char error[200] = "";

	NEED_FILE("stack_map_stat");
	ASSERT_EQ(9, mark(self->mark, 9, 8));
	ASSERT_TRUE(sm_stat_read(&stat, error)) TH_LOG("%s", error);
	EXPECT_EQ(SM_CAPACITY, stat.capacity);
	EXPECT_EQ(SM_SLOTS, stat.table_size);
	EXPECT_EQ(9, stat.successes);
	EXPECT_EQ(1, stat.entries);
}

/*
 * A stack that runs through the trampoline ftrace made for a tracer: only where the architecture
 * has such, and where the unwinder sees it.
 */
TEST_F_TIMEOUT(stackmap, trampoline_has_its_word, 60)
{
	struct sm_map map;
	bool found;

	if (!tracefs_has("set_ftrace_filter") || tracefs_put("set_ftrace_filter", "vfs_write") < 0)
		SKIP_TEST("no function tracer, or vfs_write cannot be traced");
	if (tracefs_put("current_tracer", "function") < 0)
		SKIP_TEST("the kernel has no function tracer");
	tracefs_put("options/func_stack_trace", "1");
	mark(self->mark, 20, 8);
	tracefs_put("options/func_stack_trace", "0");
	tracefs_put("current_tracer", "nop");
	tracefs_put("set_ftrace_filter", "!vfs_write");
	ASSERT_TRUE(sm_read(&map)) TH_LOG("%s", map.error);
	found = map.nr && strstr(map.text, "] [FTRACE TRAMPOLINE]\n");
	/* the marker as a number: INT_MAX */
	EXPECT_EQ(NULL, map.nr ? strstr(map.text, "] 0x7fffffff\n") : NULL);
	sm_free(&map);
	if (!found)
		SKIP_TEST("no stack went through a trampoline on this architecture");
}

TEST_HARNESS_MAIN
