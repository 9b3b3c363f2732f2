// SPDX-License-Identifier: GPL-2.0
/*
 * stack_map_bin: the same records as the text, to the byte, as they were when it was opened.
 */
#include <fcntl.h>

#include "lib/fixture.h"
#include "lib/snapshot.h"
#include "lib/stackmap.h"
#include "lib/symbols.h"

/* Some records, then silence. */
static void fill(int fd)
{
	tracefs_put("tracing_on", "1");
	mark_paths(fd);
	mark(fd, 40, 8);
	tracefs_put("tracing_on", "0");
}

TEST_F(stackmap, empty_map_is_a_header)
{
	struct snap snap;

	NEED_FILE("stack_map_bin");
	ASSERT_TRUE(snap_read(&snap, 4096)) TH_LOG("%s", snap.error);
	EXPECT_EQ(0, snap.head.nr_stacks);
	EXPECT_EQ(16, snap.size);
	snap_free(&snap);
}

TEST_F(stackmap, header_and_records)
{
	size_t size = 16;
	struct snap snap;

	NEED_FILE("stack_map_bin");
	fill(self->mark);
	ASSERT_TRUE(snap_read(&snap, 1 << 16)) TH_LOG("%s", snap.error);
	/* native byte order: read as the machine's own words */
	EXPECT_EQ(0x46534D42, snap.head.magic);
	EXPECT_EQ(1, snap.head.version);
	EXPECT_LE(2, snap.head.nr_stacks);
	for (size_t i = 0; i < snap.head.nr_stacks; i++)
		size += 16 + 8 * snap.stack[i].head.nr;
	EXPECT_EQ(size, snap.size);
	snap_free(&snap);
}

/* 64 bits a frame on every machine; a 32-bit address is extended with zeros, not with its sign. */
TEST_F(stackmap, frames_are_64_bits_wide)
{
	struct snap snap;

	NEED_FILE("stack_map_bin");
	fill(self->mark);
	ASSERT_TRUE(snap_read(&snap, 1 << 16)) TH_LOG("%s", snap.error);
	for (size_t i = 0; i < snap.head.nr_stacks; i++) {
		for (unsigned int f = 0; f < snap.stack[i].head.nr; f++) {
			uint64_t ip = snap_frame(&snap.stack[i], f);

			EXPECT_NE(0, ip);
			if (sizeof(long) == 4) {
				EXPECT_EQ(0, ip >> 32);
			} else {
				EXPECT_NE(0, ip >> 32);
			}
		}
	}
	snap_free(&snap);
}

static void agree(struct __test_metadata *_metadata)
{
	struct snap snap;
	struct sm_map map;

	ASSERT_TRUE(snap_read(&snap, 1 << 16)) TH_LOG("%s", snap.error);
	ASSERT_TRUE(sm_read(&map)) TH_LOG("%s", map.error);
	ASSERT_EQ(map.nr, snap.head.nr_stacks);
	for (size_t i = 0; i < map.nr; i++) {
		const struct snap_stack *s = snap_find(&snap, map.rec[i].id);

		ASSERT_NE(NULL, s)
			TH_LOG("stack_id %u is in stack_map alone", map.rec[i].id);
		EXPECT_EQ(map.rec[i].depth, s->head.nr);
		EXPECT_EQ(map.rec[i].ref, s->head.ref_count);
	}
	sm_free(&map);
	snap_free(&snap);
}

TEST_F(stackmap, agrees_with_the_text)
{
	NEED_FILE("stack_map_bin");
	fill(self->mark);
	agree(_metadata);
}

TEST_F_TIMEOUT(stackmap, agrees_with_the_text_on_variety, 60)
{
	NEED_FILE("stack_map_bin");
	ASSERT_EQ(0, variety_on());
	variety(20);
	tracefs_put("tracing_on", "0");
	variety_off();
	agree(_metadata);
}

/* The address in the one is the symbol and offset of the other. */
TEST_F_TIMEOUT(stackmap, frames_agree_with_the_text, 60)
{
	unsigned int checked = 0;
	struct symbols syms;
	struct snap snap;
	struct sm_map map;

	NEED_FILE("stack_map_bin");
	if (!symbols_read(&syms))
		SKIP_TEST("/proc/kallsyms is absent or shows no addresses");
	fill(self->mark);
	ASSERT_TRUE(snap_read(&snap, 1 << 16)) TH_LOG("%s", snap.error);
	ASSERT_TRUE(sm_read(&map)) TH_LOG("%s", map.error);
	for (size_t i = 0; i < map.nr; i++) {
		const struct snap_stack *s = snap_find(&snap, map.rec[i].id);
		const char *line = map.rec[i].frames;

		ASSERT_NE(NULL, s);
		for (unsigned int f = 0; f < s->head.nr; f++, line = strchr(line, '\n') + 1) {
			int ret = symbols_match(&syms, snap_frame(s, f), strstr(line, "] ") + 2);

			EXPECT_NE(-1, ret)
				TH_LOG("%#llx is not %.50s",
				       (unsigned long long)snap_frame(s, f), line);
			checked += ret == 1;
		}
	}
	FLOOR("frames_compared", 4, checked);
	symbols_free(&syms);
}

