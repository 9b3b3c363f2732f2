// SPDX-License-Identifier: GPL-2.0
/* What get_id answers, one claim each (contract sections 3 and 4). */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../test.h"

TEST(no_map, "face.no_map", "without a map, and with an ERR_PTR, get_id says -EINVAL")
{
	unsigned long ips[3] = {1, 2, 3};

	check(subject_get_id(NULL, ips, 3) == -EINVAL, "NULL: %d", subject_get_id(NULL, ips, 3));
	check(subject_get_id((void *)-ENOMEM, ips, 3) == -EINVAL, "ERR_PTR(-ENOMEM): %d",
	      subject_get_id((void *)-ENOMEM, ips, 3));
}

TEST(no_frames, "face.no_frames", "a stack without frames is refused with -EINVAL")
{
	struct subject *s = fresh();
	unsigned long ips[1] = {1};

	check(get(s, ips, 0) == -EINVAL, "nr 0: %d", get(s, ips, 0));
	finish(s);
}

TEST(too_deep, "face.too_deep", "more than 64 frames is -E2BIG, never cut off; 64 are stored")
{
	static unsigned long ips[MAX_DEPTH + 2];
	struct subject *s = fresh();
	unsigned int i;
	int id;

	for (i = 0; i < MAX_DEPTH + 2; i++)
		ips[i] = 0x81000000UL + 16 * i;
	check(get(s, ips, 65) == -E2BIG, "65 frames: %d", get(s, ips, 65));
	check(get(s, ips, ~0U) == -E2BIG, "2^32 - 1 frames: %d", get(s, ips, ~0U));
	id = get(s, ips, MAX_DEPTH);
	check(id >= 0, "64 frames: %d", id);
	check_resolves(s, id, ips, MAX_DEPTH);
	finish(s);
}

TEST(same_id, "face.same_id", "a stack gets the same id again and again")
{
	struct subject *s = fresh();
	int i, id[100];

	for (i = 0; i < 100; i++)
		id[i] = get_nth(s, i);
	for (i = 0; i < 300; i++)
		check(get_nth(s, i % 100) == id[i % 100], "stack %d: %d, then %d", i % 100,
		      id[i % 100], get_nth(s, i % 100));
	finish(s);
}

TEST(resolves, "face.resolves", "every id is the one stack_map shows for that stack, below 32768")
{
	struct subject *s = fresh();
	unsigned long ips[MAX_DEPTH];
	struct records *all;
	int i, id[2000];

	for (i = 0; i < 2000; i++) {
		id[i] = get_nth(s, i);
		check(id[i] >= 0 && id[i] < SLOTS, "stack %d: id %d", i, id[i]);
	}
	all = records_read(s);
	check(all->n == 2000, "%u records for 2000 stacks", all->n);
	for (i = 0; i < 2000; i++) {
		unsigned int nr = stack_make(ips, i);
		const struct record *r = record_find(all, id[i]);

		check(r, "id %d of stack %d does not resolve", id[i], i);
		check(r->nr == nr && !memcmp(r->ips, ips, nr * sizeof(*ips)),
		      "id %d resolves to another stack than number %d", id[i], i);
	}
	free(all);
	finish(s);
}

TEST(every_depth, "face.every_depth", "stacks of every depth from 1 to 64 are stored whole")
{
	struct subject *s = fresh();
	unsigned long ips[MAX_DEPTH];
	unsigned int nr, i;

	for (nr = 1; nr <= MAX_DEPTH; nr++) {
		for (i = 0; i < nr; i++)
			ips[i] = 0x82000000UL + nr * 4096 + i;
		check_resolves(s, get(s, ips, nr), ips, nr);
	}
	finish(s);
}

TEST(ref_counts, "face.ref_counts", "a record counts how often its stack was given")
{
	struct subject *s = fresh();
	struct records *all;
	unsigned int i, k;

	for (i = 0; i < 50; i++)
		for (k = 0; k <= i; k++)
			get_nth(s, i);
	all = records_read(s);
	for (i = 0; i < 50; i++) {
		const struct record *r = record_find(all, get_nth(s, i));

		check(r && r->ref == (long)i + 1, "stack %u: ref %ld, given %u times", i,
		      r ? r->ref : -1, i + 1);
	}
	free(all);
	finish(s);
}

TEST(not_watching, "face.rcu_not_watching",
     "if RCU is not watching: -EAGAIN, a drop, and nothing stored")
{
	struct records *all;
	struct subject *s;
	int id, known;

	need_rcu_asked();
	s = fresh();
	known = get_nth(s, 1);
	host_me->not_watching = true;
	id = get_nth(s, 0);
	check(id == -EAGAIN, "new stack: %d", id);
	id = get_nth(s, 1);
	check(id == -EAGAIN, "known stack: %d", id);
	host_me->not_watching = false;
	all = records_read(s);
	check(all->n == 1 && all->r[0].ref == 1, "the map was touched: %u records", all->n);
	free(all);
	check(get_nth(s, 1) == known, "watched again, stack 1 has another id");
	if (subject_has(STACK_MAP_STAT))
		check(stats_read(s).drops == 2, "2 drops expected, %ld counted",
		      stats_read(s).drops);
	finish(s);
}
