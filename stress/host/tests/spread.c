// SPDX-License-Identifier: GPL-2.0
/*
 * How well the hash spreads stacks that look like stacks: contract section 4 allows any hash "where
 * distribution and collision tests hold". The families below are what kernels make and what weak
 * hashes trip over: one call site that varies, the same few functions in every order, recursion,
 * addresses that differ in high or in low bits only.
 *
 * Slots: with linear probing the set of occupied slots depends on the first slots only, so the ids
 * alone say how clustered they are, for any implementation. The measure for "clustered" is what
 * random first slots do, played through here, not a number from a book. More even is fine.
 * Hashes: among n random hashes of 32 bits n(n-1)/2^33 pairs are equal (for hashes craft.c knows).
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../../core/prng.h"
#include "../test.h"

#define TEXT	((unsigned long)0xffffffff81000000ULL)
#define DEPTH	12

static unsigned int fixed(unsigned long *ips)
{
	unsigned int i;

	for (i = 0; i < DEPTH; i++)
		ips[i] = TEXT + 0x1230 * (i + 1) + 5 * i;
	return DEPTH;
}

/* Each writes its @i-th stack and returns the depth. No two are the same for i below 2^20. */
static unsigned int first_frame(unsigned long *ips, unsigned long i)
{
	fixed(ips);
	ips[0] = TEXT + i;
	return DEPTH;
}

static unsigned int last_frame(unsigned long *ips, unsigned long i)
{
	fixed(ips);
	ips[DEPTH - 1] = TEXT + 16 * i;
	return DEPTH;
}

static unsigned int high_bits(unsigned long *ips, unsigned long i)
{
	fixed(ips);
	ips[DEPTH / 2] = i << (8 * sizeof(long) - 20);
	return DEPTH;
}

static unsigned int two_frames(unsigned long *ips, unsigned long i)
{
	fixed(ips);
	ips[1] = TEXT + 32 * (i & 0x3ff);
	ips[2] = TEXT + 32 * (i >> 10);
	return DEPTH;
}

/* What a frame gains its neighbour loses. */
static unsigned int opposite(unsigned long *ips, unsigned long i)
{
	fixed(ips);
	ips[3] += 8 * i;
	ips[4] -= 8 * i;
	return DEPTH;
}

static unsigned int few_functions(unsigned long *ips, unsigned long i)
{
	unsigned int k;

	for (k = 0; k < 10; k++, i >>= 2)
		ips[k] = TEXT + 0x40 * (i & 3);
	return 10;
}

static unsigned int recursion(unsigned long *ips, unsigned long i)
{
	unsigned int k, nr = 1 + i % 64;

	for (k = 0; k < nr; k++)
		ips[k] = TEXT + 0x40 * (i / 64);
	return nr;
}

static unsigned int one_frame(unsigned long *ips, unsigned long i)
{
	ips[0] = TEXT + i;
	return 1;
}

/* Every frame is 0 or all ones: what is left when bits cancel. */
static unsigned int zeroes_and_ones(unsigned long *ips, unsigned long i)
{
	unsigned int k;

	for (k = 0; k < 20; k++)
		ips[k] = i >> k & 1 ? ~0UL : 0;
	return 20;
}

static const struct {
	const char *name;
	unsigned int (*make)(unsigned long *ips, unsigned long i);
} family[] = {
	{"first frame", first_frame},
	{"last frame", last_frame},
	{"high bits", high_bits},
	{"two frames", two_frames},
	{"opposite", opposite},
	{"few functions", few_functions},
	{"recursion", recursion},
	{"one frame", one_frame},
	{"zeroes and ones", zeroes_and_ones},
};

/* What a miss pays over all first slots: a run of n used slots costs n + (n - 1) + ... + 1. */
struct clusters {
	unsigned long cost;
	unsigned int longest;
};

static struct clusters clusters_of(const unsigned char *used)
{
	struct clusters c = {0, 0};
	unsigned int i, length = 0, start = 0;

	while (start < SLOTS && used[start])
		start++;
	for (i = 1; i <= SLOTS; i++) {
		length = used[(start + i) % SLOTS] ? length + 1 : 0;
		c.cost += length;
		c.longest = length > c.longest ? length : c.longest;
	}
	return c;
}

