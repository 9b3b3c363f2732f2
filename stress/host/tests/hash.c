// SPDX-License-Identifier: GPL-2.0
/* Hashing and comparing: no two stacks ever share an id (contract section 4). */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../test.h"

uint32_t host_jhash2(const uint32_t *k, uint32_t length, uint32_t initval);

TEST(vectors, "hash.vectors", "the shim's jhash2() is the kernel's")
{
	/* Printed by a 7.3.4 kernel's own jhash.h for k[i] = 0x01020304 * (i + 1), seed 0x5eed. */
	static const uint32_t want[8] = {0xdeae1ddc, 0x1f7bd68d, 0xa2c53f9b, 0xbce17201,
					 0x5da6eaee, 0xd85ef59a, 0x38fed992, 0x8d208273};
	uint32_t k[8], n;

	for (n = 0; n < 8; n++)
		k[n] = 0x01020304U * (n + 1);
	for (n = 0; n < 8; n++)
		check(host_jhash2(k, n, 0x5eed) == want[n], "%u words: %08x, kernel %08x", n,
		      host_jhash2(k, n, 0x5eed), want[n]);
}

/* Both orders: what is wrong with the comparison may show in one only. */
static void check_apart(struct subject *s, unsigned long *a, unsigned int nra, unsigned long *b,
			unsigned int nrb, const char *what)
{
	int order;

	for (order = 0; order < 2; order++) {
		int ida = order ? 0 : get(s, a, nra);
		int idb = get(s, b, nrb);

		if (order)
			ida = get(s, a, nra);
		check(ida >= 0 && idb >= 0, "%s: refused (%d, %d)", what, ida, idb);
		check(ida != idb, "%s: two stacks share id %d", what, ida);
		check_resolves(s, ida, a, nra);
		check_resolves(s, idb, b, nrb);
		check(get(s, a, nra) == ida && get(s, b, nrb) == idb, "%s: ids are not stable",
		      what);
		reset(s);
	}
}

TEST(hash_zero, "hash.zero", "a stack whose hash is 0 is stored, found again and shown")
{
	struct subject *s = fresh();
	unsigned long ips[6] = {1, 2, 3, 4, 5, 6};
	int id, again;

	need_craft(s);
	craft(ips, 6, 0, 1);
	id = get(s, ips, 6);
	again = get(s, ips, 6);
	check(id >= 0, "refused: %d", id);
	check(id == again, "ids %d and %d for one stack", id, again);
	check_resolves(s, id, ips, 6);
	finish(s);
}

TEST(zero_and_one, "hash.zero_and_one", "stacks of hash 0 and 1 share a key and stay apart")
{
	struct subject *s = fresh();
	unsigned long a[6] = {1, 2, 3, 4, 5, 6}, b[6] = {1, 2, 3, 4, 5, 6};

	need_craft(s);
	craft(a, 6, 0, 1);
	craft(b, 6, 1, 2);
	check_apart(s, a, 6, b, 6, "hash 0 and hash 1");
	finish(s);
}

TEST(collision, "hash.collision", "a 32-bit collision never merges two stacks")
{
	struct subject *s = fresh();
	unsigned long a[6] = {1, 2, 3, 4, 5, 6}, b[6] = {7, 8, 9, 10, 11, 12};
	unsigned int i;

	need_craft(s);
	for (i = 0; i < 20; i++) {
		craft(a, 6, 0x12345678U * (i + 1), i);
		craft(b, 6, 0x12345678U * (i + 1), i + 100);
		check_apart(s, a, 6, b, 6, "same hash");
	}
	finish(s);
}

TEST(depth_matters, "hash.depth_matters",
     "a stack is not its own beginning, even if the hash is the same")
{
	struct subject *s = fresh();
	unsigned long a[3] = {0x81000001UL, 0x81000002UL, 0x81000003UL};
	unsigned long b[12] = {
		0x81000001UL, 0x81000002UL, 0x81000003UL, 4, 5, 6, 7, 8, 9, 10, 11, 12};

	need_craft(s);
	craft(b, 12, hash_of(a, 3), 1);
	check_apart(s, a, 3, b, 12, "the longer one begins with the shorter one");
	finish(s);
}

static void every_frame(struct subject *s, unsigned int nr, unsigned int frame)
{
	unsigned long a[MAX_DEPTH], b[MAX_DEPTH];
	unsigned int i;

	for (i = 0; i < nr; i++)
		a[i] = 0x81000000UL + 64 * i;
	if (!craft_pair(a, b, nr, frame))
		test_skip("no collision found for frame %u of %u; use another seed", frame, nr);
	check_apart(s, a, nr, b, nr, "they differ in one frame only");
}

TEST(frame_matters, "hash.every_frame_matters",
     "stacks that differ in one frame stay apart, whichever it is")
{
	struct subject *s = fresh();
	unsigned int frame;

	need_craft(s);
	/* Each takes a search for a collision. */
	for (frame = 0; frame < 5; frame += opt.slow ? 4 : 1)
		every_frame(s, 5, frame);
	every_frame(s, 1, 0);
	every_frame(s, MAX_DEPTH, MAX_DEPTH - 1);
	finish(s);
}

TEST(all_hashed, "hash.all_frames",
     "the first slot depends on every frame: none is left out of the hash")
{
	struct subject *s = fresh();
	unsigned int nr, frame, v;

	for (nr = 1; nr <= MAX_DEPTH; nr += 7) {
		for (frame = 0; frame < nr; frame++) {
			unsigned long ips[MAX_DEPTH];
			int first = -1, moved = 0;

			for (v = 0; v < nr; v++)
				ips[v] = 0x81000000UL + 64 * v;
			for (v = 0; v < 4; v++) {
				int id;

				ips[frame] = 0x83000000UL + v;
				id = get(s, ips, nr);
				/* Frames left out: same hash, so neighbouring slots. */
				moved |= first >= 0 && (id - first > 3 || first - id > 3);
				first = first < 0 ? id : first;
			}
			check(moved, "frame %u of %u does not change the slot", frame, nr);
		}
	}
	finish(s);
}

TEST(home_slot, "hash.home_slot", "the first slot is the hash's top 15 bits, and the id its index")
{
	struct subject *s = fresh();
	unsigned long ips[6] = {1, 2, 3, 4, 5, 6};
	static const uint32_t hash[] = {0x00020000, 0x12345678, 0x7fffffff, 0xfffe0000, 0x80000000};
	unsigned int i;

	need_craft(s);
	for (i = 0; i < sizeof(hash) / sizeof(*hash); i++) {
		craft(ips, 6, hash[i], i);
		check(get(s, ips, 6) == (int)(hash[i] >> 17), "hash %08x: id %d, home slot %u",
		      hash[i], get(s, ips, 6), hash[i] >> 17);
	}
	finish(s);
}

TEST(seeded, "hash.seeded", "two maps hash the same stacks differently")
{
	int id[2][16], i, k, same = 0;

	for (k = 0; k < 2; k++) {
		struct subject *s;
		unsigned long ips[2] = {0x81000000UL, 0};
		int err;

		host_random = k ? 0x9e3779b9UL : 0x12345UL;
		s = subject_new(&err);
		check(s, "create failed: %d", err);
		for (i = 0; i < 16; i++) {
			ips[1] = i;
			id[k][i] = get(s, ips, 2);
		}
		finish(s);
	}
	for (i = 0; i < 16; i++)
		same += id[0][i] == id[1][i];
	check(same < 3, "%d of 16 ids are the same in both maps", same);
}
