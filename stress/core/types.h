/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the torture core needs from its surroundings. The core is compiled into a kernel module
 * and into host programs, so it uses nothing but this page: no libc, no 64-bit division (a
 * 32-bit kernel has none), no 64-bit atomics.
 */
#ifndef STRESS_CORE_TYPES_H
#define STRESS_CORE_TYPES_H

#ifdef __KERNEL__
#include <linux/atomic.h>
#include <linux/compiler.h>
#include <linux/errno.h>
#include <linux/types.h>

#define core_load(p)		READ_ONCE(*(p))
#define core_store(p, v)	WRITE_ONCE(*(p), (v))
#define core_load_acquire(p)	smp_load_acquire(p)
#define core_xchg(p, v)		xchg((p), (v))
#define core_mb()		smp_mb()
#else
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t u32;
typedef uint64_t u64;

#define core_load(p)		__atomic_load_n((p), __ATOMIC_RELAXED)
#define core_store(p, v)	__atomic_store_n((p), (v), __ATOMIC_RELAXED)
#define core_load_acquire(p)	__atomic_load_n((p), __ATOMIC_ACQUIRE)
#define core_xchg(p, v)		__atomic_exchange_n((p), (v), __ATOMIC_SEQ_CST)
#define core_mb()		((void)__atomic_fetch_add(&(int){ 0 }, 0, __ATOMIC_SEQ_CST))
#endif

#endif
