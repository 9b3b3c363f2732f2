// SPDX-License-Identifier: GPL-2.0
/*
 * What may be written to stack_map: "0" or "reset", one newline behind it at most, and nothing
 * else. A parser that is too generous shows as a cleared map or a wrong result here.
 */
#include <fcntl.h>
#include <sys/uio.h>

#include "lib/fixture.h"
#include "lib/stackmap.h"

struct attempt {
	const char *what;
	const char *data;
	long len;
	long result;
};

#define TRY(text, result) { #text, text, sizeof(text) - 1, result }

static const struct attempt bad[] = {
	TRY("", -EINVAL),
	TRY("\n", -EINVAL),
	TRY("1", -EINVAL),
	TRY("00", -EINVAL),
	TRY("0\n\n", -EINVAL),
	TRY("\n0", -EINVAL),
	TRY("0 ", -EINVAL),
	TRY(" 0", -EINVAL),
	TRY("0\0", -EINVAL),
	TRY("0\0\n", -EINVAL),
	TRY("\0", -EINVAL),
	TRY("\0" "0", -EINVAL),
	TRY("0x0", -EINVAL),
	TRY("-0", -EINVAL),
	TRY("+0", -EINVAL),
	TRY("rese", -EINVAL),
	TRY(" reset", -EINVAL),
	TRY("reset ", -EINVAL),
	TRY("reset\0", -EINVAL),
	TRY("reset\n\n", -EINVAL),
	TRY("reset\r\n", -EINVAL),
	TRY("reset\n0", -EINVAL),
	TRY("resets", -EINVAL),
	TRY("resetreset", -EINVAL),
	TRY("Reset", -EINVAL),
	TRY("RESET", -EINVAL),
	TRY("0reset", -EINVAL),
	TRY("clear", -EINVAL),
};

static const struct attempt good[] = {
	TRY("0", 1),
	TRY("0\n", 2),
	TRY("reset", 5),
	TRY("reset\n", 6),
};

/* Some records, then no more events: what stack_map says from here on is the test's doing. */
static char *fill(int fd)
{
	tracefs_put("tracing_on", "1");
	mark_paths(fd);
	mark(fd, 3, 8);
	tracefs_put("tracing_on", "0");
	return tracefs_read("stack_map");
}

static bool unchanged(const char *before)
{
	char *now = tracefs_read("stack_map");
	bool same = now && *before && !strcmp(now, before);

	free(now);
	return same;
}

TEST_F(stackmap, bad_text_is_einval)
{
	char *before = fill(self->mark);

	ASSERT_NE(NULL, before);
	for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
		EXPECT_EQ(bad[i].result, tracefs_write("stack_map", bad[i].data, bad[i].len))
			TH_LOG("after writing %s", bad[i].what);
		EXPECT_TRUE(unchanged(before))
			TH_LOG("writing %s changed the map", bad[i].what);
	}
}

TEST_F(stackmap, long_text_is_einval)
{
	static char text[1 << 16];
	char *before = fill(self->mark);

	ASSERT_NE(NULL, before);
	memset(text, '\n', sizeof(text));
	memcpy(text, "reset", 5);
	for (size_t len = 7; len <= sizeof(text); len = len * 2 + 1) {
		EXPECT_EQ(-EINVAL, tracefs_write("stack_map", text, len));
	}
	memset(text, '0', sizeof(text));
	EXPECT_EQ(-EINVAL, tracefs_write("stack_map", text, sizeof(text)));
	EXPECT_TRUE(unchanged(before));
}

TEST_F(stackmap, bad_pointer_is_efault)
{
	char *before = fill(self->mark);
	char *page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	ASSERT_NE(NULL, before);
	ASSERT_NE(MAP_FAILED, page);
	ASSERT_EQ(0, munmap(page + 4096, 4096));
	EXPECT_EQ(-EFAULT, tracefs_write("stack_map", NULL, 1));
	EXPECT_EQ(-EFAULT, tracefs_write("stack_map", (void *)1, 5));
	EXPECT_EQ(-EFAULT, tracefs_write("stack_map", page + 4096, 5));
	/* an address of the kernel */
	EXPECT_EQ(-EFAULT, tracefs_write("stack_map", (void *)-4096L, 1));
	/* "re" is there, "set" is not */
	memcpy(page + 4094, "re", 2);
	EXPECT_EQ(-EFAULT, tracefs_write("stack_map", page + 4094, 5));
	page[4095] = '0';
	EXPECT_EQ(-EFAULT, tracefs_write("stack_map", page + 4095, 2));
	EXPECT_TRUE(unchanged(before));
}

/* Each piece is a write of its own: no two of them make one word. */
TEST_F(stackmap, pieces_are_not_joined)
{
	struct iovec iov[] = { { (void *)"re", 2 }, { (void *)"set", 3 } };
	char *before = fill(self->mark);
	int fd = tracefs_open("stack_map", O_WRONLY);

	ASSERT_LE(0, fd);
	ASSERT_NE(NULL, before);
	EXPECT_EQ(-1, writev(fd, iov, 2));
	EXPECT_EQ(EINVAL, errno);
	EXPECT_EQ(-1, write(fd, "rese", 4));
	EXPECT_EQ(-1, write(fd, "t", 1));
	EXPECT_TRUE(unchanged(before));
	close(fd);
}

TEST_F(stackmap, success_returns_the_full_count)
{
	for (size_t i = 0; i < ARRAY_SIZE(good); i++) {
		char *before = fill(self->mark), *after;

		ASSERT_NE(NULL, before);
		ASSERT_LT(0, strlen(before));
		EXPECT_EQ(good[i].result, tracefs_write("stack_map", good[i].data, good[i].len))
			TH_LOG("after writing %s", good[i].what);
		after = tracefs_read("stack_map");
		ASSERT_NE(NULL, after);
		EXPECT_STREQ("", after)
			TH_LOG("the map is not empty after writing %s", good[i].what);
		free(before);
		free(after);
	}
}

/* One descriptor can reset again and again, wherever its position is. */
TEST_F(stackmap, one_descriptor_resets_repeatedly)
{
	int fd = tracefs_open("stack_map", O_RDWR);
	char c;

	ASSERT_LE(0, fd);
	for (int i = 0; i < 3; i++) {
		free(fill(self->mark));
		EXPECT_EQ(1, read(fd, &c, 1));
		EXPECT_EQ(6, write(fd, "reset\n", 6));
		EXPECT_EQ(0, lseek(fd, 0, SEEK_SET));
		EXPECT_EQ(0, read(fd, &c, 1));
		EXPECT_EQ(0, lseek(fd, 0, SEEK_SET));
	}
	close(fd);
}

/* "echo x > stack_map" opens with O_TRUNC: what clears is the write, not the open. */
TEST_F(stackmap, opening_alone_clears_nothing)
{
	char *before = fill(self->mark);
	int fd = tracefs_open("stack_map", O_WRONLY | O_TRUNC);

	ASSERT_NE(NULL, before);
	ASSERT_LE(0, fd);
	close(fd);
	EXPECT_TRUE(unchanged(before));
}

TEST_HARNESS_MAIN
