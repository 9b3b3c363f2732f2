// SPDX-License-Identifier: GPL-2.0
/* jhash2() written from the published lookup3 algorithm; the test hash.vectors checks it. */
#include <linux/jhash.h>
#include <linux/log2.h>

#define JHASH_INITVAL	0xdeadbeefU

unsigned int host_hash_seed;
unsigned long host_random;

static void mix(u32 *a, u32 *b, u32 *c)
{
	*a -= *c; *a ^= rol32(*c, 4); *c += *b;
	*b -= *a; *b ^= rol32(*a, 6); *a += *c;
	*c -= *b; *c ^= rol32(*b, 8); *b += *a;
	*a -= *c; *a ^= rol32(*c, 16); *c += *b;
	*b -= *a; *b ^= rol32(*a, 19); *a += *c;
	*c -= *b; *c ^= rol32(*b, 4); *b += *a;
}

static void final(u32 *a, u32 *b, u32 *c)
{
	*c ^= *b; *c -= rol32(*b, 14);
	*a ^= *c; *a -= rol32(*c, 11);
	*b ^= *a; *b -= rol32(*a, 25);
	*c ^= *b; *c -= rol32(*b, 16);
	*a ^= *c; *a -= rol32(*c, 4);
	*b ^= *a; *b -= rol32(*a, 14);
	*c ^= *b; *c -= rol32(*b, 24);
}

/* Without host_point() and statistics: the tests' own. */
u32 host_jhash2(const u32 *k, u32 length, u32 initval)
{
	u32 a, b, c;

	a = b = c = JHASH_INITVAL + (length << 2) + initval;
	for (; length > 3; length -= 3, k += 3) {
		a += k[0];
		b += k[1];
		c += k[2];
		mix(&a, &b, &c);
	}
	if (!length)
		return c;
	a += k[0];
	b += length > 1 ? k[1] : 0;
	c += length > 2 ? k[2] : 0;
	final(&a, &b, &c);
	return c;
}

u32 jhash2(const u32 *k, u32 length, u32 initval)
{
	host_point(HP_HASH, NULL, 0);
	host_me->words_hashed += length;
	__atomic_store_n(&host_hash_seed, initval, __ATOMIC_RELAXED);
	return host_jhash2(k, length, initval);
}

u32 jhash(const void *key, u32 length, u32 initval)
{
	if (length % 4)
		host_fail("jhash() of a length that is no multiple of 4 has no shim; add it to %s",
			  "stress/host/shim/jhash.c");
	/* The kernel's jhash() starts from the number of bytes, as jhash2() does. */
	return jhash2(key, length / 4, initval);
}
