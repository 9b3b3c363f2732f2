/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The kernel's rules: what returns a value is fully ordered unless it says _relaxed, what
 * returns none is not ordered. C11 has no full barrier around an operation; seq_cst is the
 * nearest thing ThreadSanitizer can reason about, and it is weaker, so nothing is hidden.
 */
#ifndef HOST_LINUX_ATOMIC_H
#define HOST_LINUX_ATOMIC_H

#include <asm/barrier.h>
#include <linux/types.h>

#define HOST_RMW(v)	host_point(HP_RMW, &(v)->counter, sizeof((v)->counter))

#define HOST_ATOMIC_VALUE(pre, type, base, name, sfx, order)					\
static inline base pre##_fetch_##name##sfx(base i, type *v)					\
{												\
	HOST_RMW(v);										\
	return __atomic_fetch_##name(&v->counter, i, order);					\
}												\
static inline base pre##_##name##_return##sfx(base i, type *v)					\
{												\
	HOST_RMW(v);										\
	return __atomic_##name##_fetch(&v->counter, i, order);					\
}

#define HOST_ATOMIC_ORDERED(pre, type, base, sfx, order)					\
HOST_ATOMIC_VALUE(pre, type, base, add, sfx, order)						\
HOST_ATOMIC_VALUE(pre, type, base, sub, sfx, order)						\
static inline base pre##_fetch_inc##sfx(type *v) { return pre##_fetch_add##sfx(1, v); }	\
static inline base pre##_inc_return##sfx(type *v) { return pre##_add_return##sfx(1, v); }	\
static inline base pre##_dec_return##sfx(type *v) { return pre##_sub_return##sfx(1, v); }	\
static inline base pre##_xchg##sfx(type *v, base new)						\
{												\
	HOST_RMW(v);										\
	return __atomic_exchange_n(&v->counter, new, order);					\
}												\
static inline bool pre##_try_cmpxchg##sfx(type *v, base *old, base new)				\
{												\
	HOST_RMW(v);										\
	return __atomic_compare_exchange_n(&v->counter, old, new, false, order,		\
					   __ATOMIC_RELAXED);					\
}												\
static inline base pre##_cmpxchg##sfx(type *v, base old, base new)				\
{												\
	pre##_try_cmpxchg##sfx(v, &old, new);							\
	return old;										\
}

#define HOST_ATOMIC(pre, type, base)								\
static inline base pre##_read(const type *v) { return READ_ONCE(v->counter); }			\
static inline void pre##_set(type *v, base i) { WRITE_ONCE(v->counter, i); }			\
static inline base pre##_read_acquire(const type *v) { return smp_load_acquire(&v->counter); }	\
static inline void pre##_set_release(type *v, base i) { smp_store_release(&v->counter, i); }	\
HOST_ATOMIC_ORDERED(pre, type, base, , __ATOMIC_SEQ_CST)					\
HOST_ATOMIC_ORDERED(pre, type, base, _relaxed, __ATOMIC_RELAXED)				\
HOST_ATOMIC_ORDERED(pre, type, base, _acquire, __ATOMIC_ACQUIRE)				\
HOST_ATOMIC_ORDERED(pre, type, base, _release, __ATOMIC_RELEASE)				\
static inline void pre##_add(base i, type *v) { pre##_fetch_add_relaxed(i, v); }		\
static inline void pre##_sub(base i, type *v) { pre##_fetch_sub_relaxed(i, v); }		\
static inline void pre##_inc(type *v) { pre##_fetch_add_relaxed(1, v); }			\
static inline void pre##_dec(type *v) { pre##_fetch_sub_relaxed(1, v); }			\
static inline bool pre##_dec_and_test(type *v) { return !pre##_dec_return(v); }		\
static inline bool pre##_inc_and_test(type *v) { return !pre##_inc_return(v); }		\
static inline base pre##_fetch_add_unless(type *v, base a, base u)				\
{												\
	base c = pre##_read(v);									\
												\
	while (c != u && !pre##_try_cmpxchg(v, &c, c + a))					\
		;										\
	return c;										\
}												\
static inline bool pre##_add_unless(type *v, base a, base u)					\
{												\
	return pre##_fetch_add_unless(v, a, u) != u;						\
}												\
static inline bool pre##_inc_not_zero(type *v) { return pre##_add_unless(v, 1, 0); }

HOST_ATOMIC(atomic, atomic_t, int)
HOST_ATOMIC(atomic_long, atomic_long_t, long)

#define ATOMIC_INIT(i)		{ (i) }
#define ATOMIC_LONG_INIT(i)	{ (i) }
#define ATOMIC64_INIT(i)	{ (i) }

#include <linux/atomic64.h>

#endif
