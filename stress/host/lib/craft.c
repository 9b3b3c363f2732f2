// SPDX-License-Identifier: GPL-2.0
/*
 * Stacks with a chosen hash, for the hashes known here. Which one a map uses shows in what it
 * calls: jhash2(), or GOLDEN_RATIO_PRIME for multiply and fold (shim/jhash.c).
 *
 * Both have invertible last steps. jhash2(): with the three words of the last block free, every
 * hash can be had at once, 0 among them; that needs whole blocks of three words, so depths that
 * are multiples of 3. Multiply and fold: the last frame decides, and the one before it makes
 * another stack of the same hash. For two stacks that differ in one frame only, a birthday search
 * over that frame.
 */
#include <stdlib.h>
#include <string.h>

#include "../../core/prng.h"
#include "../test.h"

#define WORDS	      (sizeof(long) / 4)
#define JHASH_INITVAL 0xdeadbeefU

uint32_t host_jhash2(const uint32_t *k, uint32_t length, uint32_t initval);

static enum { JHASH2, MULTIPLY } hash_kind;

bool hash_known(struct subject *s)
{
	unsigned long calls = host_me->seen[HP_HASH], words = host_me->words_hashed;
	int id = get_nth(s, 0);

	check(id >= 0, "a first stack was refused: %d", id);
	reset(s);
	if (host_me->seen[HP_HASH] != calls) {
		hash_kind = JHASH2;
		return true;
	}
	hash_kind = MULTIPLY;
	host_hash_seed = (uint32_t)host_random;
	return host_me->words_hashed != words;
}

void need_craft(struct subject *s)
{
	if (!hash_known(s))
		test_skip("the hash is neither jhash2() nor made with GOLDEN_RATIO_PRIME: teach "
			  "stress/host/lib/craft.c to make collisions");
}

/* One frame further, and back to the frame that leads from @from to @to. */
static unsigned long fold(unsigned long h)
{
	return h ^ h >> (sizeof(h) * 4);
}

static unsigned long forth(unsigned long from, unsigned long frame)
{
	return fold((from ^ frame) * HOST_GOLDEN_RATIO);
}

static unsigned long back(unsigned long from, unsigned long to)
{
	unsigned long inverse = HOST_GOLDEN_RATIO;
	unsigned int i;

	/* Newton's iteration: right in 3 bits (the number is odd), then in 6, 12, 24, 48, 96 */
	for (i = 0; i < 5; i++)
		inverse *= 2 - HOST_GOLDEN_RATIO * inverse;
	return from ^ fold(to) * inverse;
}

static unsigned long state_of(const unsigned long *ips, unsigned int frames, unsigned int nr)
{
	unsigned long h = host_hash_seed ^ nr;
	unsigned int i;

	for (i = 0; i < frames; i++)
		h = forth(h, ips[i]);
	return h;
}

uint32_t hash_of(const unsigned long *ips, unsigned int nr)
{
	uint32_t h = hash_kind == MULTIPLY ? (uint32_t)state_of(ips, nr, nr) :
		     host_jhash2((const uint32_t *)ips, nr * WORDS, host_hash_seed);

	return h ? h : 1;
}

static void craft_multiply(unsigned long *ips, unsigned int nr, uint32_t hash,
			   unsigned long variant)
{
	unsigned long to = (unsigned long)((uint64_t)prng_mix(variant) << 32 | hash);

	if (nr > 1)
		ips[nr - 2] = (unsigned long)prng_mix(~variant);
	ips[nr - 1] = back(state_of(ips, nr - 1, nr), to);
}

static uint32_t rol(uint32_t x, int r)
{
	return x << r | x >> (32 - r);
}

/* The state behind all but the last block: hash with the last block zero and undo the end. */
static void unfinal(uint32_t *a, uint32_t *b, uint32_t *c)
{
	*c += rol(*b, 24);
	*c ^= *b;
	*b += rol(*a, 14);
	*b ^= *a;
	*a += rol(*c, 4);
	*a ^= *c;
	*c += rol(*b, 16);
	*c ^= *b;
	*b += rol(*a, 25);
	*b ^= *a;
	*a += rol(*c, 11);
	*a ^= *c;
	*c += rol(*b, 14);
	*c ^= *b;
}

static void state_before_last(const uint32_t *k, unsigned int n, uint32_t s[3])
{
	uint32_t a, b, c;

	a = b = c = JHASH_INITVAL + (n << 2) + host_hash_seed;
	for (; n > 3; n -= 3, k += 3) {
		a += k[0];
		b += k[1];
		c += k[2];
		a -= c;
		a ^= rol(c, 4);
		c += b;
		b -= a;
		b ^= rol(a, 6);
		a += c;
		c -= b;
		c ^= rol(b, 8);
		b += a;
		a -= c;
		a ^= rol(c, 16);
		c += b;
		b -= a;
		b ^= rol(a, 19);
		a += c;
		c -= b;
		c ^= rol(b, 4);
		b += a;
	}
	s[0] = a;
	s[1] = b;
	s[2] = c;
}

static void craft_jhash2(unsigned long *ips, unsigned int nr, uint32_t hash, unsigned long variant)
{
	uint32_t *k = (uint32_t *)ips + nr * WORDS - 3;
	uint32_t a = (uint32_t)prng_mix(variant * 2 + 1), b = (uint32_t)prng_mix(variant * 2 + 2);
	uint32_t c = hash, s[3];

	state_before_last((uint32_t *)ips, nr * WORDS, s);
	unfinal(&a, &b, &c);
	k[0] = a - s[0];
	k[1] = b - s[1];
	k[2] = c - s[2];
}

void craft(unsigned long *ips, unsigned int nr, uint32_t hash, unsigned long variant)
{
	check(nr % 3 == 0, "craft() of a depth that is no multiple of 3: %u", nr);
	if (hash_kind == MULTIPLY)
		craft_multiply(ips, nr, hash, variant);
	else
		craft_jhash2(ips, nr, hash, variant);
	check(hash_of(ips, nr) == (hash ? hash : 1), "crafted a stack of hash %08x, wanted %08x",
	      hash_of(ips, nr), hash);
}

struct candidate {
	uint32_t hash;
	unsigned long frame;
};

static int by_hash(const void *x, const void *y)
{
	const struct candidate *a = x, *b = y;

	if (a->hash != b->hash)
		return a->hash < b->hash ? -1 : 1;
	return a->frame < b->frame ? -1 : a->frame > b->frame;
}

bool craft_pair(unsigned long *a, unsigned long *b, unsigned int nr, unsigned int frame)
{
	/* 2^18 draws have 8 pairs on average */
	enum { N = 1 << 18 };
	struct candidate *c = malloc(N * sizeof(*c));
	unsigned int i;
	bool found = false;

	for (i = 0; i < N; i++) {
		c[i].frame = (unsigned long)prng_mix(opt.seed * N + i);
		a[frame] = c[i].frame;
		c[i].hash = hash_of(a, nr);
	}
	qsort(c, N, sizeof(*c), by_hash);
	memcpy(b, a, nr * sizeof(*a));
	for (i = 1; i < N && !found; i++) {
		if (c[i].hash == c[i - 1].hash && c[i].frame != c[i - 1].frame) {
			a[frame] = c[i - 1].frame;
			b[frame] = c[i].frame;
			found = true;
		}
	}
	free(c);
	return found;
}
