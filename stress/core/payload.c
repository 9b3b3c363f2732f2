// SPDX-License-Identifier: GPL-2.0
#include "payload.h"
#include "prng.h"

#define FRAME_TAG	(1UL << (sizeof(long) * 8 - 1))
#define EPOCH_TAG	(FRAME_TAG | 0x51000000UL)
#define POS_TAG		(FRAME_TAG | 0x3ac00000UL)
#define EPOCH_MASK	0x00ffffffUL
#define POS_MASK	(PAYLOAD_MAX_POS - 1UL)

static u64 payload_key(const struct payload *p)
{
	return prng_mix(((u64)p->seed << 32) ^ ((u64)(p->epoch & EPOCH_MASK) << 20) ^ p->pos);
}

unsigned int payload_depth(u32 seed, u32 pos)
{
	u32 r = (u32)(prng_mix(((u64)~seed << 32) | pos) >> 32);

	if (!(r & 15))
		return PAYLOAD_MAX_DEPTH;
	return PAYLOAD_MIN_DEPTH + ((r >> 8) & 15);
}

/* The checksum is over what the frames are, not over what they should be. */
static unsigned long payload_sum(const unsigned long *ips, unsigned int nr, u64 key)
{
	u64 sum = key + nr;
	unsigned int i;

	for (i = 0; i + 1 < nr; i++)
		sum = prng_mix(sum ^ ips[i]);
	return (unsigned long)sum | FRAME_TAG;
}

unsigned int payload_make(const struct payload *p, unsigned long *ips)
{
	unsigned int nr = payload_depth(p->seed, p->pos);
	u64 key = payload_key(p);
	unsigned int i;

	ips[0] = EPOCH_TAG | (p->epoch & EPOCH_MASK);
	ips[1] = POS_TAG | (p->pos & POS_MASK);
	for (i = 2; i + 1 < nr; i++)
		ips[i] = (unsigned long)prng_mix(key + i) | FRAME_TAG;
	ips[nr - 1] = payload_sum(ips, nr, key);
	return nr;
}

enum payload_verdict payload_judge(struct payload *p, const unsigned long *ips, unsigned int nr)
{
	unsigned int i;
	u64 key;

	if (nr < PAYLOAD_MIN_DEPTH || nr > PAYLOAD_MAX_DEPTH ||
	    (ips[0] & ~EPOCH_MASK) != EPOCH_TAG)
		return PAYLOAD_FOREIGN;
	if ((ips[1] & ~POS_MASK) != POS_TAG)
		return PAYLOAD_TORN;

	p->epoch = ips[0] & EPOCH_MASK;
	p->pos = ips[1] & POS_MASK;
	if (nr != payload_depth(p->seed, p->pos))
		return PAYLOAD_TORN;

	key = payload_key(p);
	for (i = 2; i + 1 < nr; i++) {
		if (ips[i] != ((unsigned long)prng_mix(key + i) | FRAME_TAG))
			return PAYLOAD_TORN;
	}
	return ips[nr - 1] == payload_sum(ips, nr, key) ? PAYLOAD_WHOLE : PAYLOAD_TORN;
}
