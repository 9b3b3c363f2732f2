/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HOST_LINUX_RANDOM_H
#define HOST_LINUX_RANDOM_H

#include <linux/types.h>

#define get_random_u32()	((u32)host_random)
#define get_random_u64()	((u64)host_random * 0x100000001ULL)
#define get_random_long()	((unsigned long)host_random)
#define get_random_bytes(p, n)	host_random_bytes(p, n)
#define get_random_once(p, n)	host_random_bytes(p, n)

static inline void host_random_bytes(void *p, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		((u8 *)p)[i] = host_random >> (8 * (i % sizeof(host_random)));
}

#endif
