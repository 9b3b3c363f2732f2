/* SPDX-License-Identifier: GPL-2.0 */
/*
 * On 64-bit like the others. On 32-bit as the kernel's generic version: under a spinlock, which
 * an NMI may find taken by the CPU it interrupted; host_spin_lock() reports that deadlock.
 */
#ifndef HOST_LINUX_ATOMIC64_H
#define HOST_LINUX_ATOMIC64_H

#if __SIZEOF_LONG__ == 8
HOST_ATOMIC(atomic64, atomic64_t, s64)
#else
extern struct host_lock host_atomic64_lock;

#define HOST_ATOMIC64(ret, proto, body)					\
static inline ret proto							\
{									\
	s64 old, new;							\
									\
	HOST_RMW(v);							\
	host_spin_lock(&host_atomic64_lock);				\
	old = v->counter;						\
	new = old;							\
	body;								\
	v->counter = new;						\
	host_spin_unlock(&host_atomic64_lock);				\
	return (ret)old;						\
}
HOST_ATOMIC64(s64, atomic64_read(atomic64_t *v), )
HOST_ATOMIC64(s64, atomic64_fetch_add(s64 i, atomic64_t *v), new += i)
HOST_ATOMIC64(s64, atomic64_fetch_add_unless(atomic64_t *v, s64 a, s64 u), new += old == u ? 0 : a)
HOST_ATOMIC64(s64, atomic64_xchg(atomic64_t *v, s64 i), new = i)
static inline void atomic64_set(atomic64_t *v, s64 i) { atomic64_xchg(v, i); }
static inline void atomic64_add(s64 i, atomic64_t *v) { atomic64_fetch_add(i, v); }
static inline void atomic64_inc(atomic64_t *v) { atomic64_fetch_add(1, v); }
static inline s64 atomic64_inc_return(atomic64_t *v) { return atomic64_fetch_add(1, v) + 1; }
static inline bool atomic64_add_unless(atomic64_t *v, s64 a, s64 u)
{
	return atomic64_fetch_add_unless(v, a, u) != u;
}
#endif

#endif
