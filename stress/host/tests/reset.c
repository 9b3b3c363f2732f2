// SPDX-License-Identifier: GPL-2.0
/* Reset: what it clears, whom it waits for, whom it refuses (contract section 5, I8). */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../test.h"

TEST(clears_slots, "reset.clears_records",
     "after a reset stack_map is empty and no old id resolves")
{
	struct subject *s = fresh();
	size_t len;

	fill_pool(s, 0, 3000);
	reset(s);
	free(slurp(s, STACK_MAP, 4096, &len));
	check(!len, "stack_map shows %zu bytes after a reset", len);
	finish(s);
}

TEST(clears_refs, "reset.clears_refs", "a stack that comes again after a reset starts at ref 1")
{
	struct subject *s = fresh();
	struct records *all;
	int i;

	for (i = 0; i < 100; i++)
		get_nth(s, i % 3);
	reset(s);
	get_nth(s, 0);
	all = records_read(s);
	check(all->n == 1 && all->r[0].ref == 1, "%u records, the first with ref %ld", all->n,
	      all->n ? all->r[0].ref : 0);
	finish(s);
}

TEST(clears_counters, "reset.clears_counters", "a reset zeroes successes and drops of every CPU")
{
	struct subject *s = fresh();
	struct stats st;
	unsigned int cpu;

	need_file(STACK_MAP_STAT);
	for (cpu = 0; cpu < HOST_CPUS; cpu++) {
		host_cpu_enter(cpu);
		get_nth(s, 1);
		host_me->not_watching = true;
		get_nth(s, 1);
		host_me->not_watching = false;
	}
	host_cpu_enter(0);
	st = stats_read(s);
	check(st.successes == HOST_CPUS && st.drops == HOST_CPUS,
	      "%ld successes and %ld drops on %d "
	      "CPUs",
	      st.successes, st.drops, HOST_CPUS);
	reset(s);
	st = stats_read(s);
	check(!st.successes && !st.drops && !st.entries,
	      "after a reset: %ld successes, %ld drops, %ld "
	      "entries",
	      st.successes, st.drops, st.entries);
	finish(s);
}

TEST(clears_graves, "reset.clears_gravestones",
     "gravestones are gone after a reset: slots are as good as new")
{
	struct subject *s = fresh();
	unsigned long ips[6] = {1, 2, 3, 4, 5, 6};
	int i;

	need_craft(s);
	fill_pool(s, 0, RECORDS);
	for (i = 0; i < 20; i++) {
		craft(ips, 6, (1000U << 17) + i + 1, i);
		get(s, ips, 6);
	}
	reset(s);
	for (i = 0; i < PROBES; i++) {
		craft(ips, 6, (1000U << 17) + i + 101, i);
		check(get(s, ips, 6) == 1000 + i, "stack %d: %d, slot %d expected", i,
		      get(s, ips, 6), 1000 + i);
	}
	finish(s);
}

static void stay_inside(void *p)
{
	(void)p;
	host_rcu_lock();
	host_point(HP_READ, NULL, 0);
	host_rcu_unlock();
}

static void do_reset(void *p)
{
	reset(p);
}

static long second_result;

static void do_second_reset(void *p)
{
	second_result = write_map(p, "reset", 5);
}

TEST_SMP(busy, "reset.busy",
	 "a second reset is refused with -EBUSY while one is running, and later works")
{
	struct subject *s = fresh();
	struct lane *inside = lane_start_paused(1, stay_inside, s, 2), *first, *second;

	check(lane_paused(inside), "the lane ended");
	get_nth(s, 1);
	first = lane_start(2, do_reset, s);
	check(lane_blocked(first, HP_GP), "the first reset did not wait for a read-side section");
	second = lane_start(3, do_second_reset, s);
	check(!lane_blocked(second, HP_GP) && !lane_blocked(second, HP_LOCK),
	      "the second reset waits instead of being refused");
	lane_finish(second);
	check(second_result == -EBUSY, "the second reset returned %ld", second_result);
	lane_finish(inside);
	lane_finish(first);
	reset(s);
	check(get_nth(s, 1) >= 0, "no id after the resets");
	finish(s);
}

TEST_SMP(refuses, "reset.refuses_ids",
	 "while a reset is running get_id is -EINVAL and counts nothing")
{
	struct subject *s = fresh();
	struct lane *inside = lane_start_paused(1, stay_inside, s, 2), *first;
	struct stats st;
	int i;

	check(lane_paused(inside), "the lane ended");
	get_nth(s, 1);
	first = lane_start(2, do_reset, s);
	check(lane_blocked(first, HP_GP), "the reset did not wait for a read-side section");
	for (i = 0; i < 10; i++)
		check(get_nth(s, i) == -EINVAL, "stack %d: %d", i, get_nth(s, i));
	if (subject_has(STACK_MAP_STAT)) {
		st = stats_read(s);
		check(st.successes == 1 && !st.drops,
		      "%ld successes, %ld drops after one call before "
		      "the reset",
		      st.successes, st.drops);
	}
	lane_finish(inside);
	lane_finish(first);
	check(!records_read(s)->n, "a refused stack was stored");
	finish(s);
}

/* How many annotated accesses a reset makes, as a lane. */
static unsigned long reset_points(void)
{
	struct subject *s = fresh();
	unsigned long before = host_me->work, n;

	fill_pool(s, 0, 4);
	before = host_me->work;
	reset(s);
	n = host_me->work - before;
	finish(s);
	return n;
}

TEST_SMP(no_admission, "reset.no_early_admission",
	 "whatever is stored in the middle of a reset is still there behind it")
{
	unsigned long at, points = reset_points(), refused = 0;

	for (at = 1; at <= points; at += opt.slow ? 3 : 1) {
		struct subject *s = fresh();
		struct lane *l;
		int before, id;

		before = get_nth(s, 7);
		l = lane_start_paused(1, do_reset, s, at);
		if (!lane_paused(l)) {
			lane_finish(l);
			finish(s);
			break;
		}
		id = get_nth(s, 8);
		refused += id == -EINVAL;
		lane_finish(l);
		if (id >= 0 && refused) {
			/* The flag was seen before, so this was admitted by the end of the reset.
			 */
			unsigned long ips[MAX_DEPTH];

			check_resolves(s, id, ips, stack_make(ips, 8));
		}
		check(before >= 0, "no id: %d", before);
		if (!opt.slow)
			fill_pool(s, 100, RECORDS - records_read(s)->n);
		check(opt.slow || get_nth(s, 99999) == -ENOSPC,
		      "stopped at access %lu: more than %d records fit", at, RECORDS);
		finish(s);
	}
	check(refused, "no call met the reset at any of %lu accesses", points);
	note("%lu of %lu accesses of a reset refuse", refused, points);
}
