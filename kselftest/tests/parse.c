// SPDX-License-Identifier: GPL-2.0
/*
 * The parsers are the tests' eyes: each must take what the contract prints, and must see what
 * deviates. Host program; closes with "N passed, N failed, 0 skipped".
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../lib/ring.h"
#include "../lib/snapshot.h"
#include "../lib/stackmap.h"
#include "../lib/symbols.h"

static int passed, failed;

static void check(bool ok, const char *what)
{
	if (ok) {
		passed++;
		return;
	}
	failed++;
	printf("not ok %s\n", what);
}

static void map_takes(const char *text, size_t nr)
{
	struct sm_map map;

	check(sm_parse(&map, strdup(text)) && map.nr == nr, text);
	sm_free(&map);
}

static void map_refuses(const char *text, const char *because)
{
	struct sm_map map;

	check(!sm_parse(&map, strdup(text)) && strstr(map.error, because), text);
	sm_free(&map);
}

#define GOOD                                                                                       \
	"stack_id 17 [ref 42, depth 2]\n  [0] schedule+0x48/0xc0\n  [1] [FTRACE TRAMPOLINE]\n\n"
#define NEXT "stack_id 18 [ref 1, depth 1]\n  [0] f+0x1/0x2 [a_module]\n\n"

static void test_map(void)
{
	map_takes("", 0);
	map_takes(GOOD, 1);
	map_takes(GOOD NEXT, 2);
	map_takes("stack_id 0 [ref 1, depth 1]\n  [0] 0xffffffff81000000\n\n", 1);
	map_refuses(GOOD GOOD, "line 5: expected a larger id");
	map_refuses(NEXT GOOD, "line 4: expected a larger id");
	map_refuses("stack_id 32768 [ref 1, depth 1]\n  [0] f+0x1/0x2\n\n", "below 32768");
	map_refuses("stack_id 1 [ref 0, depth 1]\n  [0] f+0x1/0x2\n\n", "a ref");
	map_refuses("stack_id 1 [ref 1, depth 0]\n\n", "depth of 1 to 64");
	map_refuses("stack_id 1 [ref 1, depth 65]\n  [0] f+0x1/0x2\n\n", "depth of 1 to 64");
	map_refuses("stack_id 1 [ref 1, depth 2]\n  [0] f+0x1/0x2\n\n", "line 3");
	map_refuses("stack_id 1 [ref 1, depth 1]\n  [0] f+0x1/0x2\n  [1] f+0x1/0x2\n\n", "line 3");
	map_refuses("stack_id 1 [ref 1, depth 1]\n  [1] f+0x1/0x2\n\n", "line 2");
	map_refuses("stack_id 1 [ref 1, depth 1]\n  [0] f+0x1/0x2\n", "an empty line");
	map_refuses("stack_id 1 [ref 1, depth 1]\n  [0] f+0x1\n\n", "line 2");
	map_refuses("stack_id 1 [ref 1, depth 1]\n [0] f+0x1/0x2\n\n", "line 2");
	map_refuses("stack_id 1 [ref 1, depth 1]\n  [0] \n\n", "line 2");
	map_refuses("stack_id 01 [ref 1, depth 1]\n  [0] f+0x1/0x2\n\n", "line 1");
	map_refuses("stack_id -1 [ref 1, depth 1]\n  [0] f+0x1/0x2\n\n", "line 1");
	map_refuses("stack_id 1 [ref 1]\n  [0] f+0x1/0x2\n\n", "line 1");
	map_refuses(GOOD "\n", "line 5");
	map_refuses(GOOD "stack_id 18 [ref", "line 5");
}

static void test_map_queries(void)
{
	struct sm_map map;

	check(sm_parse(&map,
		       strdup(GOOD NEXT
			      "stack_id 30 [ref 7, depth 1]\n  [0] f+0x1/0x2 [a_module]\n\n")),
	      "three records");
	check(sm_find(&map, 18) && sm_find(&map, 18)->depth == 1, "find 18");
	check(!sm_find(&map, 19), "do not find 19");
	check(sm_ref_sum(&map) == 50, "sum of refs");
	check(sm_duplicates(&map) == 1, "one duplicate");
	check(!sm_same_frames(&map.rec[0], &map.rec[1]), "different frames");
	sm_free(&map);
}

static void test_stat(void)
{
#define STAT(rest) "entries: 5 / 16384\ntable_size: 32768\nsuccesses: 9\ndrops: 0\n" rest
	static const char *const wrong[] = {
		"",
		STAT(""),
		STAT("success_rate: 100\n"),
		STAT("success_rate: 100%"),
		STAT("success_rate: 100%\nmore: 1\n"),
		STAT("success_rate: 100.0%\n"),
		" " STAT("success_rate: 100%\n"),
		STAT("success_rate: -1%\n"),
		"entries: 5/16384\ntable_size: 32768\nsuccesses: 9\ndrops: 0\nsuccess_rate: 100%\n",
	};
	struct sm_stat stat;
	char error[200];

	check(sm_stat_parse(&stat, STAT("success_rate: 100%\n"), error) && stat.entries == 5 &&
		      stat.capacity == 16384 && stat.table_size == 32768 && stat.successes == 9 &&
		      !stat.drops && stat.success_rate == 100,
	      "stat");
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		check(!sm_stat_parse(&stat, wrong[i], error), wrong[i]);
}

static void test_ring(void)
{
	struct ring r;

	ring_parse(&r, strdup("# tracer: nop\n#\n"
			      "  a-1 [000] ..... 1.0: tracing_mark_write: x\n"
			      "  a-1 [000] ..... 1.0: <stack_id 77>\n"
			      "CPU:1 [LOST 5 EVENTS]\n"
			      "  a-1 [000] ..... 1.1: tracing_mark_write: y\n"
			      "  a-1 [000] ..... 1.1: <stack trace>\n => f\n => g\n"
			      "  a-1 [000] ..... 1.2: tracing_mark_write: z\n"));
	check(r.events == 3 && r.ids == 1 && r.fulls == 1 && r.nr == 5, "ring counts");
	check(r.nr == 5 && r.entry[1].kind == RING_ID && r.entry[1].id == 77, "ring id");
	check(r.nr == 5 && r.entry[3].kind == RING_FULL && r.entry[3].depth == 2, "ring depth");
	ring_free(&r);
	ring_parse(&r, strdup("# tracer: nop\n"));
	check(!r.nr, "empty ring");
	ring_free(&r);
}

static bool snap_takes(const uint32_t *words, size_t bytes)
{
	void *copy = malloc(bytes + 1);
	struct snap snap;
	bool ok;

	memcpy(copy, words, bytes);
	ok = snap_parse(&snap, copy, bytes);
	snap_free(&snap);
	return ok;
}

static void test_snap(void)
{
	uint32_t good[] = {SNAP_MAGIC, 1, 2, 0, 17, 2, 42, 0, 1, 2, 3, 4, 18, 1, 1, 0, 5, 6};
	static const struct {
		int word;
		uint32_t value;
		const char *what;
	} bad[] = {
		{0, 0x42444d53, "magic of the other byte order"},
		{1, 2, "version 2"},
		{2, 1, "bytes behind the last"},
		{2, 3, "a record short"},
		{3, 1, "reserved"},
		{4, 32768, "id"},
		{5, 0, "no frame"},
		{5, 65, "too deep"},
		{6, 0, "no ref"},
		{7, 1, "reserved of a record"},
		{12, 17, "an id twice"},
		{13, 2, "cut frame"},
	};

	check(snap_takes(good, sizeof(good)), "snapshot");
	check(!snap_takes(good, sizeof(good) - 1), "snapshot cut by a byte");
	check(!snap_takes(good, 15), "snapshot without header");
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		uint32_t was = good[bad[i].word];

		good[bad[i].word] = bad[i].value;
		check(!snap_takes(good, sizeof(good)), bad[i].what);
		good[bad[i].word] = was;
	}
}

static void test_symbols(void)
{
	struct symbols syms = {.text = (char *)"ffff0010 T f\nffff0020 t g\nffff0040 t g\t[m]\n"};

	check(symbols_match(&syms, 0xffff0018, "f+0x8/0x10\n") == 1, "symbol and offset");
	check(symbols_match(&syms, 0xffff0018, "f+0x9/0x10\n") == -1, "wrong offset");
	check(symbols_match(&syms, 0xffff0041, "g+0x1/0x10 [m]\n") == 1, "the second of a name");
	check(symbols_match(&syms, 0xffff0018, "0xffff0018\n") == 0, "no name");
	check(symbols_match(&syms, 0xffff0018, "h+0x8/0x10\n") == 0, "unknown name");
}

int main(void)
{
	test_map();
	test_map_queries();
	test_stat();
	test_ring();
	test_snap();
	test_symbols();
	printf("%d passed, %d failed, 0 skipped\n", passed, failed);
	return failed != 0;
}
