// SPDX-License-Identifier: GPL-2.0
/*
 * libatomic.a of the guest toolchain: the atomic operations a compiler calls instead of inlining.
 *
 * GCC before 13 has no inline 1- and 2-byte atomics on RISC-V, and no GCC has 8-byte ones on
 * riscv32. Debian's libatomic is for glibc and does not exist for riscv32. Where the compiler
 * inlines a size, nothing is emitted for it.
 *
 * The 1- and 2-byte operations are lock-free: compare-and-swap on the aligned word around them. The
 * 8-byte ones take a lock, so code shared with a signal handler must not use them on riscv32.
 */
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The library's __atomic_OP_N; C does not let us define a builtin by its own name. */
#define EXPORT(ret, op, n, args) \
	ret op##_##n args __asm__("__atomic_" #op "_" #n); \
	ret op##_##n args

#if !defined(__GCC_HAVE_SYNC_COMPARE_AND_SWAP_1)
#define NEED_SMALL 1
/* One step: replace what is at @p by @next if it still is *@was, else load it into *@was. */
static bool small_cas(volatile void *p, unsigned int size, uint32_t *was, uint32_t next)
{
	volatile uint32_t *word = (volatile uint32_t *)((uintptr_t)p & ~(uintptr_t)3);
	unsigned int shift = 8 * ((uintptr_t)p & 3);
	uint32_t mask = (size == 1 ? 0xffu : 0xffffu) << shift;
	uint32_t old = __atomic_load_n(word, __ATOMIC_SEQ_CST);
	uint32_t new;

	do {
		if (((old & mask) >> shift) != *was) {
			*was = (old & mask) >> shift;
			return false;
		}
		new = (old & ~mask) | ((next << shift) & mask);
	} while (!__atomic_compare_exchange_n(word, &old, new, false, __ATOMIC_SEQ_CST,
					      __ATOMIC_SEQ_CST));
	return true;
}
#endif

#if !defined(__GCC_HAVE_SYNC_COMPARE_AND_SWAP_8)
#define NEED_BIG 1
static int lock;

static bool big_cas(volatile uint64_t *p, uint64_t *was, uint64_t next)
{
	uint64_t old;

	while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE))
		sched_yield();
	old = *p;
	if (old == *was)
		*p = next;
	__atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
	if (old == *was)
		return true;
	*was = old;
	return false;
}
#endif

#define RMW(op, n, type, wide, cas, expr) \
	EXPORT(type, op, n, (volatile void *p, type v, int order)) \
	{ \
		wide old = 0; \
		(void)order; \
		while (!cas(p, &old, (type)(expr))) \
			; \
		return (type)old; \
	}

#define LOAD_STORE(n, type, wide, cas) \
	EXPORT(type, load, n, (volatile void *p, int order)) \
	{ \
		wide old = 0; \
		(void)order; \
		cas(p, &old, old); \
		return (type)old; \
	} \
	EXPORT(void, store, n, (volatile void *p, type v, int order)) \
	{ \
		exchange_##n(p, v, order); \
	}

#define CAS(n, type, wide, cas) \
	EXPORT(bool, compare_exchange, n, \
	       (volatile void *p, void *want, type v, int ok, int fail)) \
	{ \
		type expected; \
		wide old; \
		bool done; \
		(void)ok, (void)fail; \
		memcpy(&expected, want, sizeof(expected)); \
		old = expected; \
		done = cas(p, &old, v); \
		expected = (type)old; \
		memcpy(want, &expected, sizeof(expected)); \
		return done; \
	}

#define ALL(n, type, wide, cas) \
	RMW(exchange, n, type, wide, cas, v) \
	RMW(fetch_add, n, type, wide, cas, old + v) \
	RMW(fetch_sub, n, type, wide, cas, old - v) \
	RMW(fetch_and, n, type, wide, cas, old & v) \
	RMW(fetch_or, n, type, wide, cas, old | v) \
	RMW(fetch_xor, n, type, wide, cas, old ^ v) \
	LOAD_STORE(n, type, wide, cas) \
	CAS(n, type, wide, cas)

#ifdef NEED_SMALL
#define CAS_1(p, was, next) small_cas(p, 1, was, next)
#define CAS_2(p, was, next) small_cas(p, 2, was, next)
ALL(1, uint8_t, uint32_t, CAS_1)
ALL(2, uint16_t, uint32_t, CAS_2)
#endif
#ifdef NEED_BIG
ALL(8, uint64_t, uint64_t, big_cas)
#endif

/* An archive member must define something, also where the compiler inlines everything. */
const char stackmap_libatomic[] = "libatomic of the stackmap suite";
