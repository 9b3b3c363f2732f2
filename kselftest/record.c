// SPDX-License-Identifier: GPL-2.0
/*
 * What an event carries with options/stackmap on: one id, which resolves to the very stack that
 * would have been recorded without it.
 */
#include <fcntl.h>

#include "lib/fixture.h"
#include "lib/ring.h"
#include "lib/stackmap.h"

TEST_F(stackmap, same_stack_same_id_and_ref_counts)
{
	const struct sm_record *rec;
	struct ring ring;
	struct sm_map map;

	ASSERT_EQ(50, mark(self->mark, 50, 8));
	ASSERT_TRUE(ring_read(&ring, "trace"));
	EXPECT_EQ(50, ring.events);
	ASSERT_EQ(50, ring.ids);
	EXPECT_EQ(0, ring.fulls);
	for (size_t i = 3; i < ring.nr; i += 2) {
		EXPECT_EQ(ring.entry[1].id, ring.entry[i].id);
	}
	ASSERT_TRUE(sm_read(&map)) TH_LOG("%s", map.error);
	EXPECT_EQ(1, map.nr);
	rec = sm_find(&map, ring.entry[1].id);
	ASSERT_NE(NULL, rec);
	EXPECT_EQ(50, rec->ref);
	sm_free(&map);
	ring_free(&ring);
	/* and from there it goes on */
	ASSERT_EQ(25, mark(self->mark, 25, 8));
	ASSERT_TRUE(sm_read(&map)) TH_LOG("%s", map.error);
	ASSERT_EQ(1, map.nr);
	EXPECT_EQ(75, map.rec[0].ref);
	sm_free(&map);
}

TEST_F(stackmap, different_stacks_different_ids)
{
	size_t paths = mark_paths(self->mark);
	struct ring ring;
	struct sm_map map;

	ASSERT_LE(2, paths);
	ASSERT_TRUE(ring_read(&ring, "trace"));
	ASSERT_EQ(paths, ring.ids);
	ASSERT_TRUE(sm_read(&map)) TH_LOG("%s", map.error);
	/* at least write() and writev() take different ways */
	EXPECT_LE(2, map.nr);
	EXPECT_EQ(0, sm_duplicates(&map));
	EXPECT_EQ(paths, sm_ref_sum(&map));
	sm_free(&map);
	ring_free(&ring);
}

/* The line "  [N] name+0x..." of the map against the line " => name" of the trace. */
static bool same_function(const char **map_frame, const char **full_frame)
{
	const char *m = strstr(*map_frame, "] ") + 2, *f = *full_frame + 4;
	size_t len = strcspn(m, "+\n"), flen = strlen(f);

	/* a module's name follows its symbol in both */
	if (flen < len || strncmp(m, f, len) || (f[len] && f[len] != ' '))
		return false;
	*map_frame = strchr(m, '\n') + 1;
	*full_frame = f + flen + 1;
	return true;
}

TEST_F(stackmap, id_resolves_to_the_full_stack)
{
	const struct sm_record *rec;
	const char *m, *f;
	struct ring ring;
	struct sm_map map;

	/* one call site, so both stacks are the same down to the return address */
	for (int on = 1; on >= 0; on--) {
		ASSERT_EQ(1, tracefs_put("options/stackmap", on ? "1" : "0"));
		ASSERT_EQ(1, mark(self->mark, 1, 8));
	}
	ASSERT_TRUE(ring_read(&ring, "trace"));
	ASSERT_EQ(1, ring.ids);
	ASSERT_EQ(1, ring.fulls);
	ASSERT_TRUE(sm_read(&map)) TH_LOG("%s", map.error);
	rec = sm_find(&map, ring.entry[1].id);
	ASSERT_NE(NULL, rec);
	ASSERT_EQ(ring.entry[3].depth, rec->depth);
	m = rec->frames;
	f = ring.entry[3].line;
	for (unsigned int i = 0; i < rec->depth; i++) {
		ASSERT_TRUE(same_function(&m, &f))
			TH_LOG("frame %u: map '%.60s', trace '%s'", i, m, f);
	}
	sm_free(&map);
	ring_free(&ring);
}

