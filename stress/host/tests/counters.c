// SPDX-License-Identifier: GPL-2.0
/*
 * The counters: atomic, per CPU, saturating. Which words they are is found out by watching
 * which ones a call updates, so this works whatever the fields are called.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

#include "../test.h"

struct touched {
	struct host_touch t[256];
	unsigned int n;
};

static int watch(struct subject *s, unsigned long stack, struct touched *w)
{
	int id;

	host_me->nr_touched = 0;
	host_me->max_touched = 256;
	host_me->touched = w->t;
	id = get_nth(s, stack);
	host_me->touched = NULL;
	w->n = host_me->nr_touched;
	return id;
}

/* The words of @size that a call updates atomically: the first one, and the last one. */
static void *updated(const struct touched *w, size_t size, bool last)
{
	void *found = NULL;
	unsigned int i;

	for (i = 0; i < w->n; i++) {
		if (w->t[i].kind == HP_RMW && w->t[i].size == size && (last || !found))
			found = (void *)w->t[i].addr;
	}
	return found;
}

TEST(ref_saturates, "counter.ref_saturates", "ref_count stays at INT_MAX")
{
	struct subject *s = fresh();
	struct touched w;
	struct records *all;
	int *ref, id;

	id = get_nth(s, 1);
	watch(s, 1, &w);
	ref = updated(&w, sizeof(int), false);
	check(ref, "a hit updates no int atomically");
	*ref = INT_MAX - 2;
	for (int i = 0; i < 10; i++)
		check(get_nth(s, 1) == id, "another id while ref_count saturates");
	check(*ref == INT_MAX, "ref_count is %d after passing INT_MAX - 2 ten times", *ref);
	all = records_read(s);
	check(record_find(all, id)->ref == INT_MAX, "stack_map shows ref %ld",
	      record_find(all, id)->ref);
	free(all);
	finish(s);
}

/* The success counter of a hit (@stack is known), the drop counter of a drop (the pool is empty).
 */
static long *counter_of(struct subject *s, unsigned long stack, int want)
{
	struct touched w;
	int id = watch(s, stack, &w);
	long *c = updated(&w, sizeof(long), true);

	check(want ? id == want : id >= 0, "get_id: %d", id);
	check(c, "the call updates no long atomically: its counter is not NMI-safe");
	return c;
}

static void saturate(struct subject *s, unsigned long stack, int want, const char *name)
{
	long *c = counter_of(s, stack, want);

	*c = LONG_MAX - 2;
	for (int i = 0; i < 10; i++)
		get_nth(s, stack);
	check(*c == LONG_MAX, "%s is %ld after passing LONG_MAX - 2 ten times", name, *c);
}

TEST(success_saturates, "counter.success_saturates", "the success counter stays at LONG_MAX")
{
	struct subject *s = fresh();

	if (sizeof(long) == sizeof(int))
		test_skip("int and long are one size here: the 64-bit builds prove this");
	get_nth(s, 1);
	saturate(s, 1, 0, "successes");
	finish(s);
}

TEST(drop_saturates, "counter.drop_saturates", "the drop counter stays at LONG_MAX")
{
	struct subject *s;

	need_rcu_asked();
	s = fresh();
	host_me->not_watching = true;
	saturate(s, 1, -EAGAIN, "drops");
	host_me->not_watching = false;
	finish(s);
}

static long *counters[2];

static void on_cpu(void *p)
{
	counters[host_me->id - 1] = counter_of(p, 1, 0);
}

TEST_SMP(per_cpu, "counter.per_cpu",
	 "two CPUs do not write the same counter, nor the same cache line")
{
	struct subject *s = fresh();
	long distance;

	get_nth(s, 1);
	lane_finish(lane_start(1, on_cpu, s));
	lane_finish(lane_start(2, on_cpu, s));
	distance = labs((char *)counters[1] - (char *)counters[0]);
	check(distance >= 64, "the counters of two CPUs are %ld bytes apart", distance);
	finish(s);
}

TEST(which, "counter.which", "successes and drops are counted as the contract says, per result")
{
	struct subject *s = fresh();
	static unsigned long deep[MAX_DEPTH + 1];
	struct stats st;
	int i;

	need_file(STACK_MAP_STAT);
	for (i = 0; i < 30; i++)
		get_nth(s, i % 10);
	get(s, deep, 0);
	get(s, deep, MAX_DEPTH + 1);
	st = stats_read(s);
	check(st.successes == 30 && st.drops == 0,
	      "30 calls: %ld successes, %ld drops; -EINVAL "
	      "and -E2BIG are not counted",
	      st.successes, st.drops);
	host_me->not_watching = true;
	get_nth(s, 1);
	host_me->not_watching = false;
	fill_pool(s, 0, RECORDS);
	get_nth(s, 100000);
	get_nth(s, 100001);
	st = stats_read(s);
	check(st.drops == 3, "1 -EAGAIN and 2 -ENOSPC: %ld drops", st.drops);
	check(st.successes == 30 + RECORDS, "%ld successes of %d", st.successes, 30 + RECORDS);
	finish(s);
}