static struct clusters by_chance(uint64_t seed, unsigned int n)
{
	static unsigned char used[SLOTS];
	unsigned int i, slot;

	memset(used, 0, sizeof(used));
	for (i = 0; i < n; i++) {
		slot = prng_mix(seed + i) % SLOTS;
		while (used[slot])
			slot = (slot + 1) % SLOTS;
		used[slot] = 1;
	}
	return clusters_of(used);
}

struct expected {
	double cost;
	unsigned int longest; /* of all games */
};

static struct expected expect(unsigned int n)
{
	enum { GAMES = 40 };
	struct expected e = {0, 0};
	unsigned int i;

	for (i = 0; i < GAMES; i++) {
		struct clusters c = by_chance(((uint64_t)opt.seed << 32) + i * SLOTS, n);

		e.cost += (double)c.cost / GAMES;
		e.longest = c.longest > e.longest ? c.longest : e.longest;
	}
	return e;
}

TEST(slots, "spread.slots",
     "stacks of every kind fill the table as if their slots were drawn by lot")
{
	struct subject *s = fresh();
	struct expected e = expect(RECORDS);
	unsigned int f, i;

	for (f = 0; f < sizeof(family) / sizeof(*family); f++) {
		static unsigned char used[SLOTS];
		unsigned long ips[MAX_DEPTH];
		unsigned int stored = 0;
		struct clusters c;

		memset(used, 0, sizeof(used));
		for (i = 0; i < RECORDS; i++) {
			int id = get(s, ips, family[f].make(ips, i));

			check(id >= 0 || id == -ENOSPC, "%s: stack %u: %d", family[f].name, i, id);
			if (id >= 0) {
				stored += !used[id];
				used[id] = 1;
			}
		}
		c = clusters_of(used);
		note("%s: %u stored, a miss probes %.3f slots, by chance %.3f, the longest %u",
		     family[f].name, stored, (double)c.cost / SLOTS, e.cost / SLOTS, c.longest);
		/* Bad luck may leave one in a million without a slot within 64 probes. */
		check(stored >= RECORDS - 8, "%s: %u of %u stacks stored", family[f].name, stored,
		      RECORDS);
		/* A quarter: addresses in equal steps are spread in a pattern, see "last frame". */
		check(c.cost <= 1.25 * e.cost,
		      "%s: a miss probes %.3f slots, by chance %.3f", family[f].name,
		      (double)c.cost / SLOTS, e.cost / SLOTS);
		check(c.longest <= 2 * e.longest, "%s: a run of %u slots, by chance %u",
		      family[f].name, c.longest, e.longest);
		reset(s);
	}
	finish(s);
}

static int by_value(const void *x, const void *y)
{
	uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;

	return a < b ? -1 : a > b;
}

TEST(hashes, "spread.hashes", "no more stacks share a 32-bit hash than chance makes")
{
	unsigned int n = opt.slow ? 1 << 17 : 1 << 20, f, i;
	double chance = (double)n * n / 8589934592.0;
	uint32_t *hash = malloc(n * sizeof(*hash));
	struct subject *s = fresh();

	need_craft(s);
	for (f = 0; f < sizeof(family) / sizeof(*family); f++) {
		unsigned int pairs = 0;
		double beyond;

		for (i = 0; i < n; i++) {
			unsigned long ips[MAX_DEPTH];

			hash[i] = hash_of(ips, family[f].make(ips, i));
		}
		qsort(hash, n, sizeof(*hash), by_value);
		for (i = 1; i < n; i++)
			pairs += hash[i] == hash[i - 1];
		beyond = pairs - chance - 6;
		note("%s: %u pairs of %u share a hash, %.0f by chance", family[f].name, pairs, n,
		     chance);
		/* six standard deviations, and six pairs where there are few */
		check(beyond <= 0 || beyond * beyond <= 36 * chance,
		      "%s: %u pairs of %u share a hash, %.0f by chance", family[f].name, pairs, n,
		      chance);
	}
	free(hash);
	finish(s);
}
