// SPDX-License-Identifier: GPL-2.0
/*
 * subjects.c - what is measured of one implementation, each in a map in the state it is about
 *
 * Each repeat of a subject starts from the same state, so all of them take the same number of
 * instructions; the host wants to see that.
 */
#include <linux/err.h>
#include <linux/kernel.h>
#include "bench.h"

#define MAX_REPEATS	100
#define DEPTH		16	/* where a subject is about something else */

static unsigned long stack[BENCH_MAX_DEPTH + 1];
static struct call reset_call;

static void hit(const struct impl *impl, void *map, unsigned int depth, unsigned int repeats)
{
	struct call c = { impl->get_id, map, stack, depth, BENCH_ID };
	char name[16];

	stack_fill(stack, depth, 0);
	impl->get_id(map, stack, depth);
	while (repeats--)
		measure(&c);
	snprintf(name, sizeof(name), "hit_%u", depth);
	measured(impl->name, name);
}

static int insert(const struct impl *impl, void *map, unsigned int repeats)
{
	struct call c = { impl->get_id, map, stack, DEPTH, BENCH_ID };
	int ret = 0;

	stack_fill(stack, DEPTH, 1);
	while (!ret && repeats--) {
		ret = impl->reset(map);
		measure(&c);
	}
	measured(impl->name, "insert_16");
	return ret;
}

static void too_deep(const struct impl *impl, void *map, unsigned int repeats)
{
	struct call c = { impl->get_id, map, stack, BENCH_MAX_DEPTH + 1, -E2BIG };

	stack_fill(stack, BENCH_MAX_DEPTH + 1, 2);
	while (repeats--)
		measure(&c);
	measured(impl->name, "too_deep");
}

static void call_in_reset(void)
{
	measure(&reset_call);
}

static int during_reset(const struct impl *impl, void *map, unsigned int repeats)
{
	int ret = 0;

	stack_fill(stack, DEPTH, 3);
	reset_call = (struct call){ impl->get_id, map, stack, DEPTH, -EINVAL };
	bench_in_reset = call_in_reset;
	while (!ret && repeats--)
		ret = impl->reset(map);
	bench_in_reset = NULL;
	measured(impl->name, "during_reset");
	return ret;
}

/* Each repeat is another stack, as a drop leaves its slot claimed. */
static int drop(const struct impl *impl, void *map, unsigned int repeats)
{
	struct call c = { impl->get_id, map, stack, DEPTH, -ENOSPC };
	unsigned int number[MAX_REPEATS], i;
	int ret = state_exhaust(impl, map, DEPTH, number, repeats);

	for (i = 0; !ret && i < repeats; i++) {
		stack_fill(stack, DEPTH, number[i]);
		measure(&c);
	}
	measured(impl->name, "pool_empty_16");
	return ret;
}

/* After drop(): the pool is empty. 64 slots are probed, and none of them is free. */
static void table_full(const struct impl *impl, void *map, unsigned int repeats)
{
	struct call c = { impl->get_id, map, stack, DEPTH, -ENOSPC };

	state_fill_table(impl, map);
	stack_fill(stack, DEPTH, 4);
	while (repeats--)
		measure(&c);
	measured(impl->name, "table_full_16");
}

int subjects(const struct impl *impl, unsigned int repeats)
{
	static const unsigned int depths[] = { 4, 8, 16, 32, 64 };
	void *map = impl->create();
	unsigned int i;
	int ret;

	if (IS_ERR(map))
		return PTR_ERR(map);
	if (repeats > MAX_REPEATS)
		repeats = MAX_REPEATS;
	for (i = 0; i < ARRAY_SIZE(depths); i++)
		hit(impl, map, depths[i], repeats);
	too_deep(impl, map, repeats);
	ret = insert(impl, map, repeats);
	if (!ret)
		ret = during_reset(impl, map, repeats);
	if (!ret)
		ret = drop(impl, map, repeats);
	if (!ret)
		table_full(impl, map, repeats);
	impl->destroy(map);
	return ret;
}
