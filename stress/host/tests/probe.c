// SPDX-License-Identifier: GPL-2.0
/* Probing: linear, wrapping, at most 64 slots, whatever the table looks like (I7). */
#include <errno.h>
#include <stdlib.h>

#include "../test.h"

/* @n stacks whose first slot is @slot, each with a hash of its own. Returns the last result. */
static int crowd(struct subject *s, unsigned int slot, unsigned int n, int *ids)
{
	unsigned long ips[6] = {1, 2, 3, 4, 5, 6};
	unsigned int i;
	int id = 0;

	for (i = 0; i < n; i++) {
		craft(ips, 6, (slot << 17) + i + 1, i);
		id = get(s, ips, 6);
		ids[i] = id;
	}
	return id;
}

TEST(bound, "probe.bound_64", "64 stacks of one first slot are stored, the 65th is a drop")
{
	struct subject *s = fresh();
	int ids[PROBES + 1], i;

	need_craft(s);
	crowd(s, 1000, PROBES + 1, ids);
	for (i = 0; i < PROBES; i++)
		check(ids[i] == 1000 + i, "stack %d: %d, slot %d expected", i, ids[i], 1000 + i);
	check(ids[PROBES] == -ENOSPC, "65th stack: %d, -ENOSPC expected", ids[PROBES]);
	if (subject_has(STACK_MAP_STAT))
		check(stats_read(s).drops == 1, "%ld drops", stats_read(s).drops);
	finish(s);
}

TEST(wrap, "probe.wrap", "probing goes on at slot 0 behind the last slot")
{
	struct subject *s = fresh();
	unsigned long ips[6] = {1, 2, 3, 4, 5, 6};
	int ids[PROBES], i;

	need_craft(s);
	crowd(s, SLOTS - 2, PROBES, ids);
	for (i = 0; i < PROBES; i++) {
		check(ids[i] == (SLOTS - 2 + i) % SLOTS, "stack %d: %d, slot %d expected", i,
		      ids[i], (SLOTS - 2 + i) % SLOTS);
		craft(ips, 6, ((SLOTS - 2U) << 17) + i + 1, i);
		check(get(s, ips, 6) == ids[i], "stack %d is not found again", i);
	}
	check_resolves(s, ids[PROBES - 1], ips, 6);
	finish(s);
}

/* Every slot claimed: the records, and gravestones for the rest. */
static void bury(struct subject *s)
{
	unsigned long i, quiet = 0;
	unsigned long before;

	fill_pool(s, 0, RECORDS);
	/* A new stack claims a slot as long as there is one in its reach. */
	for (i = 0; quiet < 2000 && i < 4000000; i++) {
		before = host_me->seen[HP_RMW];
		check(get_nth(s, RECORDS + i) == -ENOSPC, "stored in a full pool");
		/* One atomic for the drop counter's update, one for its read-modify-write. */
		quiet = host_me->seen[HP_RMW] - before <= 1 ? quiet + 1 : 0;
	}
	note("table full after %lu stacks", RECORDS + i);
}

TEST(full_table, "probe.full_table", "with every slot taken a new stack costs 64 probes, not more")
{
	struct subject *s = fresh();
	unsigned long longest = 0, i;

	bury(s);
	for (i = 0; i < 1000; i++) {
		unsigned long before = host_me->seen[HP_READ];

		check(get_nth(s, 9000000 + i) == -ENOSPC, "stored in a full table");
		before = host_me->seen[HP_READ] - before;
		longest = before > longest ? before : longest;
	}
	/* One read a probe, and the drop counter's. */
	check(longest <= PROBES + 4, "a call made %lu reads for at most 64 probes", longest);
	check(longest >= PROBES, "a call gave up after %lu reads, 64 probes are due", longest);
	for (i = 0; i < RECORDS; i += 97)
		check(get_nth(s, i) >= 0, "stack %lu is not found any more", i);
	note("longest call: %lu reads", longest);
	finish(s);
}

TEST(empty_pool, "probe.gravestone", "a gravestone is stepped over by look-ups and by readers")
{
	struct subject *s = fresh();
	unsigned long a[6] = {1, 2, 3, 4, 5, 6};
	struct records *all;
	int i;

	need_craft(s);
	fill_pool(s, 0, RECORDS);
	/* Two look-ups of one dropped stack: the second meets the first one's gravestone. */
	craft(a, 6, 0x4444U << 17, 1);
	for (i = 0; i < 3; i++)
		check(get(s, a, 6) == -ENOSPC, "try %d: %d", i, get(s, a, 6));
	all = records_read(s);
	check(all->n == RECORDS, "%u records shown, %d stored", all->n, RECORDS);
	free(all);
	finish(s);
}
