/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HOST_LINUX_LIMITS_H
#define HOST_LINUX_LIMITS_H

#define INT_MAX		__INT_MAX__
#define INT_MIN		(-INT_MAX - 1)
#define UINT_MAX	(~0U)
#define LONG_MAX	__LONG_MAX__
#define LONG_MIN	(-LONG_MAX - 1)
#define ULONG_MAX	(~0UL)
#define LLONG_MAX	__LONG_LONG_MAX__
#define ULLONG_MAX	(~0ULL)
#define U16_MAX		0xffffU
#define U32_MAX		0xffffffffU
#define S32_MAX		__INT_MAX__
#define U64_MAX		(~0ULL)
#define S64_MAX		__LONG_LONG_MAX__
#define PAGE_SHIFT	12
#define PAGE_SIZE	(1UL << PAGE_SHIFT)
#define SZ_1M		0x100000

#endif
