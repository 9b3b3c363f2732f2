// SPDX-License-Identifier: GPL-2.0
/* Create and destroy (contract section 3, R4, R6). */
#include <errno.h>

#include "../test.h"

static bool is_error(void *p)
{
	return (unsigned long)p >= -4095UL;
}

TEST(fails, "create.fails_cleanly",
     "any allocation failing in create gives ERR_PTR(-ENOMEM) and leaks nothing")
{
	int nth;

	for (nth = 1;; nth++) {
		void *map;

		check(nth < 100, "more than 100 allocations in create");
		host_fail_alloc = nth;
		map = subject_create_raw();
		if (!is_error(map) && !host_fail_alloc && map) {
			check(false, "allocation %d failed and create returned a map", nth);
		} else if (host_fail_alloc) {
			host_fail_alloc = 0;
			check(map && !is_error(map), "nothing failed and create returned %p", map);
			subject_destroy_raw(map);
			break;
		}
		check(map == (void *)-ENOMEM,
		      "allocation %d failing gives %p, not ERR_PTR(-ENOMEM)", nth, map);
		check(!host_live, "allocation %d failing leaks %ld", nth, host_live);
	}
	check(nth > 3, "create makes %d allocations: a map, slots, records at least", nth - 1);
	note("create makes %d allocations", nth - 1);
	check_clean();
}

TEST(destroy, "create.destroy", "destroy frees all, and accepts NULL and an error pointer")
{
	struct subject *s;
	int i, err;

	subject_destroy_raw(NULL);
	subject_destroy_raw((void *)-ENOMEM);
	for (i = 0; i < 20; i++) {
		s = subject_new(&err);
		check(s, "create: %d", err);
		fill_pool(s, 0, 10);
		finish(s);
	}
}

TEST(zeroed, "create.empty", "a new map is empty: no records, no counts")
{
	struct subject *s = fresh();
	struct stats st;

	check(!records_read(s)->n, "records in a new map");
	if (subject_has(STACK_MAP_STAT)) {
		st = stats_read(s);
		check(!st.entries && !st.successes && !st.drops,
		      "entries %ld, successes %ld, drops %ld", st.entries, st.successes, st.drops);
	}
	finish(s);
}

TEST(no_alloc, "create.only", "get_id and reset allocate nothing: all memory comes from create")
{
	struct subject *s = fresh();
	long before = host_allocs;

	fill_pool(s, 0, RECORDS);
	get_nth(s, 99999);
	check(host_allocs == before, "get_id made %ld allocations", host_allocs - before);
	finish(s);
}