/* Taken at open: whatever happens later, this file says what was then. */
TEST_F(stackmap, later_events_and_resets_do_not_change_it)
{
	char *before, *after;
	size_t len, len2;
	int fd;

	NEED_FILE("stack_map_bin");
	fill(self->mark);
	fd = tracefs_open("stack_map_bin", O_RDONLY);
	ASSERT_LE(0, fd);
	before = fd_read_all(fd, 4096, &len);
	ASSERT_NE(NULL, before);
	ASSERT_LT(16, len);
	fill(self->mark);
	ASSERT_EQ(5, map_reset("reset"));
	ASSERT_EQ(0, lseek(fd, 0, SEEK_SET));
	after = fd_read_all(fd, 4096, &len2);
	ASSERT_NE(NULL, after);
	ASSERT_EQ(len, len2);
	EXPECT_EQ(0, memcmp(before, after, len));
	close(fd);
}

/* The same when not a byte was read before. */
TEST_F(stackmap, it_is_taken_at_open_not_at_read)
{
	struct snap snap;
	size_t len;
	char *data;
	int fd;

	NEED_FILE("stack_map_bin");
	map_reset("0");
	ASSERT_EQ(5, mark(self->mark, 5, 8));
	fd = tracefs_open("stack_map_bin", O_RDONLY);
	ASSERT_LE(0, fd);
	ASSERT_EQ(5, mark(self->mark, 5, 8));
	ASSERT_LT(0, mark_paths(self->mark));
	data = fd_read_all(fd, 100, &len);
	close(fd);
	ASSERT_NE(NULL, data);
	ASSERT_TRUE(snap_parse(&snap, data, len)) TH_LOG("%s", snap.error);
	ASSERT_EQ(1, snap.head.nr_stacks);
	EXPECT_EQ(5, snap.stack[0].head.ref_count);
	snap_free(&snap);
}

TEST_F(stackmap, pieces_make_the_whole)
{
	static const size_t sizes[] = { 1, 3, 7, 8, 15, 16, 17, 100, 4096 };
	size_t len, len2;
	char *whole, *text;
	int fd;

	NEED_FILE("stack_map_bin");
	fill(self->mark);
	fd = tracefs_open("stack_map_bin", O_RDONLY);
	ASSERT_LE(0, fd);
	whole = fd_read_all(fd, 1 << 16, &len);
	ASSERT_NE(NULL, whole);
	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		ASSERT_EQ(0, lseek(fd, 0, SEEK_SET));
		text = fd_read_all(fd, sizes[i], &len2);
		ASSERT_NE(NULL, text);
		ASSERT_EQ(len, len2);
		EXPECT_EQ(0, memcmp(whole, text, len))
			TH_LOG("in reads of %zu", sizes[i]);
		free(text);
	}
	close(fd);
}

TEST_F(stackmap, seek_pread_and_end)
{
	char *whole, buf[64];
	size_t len;
	int fd;

	NEED_FILE("stack_map_bin");
	fill(self->mark);
	fd = tracefs_open("stack_map_bin", O_RDONLY);
	ASSERT_LE(0, fd);
	whole = fd_read_all(fd, 1 << 16, &len);
	ASSERT_NE(NULL, whole);
	for (size_t at = 0; at < len; at += 11) {
		size_t want = len - at < sizeof(buf) ? len - at : sizeof(buf);

		ASSERT_EQ(want, pread(fd, buf, sizeof(buf), at));
		EXPECT_EQ(0, memcmp(whole + at, buf, want));
	}
	EXPECT_EQ(0, pread(fd, buf, sizeof(buf), len));
	EXPECT_EQ(0, pread(fd, buf, sizeof(buf), len + 4096));
	EXPECT_EQ(16, lseek(fd, 16, SEEK_SET));
	EXPECT_EQ(8, read(fd, buf, 8));
	EXPECT_EQ(24, lseek(fd, 0, SEEK_CUR));
	EXPECT_EQ(0, memcmp(whole + 16, buf, 8));
	close(fd);
}

TEST_HARNESS_MAIN
