// SPDX-License-Identifier: GPL-2.0
/*
 * calibrate.c - what is known beforehand: the empty call, whose count is subtracted from all
 * others, and 1000 instructions, which must be counted as 1000
 */
#include <linux/jhash.h>
#include "bench.h"

static noinline int call_empty(void *map, const unsigned long *ips, unsigned int nr)
{
	return 0;
}

static noinline int call_nops(void *map, const unsigned long *ips, unsigned int nr)
{
	asm volatile(".rept 1000\n\tnop\n\t.endr");
	return 0;
}

static noinline int call_hash(void *map, const unsigned long *ips, unsigned int nr)
{
	return jhash2((const u32 *)ips, nr * (sizeof(*ips) / sizeof(u32)), BENCH_SEED);
}

static void repeat(bench_fn fn, unsigned int depth, unsigned int repeats, const char *name)
{
	static unsigned long ips[BENCH_MAX_DEPTH];
	struct call c = { .fn = fn, .ips = ips, .nr = depth, .want = BENCH_ANY };

	stack_fill(ips, depth, 0);
	while (repeats--)
		measure(&c);
	measured("reference", name);
}

void calibrate(unsigned int repeats)
{
	repeat(call_empty, 0, repeats, "empty");
	repeat(call_nops, 0, repeats, "nops_1000");
	repeat(call_hash, 4, repeats, "jhash_4");
	repeat(call_hash, 8, repeats, "jhash_8");
	repeat(call_hash, 16, repeats, "jhash_16");
	repeat(call_hash, 32, repeats, "jhash_32");
	repeat(call_hash, 64, repeats, "jhash_64");
}