TEST_F_TIMEOUT(stackmap, every_id_resolves, 60)
{
	size_t resolved = 0;
	struct ring ring;
	struct sm_map map;

	ASSERT_EQ(0, variety_on());
	variety(20);
	tracefs_put("tracing_on", "0");
	variety_off();
	ASSERT_TRUE(ring_read(&ring, "trace"));
	ASSERT_TRUE(sm_read(&map)) TH_LOG("%s", map.error);
	for (size_t i = 0; i < ring.nr; i++) {
		if (ring.entry[i].kind != RING_ID)
			continue;
		EXPECT_GT(SM_SLOTS, ring.entry[i].id);
		ASSERT_NE(NULL, sm_find(&map, ring.entry[i].id))
			TH_LOG("%s: not in stack_map", ring.entry[i].line);
		resolved++;
	}
	FLOOR("ids_resolved", 200, resolved);
	FLOOR("distinct_stacks", 20, map.nr);
	sm_free(&map);
	ring_free(&ring);
}

/* Nothing is lost for the sake of the map: each event has its stack, as id or in full. */
TEST_F_TIMEOUT(stackmap, every_event_has_one_stack, 60)
{
	struct ring ring;

	ASSERT_EQ(500, mark(self->mark, 500, 8));
	ASSERT_EQ(0, ring_lost());
	ASSERT_TRUE(ring_read(&ring, "trace"));
	EXPECT_EQ(500, ring.events);
	EXPECT_EQ(500, ring.ids + ring.fulls);
	EXPECT_EQ(0, ring.fulls);
	ring_free(&ring);
}

TEST_F(stackmap, format_file)
{
	char *text;

	NEED_FILE("events/ftrace/stack_id/format");
	text = tracefs_read("events/ftrace/stack_id/format");
	ASSERT_NE(NULL, text);
	EXPECT_EQ(text, strstr(text, "name: stack_id\nID: "));
	/* behind the 8 bytes every event begins with */
	EXPECT_NE(NULL, strstr(text, "\tfield:int stack_id;\toffset:8;\tsize:4;\tsigned:1;\n"))
		TH_LOG("%s", text);
	EXPECT_NE(NULL, strstr(text, "print fmt: \"<stack_id %d>\", REC->stack_id"))
		TH_LOG("%s", text);
	free(text);
}

/* trace_pipe takes a different way to the same words. */
TEST_F(stackmap, trace_pipe_prints_ids)
{
	static char buf[8192];
	int fd = tracefs_open("trace_pipe", O_RDONLY | O_NONBLOCK);
	size_t used = 0;
	ssize_t n;

	ASSERT_LE(0, fd);
	ASSERT_EQ(2, mark(self->mark, 2, 8));
	while (used < sizeof(buf) - 1 && (n = read(fd, buf + used, sizeof(buf) - 1 - used)) > 0)
		used += n;
	close(fd);
	EXPECT_NE(NULL, strstr(buf, ": <stack_id "))
		TH_LOG("trace_pipe: '%s'", buf);
	EXPECT_EQ(NULL, strstr(buf, "<stack trace>"));
}

/* Fills a buffer that does not overwrite; did the last mark find room, and its id did not? */
static bool fill_to_the_brim(struct __test_metadata *_metadata, int fd, size_t first, size_t len)
{
	bool no_room = false;
	struct ring ring;
	struct sm_map map;

	EXPECT_EQ(0, tracing_clear());
	EXPECT_EQ(1, map_reset("0"));
	mark(fd, 1, first);
	mark(fd, 5000, len);
	EXPECT_TRUE(ring_read(&ring, "trace"));
	EXPECT_TRUE(sm_read(&map)) TH_LOG("%s", map.error);
	EXPECT_EQ(ring.ids, sm_ref_sum(&map))
		TH_LOG("%zu marks of %zu, then %zu characters", ring.events, first, len);
	EXPECT_EQ(0, ring.fulls);
	no_room = ring.events > ring.ids;
	sm_free(&map);
	ring_free(&ring);
	return no_room;
}

/*
 * The place in the ring buffer is reserved before the map is asked: an id without a place must
 * not have been counted. How the marks fill the last page depends on their lengths.
 */
TEST_F_TIMEOUT(stackmap, no_room_no_count, 120)
{
	char *size = tracefs_read("buffer_size_kb");
	unsigned int no_room = 0;

	ASSERT_NE(NULL, size);
	ASSERT_LT(0, tracefs_put("trace_options", "nooverwrite"));
	/* two pages or so a CPU */
	EXPECT_LT(0, tracefs_put("buffer_size_kb", "4"));
	for (size_t len = 1; len <= 40 && no_room < 3; len += 3)
		for (size_t first = 1; first <= 49 && no_room < 3; first += 12)
			no_room += fill_to_the_brim(_metadata, self->mark, first, len);
	/* "7 (expanded: 1408)" is what a buffer says that nobody has used yet */
	tracefs_put("buffer_size_kb", strstr(size, "expanded") ? "1408" : size);
	free(size);
	FLOOR("ids_without_room", 1, no_room);
}

TEST_HARNESS_MAIN
