/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The torture's dice: one generator per (seed, cpu, context), so that a run is repeated by its
 * seed alone, however the contexts interleave.
 */
#ifndef STRESS_CORE_PRNG_H
#define STRESS_CORE_PRNG_H

#include "types.h"

struct prng {
	u64 state;
};

/* The finaliser of splitmix64: every bit of the result depends on every bit of @x. */
static inline u64 prng_mix(u64 x)
{
	x += 0x9e3779b97f4a7c15ULL;
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
	return x ^ (x >> 31);
}

static inline void prng_init(struct prng *p, u64 seed, u32 cpu, u32 context)
{
	p->state = prng_mix(seed ^ prng_mix(((u64)cpu << 32) | context));
}

static inline u32 prng_u32(struct prng *p)
{
	p->state += 0x9e3779b97f4a7c15ULL;
	return (u32)(prng_mix(p->state) >> 32);
}

/* A number below @n, without a division. The bias, 2^-32 * n, does not matter here. */
static inline u32 prng_below(struct prng *p, u32 n)
{
	return (u32)(((u64)prng_u32(p) * n) >> 32);
}

#endif
