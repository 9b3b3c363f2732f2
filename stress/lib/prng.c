// SPDX-License-Identifier: GPL-2.0
/* prng.c - splitmix64; a stream of its own for each user, so that threads do not disturb it */
#include "stress.h"

static uint64_t mix(uint64_t z)
{
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
	return z ^ (z >> 31);
}

void prng_init(struct prng *p, uint64_t seed, uint64_t stream)
{
	p->s = mix(seed + 0x9e3779b97f4a7c15ull) ^ mix(~stream);
}

uint64_t prng_u64(struct prng *p)
{
	return mix(p->s += 0x9e3779b97f4a7c15ull);
}

uint32_t prng_below(struct prng *p, uint32_t n)
{
	return n ? ((prng_u64(p) >> 32) * n) >> 32 : 0;
}
