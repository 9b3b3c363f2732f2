/* SPDX-License-Identifier: GPL-2.0 */
/* Annotations and the accesses a compiler may not change. Each access is a host_point(). */
#ifndef HOST_LINUX_COMPILER_H
#define HOST_LINUX_COMPILER_H

#include "host.h"

#define likely(x)	__builtin_expect(!!(x), 1)
#define unlikely(x)	__builtin_expect(!!(x), 0)
#define notrace
#define noinstr
#define __percpu
#define __user
#define __rcu
#define __init
#define __initdata
#define __ro_after_init
#define __read_mostly
#define __force
#define __acquires(x)
#define __releases(x)
#define __must_hold(x)
#define __must_check	__attribute__((warn_unused_result))
#define __maybe_unused	__attribute__((unused))
#define __always_inline	inline __attribute__((always_inline))
#define noinline	__attribute__((noinline))
#define __printf(a, b)	__attribute__((format(printf, a, b)))
#define __aligned(x)	__attribute__((aligned(x)))
#define __packed	__attribute__((packed))
#define __cold
#define __weak		__attribute__((weak))
#define ____cacheline_aligned		__aligned(64)
#define ____cacheline_aligned_in_smp	__aligned(64)
#define fallthrough	__attribute__((fallthrough))
#define barrier()	__asm__ volatile("" ::: "memory")
#define data_race(x)	(x)
#define BUILD_BUG_ON(c)	_Static_assert(!(c), #c)
#define static_assert(c, ...)	_Static_assert(c, #c)

#define READ_ONCE(x) ({							\
	host_point(HP_READ, &(x), sizeof(x));				\
	__atomic_load_n(&(x), __ATOMIC_RELAXED);			\
})
#define WRITE_ONCE(x, v) do {						\
	host_point(HP_WRITE, &(x), sizeof(x));				\
	__atomic_store_n(&(x), (v), __ATOMIC_RELAXED);			\
} while (0)

#endif
