/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HOST_LINUX_MATH64_H
#define HOST_LINUX_MATH64_H

#include <linux/types.h>

#define div_u64(a, b)		((u64)(a) / (u32)(b))
#define div64_u64(a, b)		((u64)(a) / (u64)(b))
#define div_s64(a, b)		((s64)(a) / (s32)(b))
#define mul_u64_u32_div(a, m, d)	((u64)((unsigned __int128)(a) * (m) / (d)))
#define do_div(n, base) ({ u32 __r = (u64)(n) % (u32)(base); (n) = (u64)(n) / (u32)(base); __r; })

static inline u64 mul_u64_u64_div_u64(u64 a, u64 m, u64 d)
{
	/* Long division bit by bit: a 32-bit compiler has no 128-bit type. */
	u64 hi = 0, lo = 0, q = 0, r = 0;
	int i;

	for (i = 63; i >= 0; i--) {
		hi = (hi << 1) | (lo >> 63);
		lo <<= 1;
		if (m >> i & 1) {
			lo += a;
			hi += lo < a;
		}
	}
	for (i = 127; i >= 0; i--) {
		u64 top = r >> 63;

		r = (r << 1) | ((i > 63 ? hi >> (i - 64) : lo >> i) & 1);
		q <<= 1;
		if (top || r >= d) {
			r -= d;
			q |= 1;
		}
	}
	return q;
}

#endif
