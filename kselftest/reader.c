// SPDX-License-Identifier: GPL-2.0
/*
 * Reading stack_map in pieces, by several at once, from anywhere, and across resets: the text
 * holds together, ends, and never goes backwards.
 */
#include <fcntl.h>

#include "lib/crew.h"
#include "lib/fixture.h"
#include "lib/stackmap.h"

/* Some records, then silence. */
static char *fill(int fd)
{
	tracefs_put("tracing_on", "1");
	mark_paths(fd);
	mark(fd, 3, 8);
	tracefs_put("tracing_on", "0");
	return tracefs_read("stack_map");
}

/* Hundreds of records: more than a buffer of seq_file holds. */
static char *fill_with_variety(void)
{
	tracefs_put("tracing_on", "1");
	variety_on();
	variety(10);
	tracefs_put("tracing_on", "0");
	variety_off();
	return tracefs_read("stack_map");
}

TEST_F_TIMEOUT(stackmap, small_reads_make_the_same_text, 60)
{
	static const size_t sizes[] = { 1, 2, 3, 5, 7, 16, 63, 64, 65, 127, 500, 1000 };
	char *whole = fill(self->mark);

	ASSERT_NE(NULL, whole);
	ASSERT_LT(100, strlen(whole));
	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		int fd = tracefs_open("stack_map", O_RDONLY);
		char *text, c;

		ASSERT_LE(0, fd);
		text = fd_read_all(fd, sizes[i], NULL);
		ASSERT_NE(NULL, text);
		EXPECT_STREQ(whole, text)
			TH_LOG("in reads of %zu", sizes[i]);
		/* the end stays the end */
		EXPECT_EQ(0, read(fd, &c, 1));
		free(text);
		close(fd);
	}
	free(whole);
}

TEST_F_TIMEOUT(stackmap, large_map_in_pieces, 60)
{
	static const size_t sizes[] = { 61, 100, 4095, 4096, 4097, 8192, 1 << 20 };
	char *whole = fill_with_variety();

	ASSERT_NE(NULL, whole);
	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		int fd = tracefs_open("stack_map", O_RDONLY);
		char *text;

		ASSERT_LE(0, fd);
		text = fd_read_all(fd, sizes[i], NULL);
		ASSERT_NE(NULL, text);
		EXPECT_EQ(0, strcmp(whole, text))
			TH_LOG("in reads of %zu it is another text", sizes[i]);
		free(text);
		close(fd);
	}
	FLOOR("bytes_of_text", 16384, strlen(whole));
	free(whole);
}

TEST_F(stackmap, seek_and_pread)
{
	char *whole = fill(self->mark), *text, buf[40] = "";
	int fd = tracefs_open("stack_map", O_RDONLY);
	size_t len;

	ASSERT_LE(0, fd);
	ASSERT_NE(NULL, whole);
	len = strlen(whole);
	for (size_t at = 0; at <= len; at += len / 13 + 1) {
		ASSERT_EQ(at, lseek(fd, at, SEEK_SET));
		text = fd_read_all(fd, 100, NULL);
		ASSERT_NE(NULL, text);
		EXPECT_STREQ(whole + at, text)
			TH_LOG("from byte %zu", at);
		free(text);
		/* pread() leaves the position alone */
		ASSERT_EQ(len - at < 39 ? len - at : 39, pread(fd, buf, 39, at));
		EXPECT_EQ(0, strncmp(whole + at, buf, len - at < 39 ? len - at : 39));
		EXPECT_EQ(len, lseek(fd, 0, SEEK_CUR));
	}
	EXPECT_EQ(-1, lseek(fd, -1, SEEK_SET));
	EXPECT_EQ(EINVAL, errno);
	close(fd);
}

