// SPDX-License-Identifier: GPL-2.0
/* The pool: exactly 16,384 records, in every epoch (I5). */
#include <errno.h>
#include <stdlib.h>

#include "../test.h"

TEST(capacity, "pool.capacity", "exactly 16384 stacks fit, the next is -ENOSPC and a drop")
{
	struct subject *s = fresh();
	struct records *all;
	unsigned int i;

	fill_pool(s, 0, RECORDS);
	for (i = 0; i < 100; i++)
		check(get_nth(s, RECORDS + i) == -ENOSPC, "stack %u got an id", RECORDS + i);
	for (i = 0; i < RECORDS; i += 13)
		check(get_nth(s, i) >= 0, "stack %u lost when the pool is empty", i);
	all = records_read(s);
	check(all->n == RECORDS, "%u records", all->n);
	free(all);
	finish(s);
}

TEST(entries, "pool.entries", "entries in stack_map_stat never passes the pool's size")
{
	struct subject *s = fresh();
	unsigned int i;

	need_file(STACK_MAP_STAT);
	fill_pool(s, 0, RECORDS);
	check(stats_read(s).entries == RECORDS, "full pool: %ld entries", stats_read(s).entries);
	for (i = 0; i < 100; i++)
		get_nth(s, RECORDS + i);
	check(stats_read(s).entries == RECORDS, "after 100 drops: %ld entries",
	      stats_read(s).entries);
	check(stats_read(s).capacity == RECORDS && stats_read(s).table == SLOTS,
	      "capacity %ld, table %ld", stats_read(s).capacity, stats_read(s).table);
	finish(s);
}

TEST(refill, "pool.refill", "after a reset exactly 16384 stacks fit again, old or new")
{
	struct subject *s = fresh();
	unsigned int epoch;

	for (epoch = 0; epoch < 3; epoch++) {
		fill_pool(s, epoch * 5000UL, RECORDS);
		check(get_nth(s, 1000000) == -ENOSPC, "epoch %u: a 16385th stack was stored",
		      epoch);
		reset(s);
	}
	finish(s);
}

TEST(scattered, "pool.scattered", "ids are spread over the table: the average probe stays short")
{
	struct subject *s = fresh();
	unsigned int low = 0, i;

	for (i = 0; i < 2000; i++)
		low += get_nth(s, i) < SLOTS / 2;
	check(low > 800 && low < 1200, "%u of 2000 ids in the lower half", low);
	finish(s);
}
