/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HOST_LINUX_OVERFLOW_H
#define HOST_LINUX_OVERFLOW_H

#include <linux/types.h>

#define SIZE_MAX	(~(size_t)0)
#define check_mul_overflow(a, b, d)	__builtin_mul_overflow(a, b, d)
#define check_add_overflow(a, b, d)	__builtin_add_overflow(a, b, d)

static inline size_t size_mul(size_t a, size_t b)
{
	size_t r;

	return check_mul_overflow(a, b, &r) ? SIZE_MAX : r;
}

static inline size_t size_add(size_t a, size_t b)
{
	size_t r;

	return check_add_overflow(a, b, &r) ? SIZE_MAX : r;
}

#define array_size(a, b)	size_mul(a, b)
#define flex_array_size(p, m, n)	size_mul(n, sizeof(*(p)->m))
#define struct_size(p, m, n)	size_add(sizeof(*(p)), flex_array_size(p, m, n))

#endif
