/* SPDX-License-Identifier: GPL-2.0 */
/* counted_hooks.h - for counted.c: the primitives that are counted */
#define is_key(p)	__builtin_types_compatible_p(typeof(p), u32 *)

#undef READ_ONCE
#define READ_ONCE(x) ({							\
	if (is_key(&(x)))						\
		this_cpu_inc(inside.probes);				\
	__READ_ONCE(x);							\
})

#undef cmpxchg
#define cmpxchg(p, o, n) ({						\
	typeof(*(p)) __r = raw_cmpxchg(p, o, n);			\
	if (is_key(p) && __r)						\
		this_cpu_inc(inside.lost);				\
	__r;								\
})
