// SPDX-License-Identifier: GPL-2.0
/*
 * state.c - stacks by number, and maps in the states that subjects want
 *
 * Only the contract is used: the id of a stack is its slot, and in an empty map that is the first
 * slot of its probe sequence.
 */
#include <linux/bitmap.h>
#include <linux/vmalloc.h>
#include "bench.h"

#define FILLER_DEPTH	4
#define FILLER_FIRST	1000000U

/* Different numbers give different stacks, also when the depth is the same. */
void stack_fill(unsigned long *ips, unsigned int nr, unsigned int number)
{
	u64 x = number;

	while (nr--) {
		x += 0x9e3779b97f4a7c15ULL;
		ips[nr] = (x ^ (x >> 29)) * 0xbf58476d1ce4e5b9ULL;
	}
}

static int filler(const struct impl *impl, void *map, unsigned int number)
{
	unsigned long ips[FILLER_DEPTH];

	stack_fill(ips, FILLER_DEPTH, FILLER_FIRST + number);
	return impl->get_id(map, ips, FILLER_DEPTH);
}

/* Stacks until the pool is empty; their slots are set in @taken. */
static int empty_pool(const struct impl *impl, void *map, unsigned long *taken)
{
	unsigned int i;

	for (i = 0; i < BENCH_CAPACITY; i++) {
		int id = filler(impl, map, i);

		if (id < 0 || id >= BENCH_SLOTS)
			return -EINVAL;
		__set_bit(id, taken);
	}
	return 0;
}

/* The first slot of a stack, in a map that holds nothing else */
static int home_of(const struct impl *impl, void *map, unsigned int number, unsigned int depth)
{
	unsigned long ips[BENCH_MAX_DEPTH];
	int id;

	stack_fill(ips, depth, number);
	id = impl->get_id(map, ips, depth);
	return impl->reset(map) ?: id;
}

int state_exhaust(const struct impl *impl, void *map, unsigned int depth, unsigned int *free_home,
		  unsigned int n)
{
	unsigned int number, found = 0, tries = 4 * n;
	unsigned long *taken = vzalloc(BITS_TO_LONGS(BENCH_SLOTS) * sizeof(long));
	int *home = vcalloc(tries, sizeof(*home)), ret = -ENOMEM;

	if (!taken || !home)
		goto out;
	for (number = 0; number < tries; number++)
		home[number] = home_of(impl, map, number, depth);
	ret = empty_pool(impl, map, taken);
	for (number = 0; !ret && number < tries && found < n; number++) {
		if (home[number] < 0 || home[number] >= BENCH_SLOTS)
			ret = -EINVAL;
		else if (!__test_and_set_bit(home[number], taken))
			free_home[found++] = number;
	}
	if (!ret && found < n)
		ret = -ERANGE;
out:
	vfree(taken);
	vfree(home);
	return ret;
}

/* The pool is empty: each new stack claims one slot more in vain, until none is free. */
void state_fill_table(const struct impl *impl, void *map)
{
	unsigned int i;

	for (i = 0; i < 2 * BENCH_SLOTS; i++)
		filler(impl, map, BENCH_CAPACITY + i);
}
