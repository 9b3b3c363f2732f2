// SPDX-License-Identifier: GPL-2.0
/*
 * stackdepot.c - the kernel's other store of stacks, lib/stackdepot.c, included as text
 *
 * A private instance, because the suite's kernels are built without it (it comes with KASAN and
 * the like). What it can not do has no subject here: it has no capacity of its own, no reset, and
 * gives no reason when it returns 0. It may spin for its lock except in an NMI, where it gives up.
 */
#define CONFIG_STACKDEPOT		1
#define CONFIG_STACKDEPOT_MAX_FRAMES	64
#include <linux/debugfs.h>
#include <linux/err.h>
#include <linux/export.h>
#include <linux/init.h>
#include <linux/kernel.h>
#include <linux/memblock.h>
#include <linux/module.h>
#include <linux/printk.h>
#include "bench.h"

/* For a kernel's early boot and for its debugfs file; a module has neither. */
#define alloc_large_system_hash(...)	NULL
#define memblock_alloc(...)		NULL
#define memblock_free(...)		((void)0)
#define early_param(name, fn)
#undef late_initcall
#define late_initcall(fn)
#undef EXPORT_SYMBOL
#define EXPORT_SYMBOL(sym)
#undef EXPORT_SYMBOL_GPL
#define EXPORT_SYMBOL_GPL(sym)
/* Not exported. Only an insert would use them. */
#undef printk_deferred_enter
#define printk_deferred_enter()		((void)0)
#undef printk_deferred_exit
#define printk_deferred_exit()		((void)0)
#define free_pages_nolock(page, order)	((void)(page))
/* Says how much it allocates, each time. */
#undef pr_info
#define pr_info(...)			((void)0)

#pragma GCC diagnostic ignored "-Wunused-function"
#include DEPOT_C

#define DEPTH	16	/* where a subject is about something else */

static int save(void *map, const unsigned long *ips, unsigned int nr)
{
	/* A handle is never 0 and, below 8192 pools, never has the highest bit. */
	return stack_depot_save((unsigned long *)ips, nr, GFP_KERNEL) ?: -ENOMEM;
}

static void depot_free(void)
{
	while (pools_num)
		free_pages((unsigned long)stack_pools[--pools_num], DEPOT_POOL_ORDER);
	if (new_pool && new_pool != STACK_DEPOT_POISON)
		free_pages((unsigned long)new_pool, DEPOT_POOL_ORDER);
	kvfree(stack_pools);
	kvfree(stack_table);
	new_pool = NULL;
	stack_pools = NULL;
	stack_table = NULL;
	pool_offset = DEPOT_POOL_SIZE;
}

static int hits(struct call *c, unsigned long *ips, unsigned int repeats)
{
	static const unsigned int depths[] = { 4, 8, 16, 32, 64 };
	unsigned int i, k;

	if (stack_depot_init())
		return -ENOMEM;
	for (i = 0; i < ARRAY_SIZE(depths); i++) {
		char name[16];

		c->nr = depths[i];
		stack_fill(ips, c->nr, 0);
		save(NULL, ips, c->nr);
		for (k = 0; k < repeats; k++)
			measure(c);
		snprintf(name, sizeof(name), "hit_%u", c->nr);
		measured("stackdepot", name);
	}
	depot_free();
	return 0;
}

/* Into a fresh one each time, for want of a reset; two others are stored first, so it has pools. */
static int inserts(struct call *c, unsigned long *ips, unsigned int repeats)
{
	unsigned int k;

	c->nr = DEPTH;
	while (repeats--) {
		if (stack_depot_init())
			return -ENOMEM;
		for (k = 0; k < 2; k++) {
			stack_fill(ips, DEPTH, k);
			save(NULL, ips, DEPTH);
		}
		stack_fill(ips, DEPTH, 2);
		measure(c);
		depot_free();
	}
	measured("stackdepot", "insert_16");
	return 0;
}

int stackdepot_subjects(unsigned int repeats)
{
	static unsigned long ips[BENCH_MAX_DEPTH];
	struct call c = { .fn = save, .ips = ips, .want = BENCH_ID };

	return hits(&c, ips, repeats) ?: inserts(&c, ips, repeats);
}
