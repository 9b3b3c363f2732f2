// SPDX-License-Identifier: GPL-2.0
/*
 * What a hit costs, in things that can be counted exactly: hashing, copying, comparing, atomic
 * operations, and instructions per frame. A second hash or a copy of the frames shows here.
 */
#include <stdlib.h>

#include "../test.h"

static struct subject *map;
static unsigned long ips[MAX_DEPTH];
static unsigned int depth;

static void hit(void *p)
{
	(void)p;
	get(map, ips, depth);
}

static void nothing(void *p)
{
	(void)p;
}

static void setup(unsigned int nr)
{
	unsigned int i;

	map = fresh();
	for (i = 0; i < MAX_DEPTH; i++)
		ips[i] = 0x81000000UL + 64 * i;
	depth = nr;
	hit(NULL);
}

TEST(one_hash, "cost.one_hash", "every call hashes the frames once")
{
	unsigned long before;

	setup(16);
	need_craft(map);
	hit(NULL);
	before = host_me->words_hashed;
	hit(NULL);
	check(host_me->words_hashed - before == 16 * sizeof(long) / 4,
	      "a hit of 16 frames hashes %lu "
	      "words, %zu expected",
	      host_me->words_hashed - before, 16 * sizeof(long) / 4);
	finish(map);
}

TEST(no_copy, "cost.no_copy", "a hit copies no frame, an insert copies each once")
{
	unsigned long before;

	setup(16);
	before = host_me->bytes_copied;
	hit(NULL);
	check(host_me->bytes_copied == before, "a hit copies %lu bytes",
	      host_me->bytes_copied - before);
	depth = 17;
	before = host_me->bytes_copied;
	hit(NULL);
	check(host_me->bytes_copied - before <= 17 * sizeof(long),
	      "an insert of %zu bytes copies %lu", 17 * sizeof(long),
	      host_me->bytes_copied - before);
	finish(map);
}

TEST(atomics, "cost.atomics", "a hit makes two atomic updates: its reference and its CPU's counter")
{
	unsigned long before;

	setup(16);
	before = host_me->seen[HP_RMW];
	hit(NULL);
	check(host_me->seen[HP_RMW] - before <= 2, "a hit makes %lu atomic updates",
	      host_me->seen[HP_RMW] - before);
	finish(map);
}

TEST(per_frame, "cost.per_frame",
     "a frame more costs a hit its share of one hash and one comparison, in instructions")
{
	unsigned long n8, n56, per_frame;

	if (!can_single_step() || opt.slow)
		test_skip("instructions are counted in the builds without sanitizers");
	setup(8);
	hit(NULL);
	n8 = single_step(hit, NULL, 0, 0, nothing, NULL);
	depth = 56;
	hit(NULL);
	n56 = single_step(hit, NULL, 0, 0, nothing, NULL);
	per_frame = (n56 - n8) / 48;
	note("a hit of 8 frames: %lu instructions, of 56: %lu, so %lu per frame", n8, n56,
	     per_frame);
	check(n8 > 50, "%lu instructions: not stepped", n8);
	/* lookup3 takes 12 a word and the copy of the words is compared with a few a frame. */
	check(per_frame <= 12 * sizeof(long) / 4 + 8, "%lu instructions per frame", per_frame);
	finish(map);
}