/* Open, half read, cleared: what remains is the end, or ids that go on rising. */
TEST_F(stackmap, held_open_over_a_reset)
{
	char *whole = fill(self->mark), *rest;
	int fd = tracefs_open("stack_map", O_RDONLY);
	char head[16];

	ASSERT_LE(0, fd);
	ASSERT_NE(NULL, whole);
	ASSERT_EQ(10, read(fd, head, 10));
	/* nobody has to close the file for it */
	ASSERT_EQ(5, tracefs_put("stack_map", "reset"));
	rest = fd_read_all(fd, 50, NULL);
	ASSERT_NE(NULL, rest);
	EXPECT_GE(strlen(whole), 10 + strlen(rest));
	free(rest);
	/* from the start the same descriptor shows the new epoch */
	ASSERT_EQ(0, lseek(fd, 0, SEEK_SET));
	rest = fd_read_all(fd, 50, NULL);
	ASSERT_NE(NULL, rest);
	EXPECT_STREQ("", rest);
	free(rest);
	free(whole);
	whole = fill(self->mark);
	ASSERT_NE(NULL, whole);
	ASSERT_EQ(0, lseek(fd, 0, SEEK_SET));
	rest = fd_read_all(fd, 50, NULL);
	ASSERT_NE(NULL, rest);
	EXPECT_STREQ(whole, rest);
	close(fd);
}

/* A reset and new stacks between any two reads: it ends, and the ids rise to the end. */
TEST_F_TIMEOUT(stackmap, read_across_resets, 90)
{
	static const size_t sizes[] = { 24, 48, 100, 333, 4096 };
	unsigned int crossed = 0;

	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		size_t room = 1 << 20, used = 0;
		char *text = calloc(1, room);
		struct sm_map map;
		ssize_t n = 1;
		int fd;

		free(fill(self->mark));
		fd = tracefs_open("stack_map", O_RDONLY);
		ASSERT_LE(0, fd);
		while (n > 0 && used + sizes[i] < room) {
			n = read(fd, text + used, sizes[i]);
			ASSERT_LE(0, n);
			used += n;
			ASSERT_EQ(5, tracefs_put("stack_map", "reset"));
			free(fill(self->mark));
			crossed++;
		}
		EXPECT_EQ(0, n)
			TH_LOG("a megabyte, and no end of it");
		/* the grammar asks for rising ids and for whole records */
		EXPECT_TRUE(sm_parse(&map, text)) TH_LOG("reads of %zu: %s", sizes[i], map.error);
		sm_free(&map);
		close(fd);
	}
	FLOOR("resets_between_reads", 20, crossed);
}

struct library {
	unsigned int stop, reads, torn, errors;
};

static void read_on_and_on(void *shared)
{
	struct library *lib = shared;

	while (!crew_get(&lib->stop)) {
		struct sm_map map;
		bool ok;
		int fd = tracefs_open("stack_map", O_RDONLY);
		char *text = fd_read_all(fd, 97, NULL);

		close(fd);
		if (!text) {
			crew_add(&lib->errors, 1);
			continue;
		}
		ok = sm_parse(&map, text);
		if (!ok && !crew_get(&lib->torn))
			printf("# %s\n", map.error);
		crew_add(&lib->torn, !ok);
		crew_add(&lib->reads, 1);
		sm_free(&map);
	}
}

/* Three readers in small steps, a reset now and then, stacks all the time. */
TEST_F_TIMEOUT(stackmap, many_readers_and_resets, 60)
{
	struct library *lib = crew_share(sizeof(*lib));
	double end = seconds_now() + 4;
	unsigned int resets = 0;
	pid_t pid[3];

	for (int i = 0; i < 3; i++)
		pid[i] = crew_start(read_on_and_on, lib);
	while (seconds_now() < end) {
		mark_paths(self->mark);
		mark(self->mark, 50, 8);
		if (mark(self->mark, 1, 8))
			resets += map_reset("0") == 1;
		mark_paths(self->mark);
		usleep(20000);
	}
	crew_set(&lib->stop, 1);
	for (int i = 0; i < 3; i++) {
		EXPECT_EQ(0, crew_join(pid[i]));
	}
	EXPECT_EQ(0, lib->torn);
	EXPECT_EQ(0, lib->errors);
	FLOOR("whole_reads", 20, lib->reads);
	FLOOR("resets_among_readers", 5, resets);
}

TEST_HARNESS_MAIN
