/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The multiplier of a hash that is written out in the subject. Each use counts as one frame
 * hashed; that is also how a test knows which hash it meets (lib/craft.c). Not a point of its own:
 * a stack of 64 frames would have 64 more places to interrupt and nothing new at any of them.
 */
#ifndef HOST_LINUX_HASH_H
#define HOST_LINUX_HASH_H

#include <linux/log2.h>
#include <linux/types.h>

#define GOLDEN_RATIO_32		0x61C88647U
#define GOLDEN_RATIO_64		0x61C8864680B583EBULL
#define hash_32(v, bits)	(((u32)(v) * GOLDEN_RATIO_32) >> (32 - (bits)))
#define hash_64(v, bits)	((u32)(((u64)(v) * GOLDEN_RATIO_64) >> (64 - (bits))))
#define hash_long(v, bits) \
	(sizeof(long) == 8 ? hash_64(v, bits) : hash_32(v, bits))

#define GOLDEN_RATIO_PRIME \
	(host_me->words_hashed += sizeof(long) / 4, HOST_GOLDEN_RATIO)

#endif
