/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HOST_LINUX_LOG2_H
#define HOST_LINUX_LOG2_H

#include <linux/types.h>

#define ilog2(n)	(63 - __builtin_clzll((u64)(n)))
#define is_power_of_2(n)	((n) && !((n) & ((n) - 1)))
#define roundup_pow_of_two(n)	((n) <= 1 ? 1UL : 1UL << (ilog2((n) - 1) + 1))
#define rounddown_pow_of_two(n)	(1UL << ilog2(n))
#define order_base_2(n)	((n) <= 1 ? 0 : ilog2((n) - 1) + 1)
#define fls(x)		((x) ? 32 - __builtin_clz(x) : 0)
#define rol32(x, r)	(((u32)(x) << ((r) & 31)) | ((u32)(x) >> (-(r) & 31)))
#define ror32(x, r)	(((u32)(x) >> ((r) & 31)) | ((u32)(x) << (-(r) & 31)))

#endif
