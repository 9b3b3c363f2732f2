/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HOST_ASM_BARRIER_H
#define HOST_ASM_BARRIER_H

#include <linux/compiler.h>

#define smp_load_acquire(p) ({						\
	host_point(HP_ACQUIRE, (p), sizeof(*(p)));			\
	__atomic_load_n((p), __ATOMIC_ACQUIRE);				\
})
#define smp_store_release(p, v) do {					\
	host_point(HP_RELEASE, (p), sizeof(*(p)));			\
	__atomic_store_n((p), (v), __ATOMIC_RELEASE);			\
} while (0)

#define HOST_CMPXCHG(p, o, n, order) ({					\
	__typeof__(*(p)) __old = (o);					\
									\
	host_point(HP_RMW, (p), sizeof(*(p)));				\
	__atomic_compare_exchange_n((p), &__old, (n), false, order, __ATOMIC_RELAXED); \
	__old;								\
})
#define HOST_TRY_CMPXCHG(p, o, n, order) ({				\
	host_point(HP_RMW, (p), sizeof(*(p)));				\
	__atomic_compare_exchange_n((p), (o), (n), false, order, __ATOMIC_RELAXED); \
})
#define cmpxchg(p, o, n)		HOST_CMPXCHG(p, o, n, __ATOMIC_SEQ_CST)
#define cmpxchg_relaxed(p, o, n)	HOST_CMPXCHG(p, o, n, __ATOMIC_RELAXED)
#define cmpxchg_acquire(p, o, n)	HOST_CMPXCHG(p, o, n, __ATOMIC_ACQUIRE)
#define cmpxchg_release(p, o, n)	HOST_CMPXCHG(p, o, n, __ATOMIC_RELEASE)
#define try_cmpxchg(p, o, n)		HOST_TRY_CMPXCHG(p, o, n, __ATOMIC_SEQ_CST)
#define try_cmpxchg_relaxed(p, o, n)	HOST_TRY_CMPXCHG(p, o, n, __ATOMIC_RELAXED)
#define try_cmpxchg_acquire(p, o, n)	HOST_TRY_CMPXCHG(p, o, n, __ATOMIC_ACQUIRE)
#define try_cmpxchg_release(p, o, n)	HOST_TRY_CMPXCHG(p, o, n, __ATOMIC_RELEASE)
#define xchg(p, v) ({							\
	host_point(HP_RMW, (p), sizeof(*(p)));				\
	__atomic_exchange_n((p), (v), __ATOMIC_SEQ_CST);		\
})

/* ThreadSanitizer does not see fences; an access all of them share says the same. */
extern int host_fence;
#define smp_mb()	((void)__atomic_fetch_add(&host_fence, 0, __ATOMIC_SEQ_CST))
#define smp_rmb()	((void)__atomic_fetch_add(&host_fence, 0, __ATOMIC_ACQUIRE))
#define smp_wmb()	((void)__atomic_fetch_add(&host_fence, 0, __ATOMIC_ACQ_REL))
#define smp_mb__before_atomic()	smp_mb()
#define smp_mb__after_atomic()	smp_mb()
#define smp_store_mb(v, x)	do { WRITE_ONCE(v, x); smp_mb(); } while (0)
#define cpu_relax()	barrier()

#endif
