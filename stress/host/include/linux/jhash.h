/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Bob Jenkins' lookup3 as the kernel uses it, checked by the test hash.vectors against values
 * from a kernel. The last initval is kept: with it a test can make stacks of any hash.
 */
#ifndef HOST_LINUX_JHASH_H
#define HOST_LINUX_JHASH_H

#include <linux/types.h>

u32 jhash2(const u32 *k, u32 length, u32 initval);
u32 jhash_3words(u32 a, u32 b, u32 c, u32 initval);
u32 jhash_2words(u32 a, u32 b, u32 initval);
u32 jhash_1word(u32 a, u32 initval);
/* Over bytes; on a little-endian host and whole words the same as jhash2(). */
u32 jhash(const void *key, u32 length, u32 initval);

#endif
