// SPDX-License-Identifier: GPL-2.0
/*
 * The toolchain's own libatomic (vm/toolchain/atomic.c) on the host, where the compiler is told
 * that it has no atomics of these sizes: threads beside each other in one word must not lose or
 * spill a step.
 */
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define THREADS 4
#define STEPS 20000

#define DECLARE(n, type)                                                                \
	type load_##n(volatile void *, int) __asm__("__atomic_load_" #n);               \
	void store_##n(volatile void *, type, int) __asm__("__atomic_store_" #n);       \
	type exchange_##n(volatile void *, type, int) __asm__("__atomic_exchange_" #n); \
	type add_##n(volatile void *, type, int) __asm__("__atomic_fetch_add_" #n);     \
	type sub_##n(volatile void *, type, int) __asm__("__atomic_fetch_sub_" #n);     \
	type and_##n(volatile void *, type, int) __asm__("__atomic_fetch_and_" #n);     \
	type or_##n(volatile void *, type, int) __asm__("__atomic_fetch_or_" #n);       \
	type xor_##n(volatile void *, type, int) __asm__("__atomic_fetch_xor_" #n);     \
	bool cas_##n(volatile void *, void *, type, int,                                \
		     int) __asm__("__atomic_compare_exchange_" #n)

DECLARE(1, uint8_t);
DECLARE(2, uint16_t);
DECLARE(8, uint64_t);

static unsigned int passed, failed;

static void check(bool ok, const char *what)
{
	if (ok)
		passed++;
	else
		failed++;
	if (!ok)
		printf("not ok %s\n", what);
}
#define CHECK(what) check(what, #what)

/* One after the other: values returned and left, neighbours untouched. */
#define SINGLE(n, type, top)                                                              \
	static void single_##n(void)                                                      \
	{                                                                                 \
		type v[4] = { (type)-1, (type)-1, 5, (type)-1 }, want = 9;                \
		CHECK(load_##n(&v[2], 0) == 5 && add_##n(&v[2], 2, 0) == 5 && v[2] == 7); \
		CHECK(sub_##n(&v[2], 8, 0) == 7 && v[2] == (type)-1);                     \
		CHECK(and_##n(&v[2], 12, 0) == (type)-1 && v[2] == 12);                   \
		CHECK(or_##n(&v[2], 3, 0) == 12 && v[2] == 15);                           \
		CHECK(xor_##n(&v[2], top, 0) == 15 && v[2] == (type)((top) ^ 15));        \
		CHECK(exchange_##n(&v[2], 4, 0) == (type)((top) ^ 15) && v[2] == 4);      \
		CHECK(!cas_##n(&v[2], &want, 1, 0, 0) && want == 4 && v[2] == 4);         \
		CHECK(cas_##n(&v[2], &want, top, 0, 0) && v[2] == (type)(top));           \
		store_##n(&v[2], 0, 0);                                                   \
		CHECK(!v[2] && v[0] == (type)-1 && v[1] == (type)-1 && v[3] == (type)-1); \
	}
SINGLE(1, uint8_t, 0x80)
SINGLE(2, uint16_t, 0x8001)
SINGLE(8, uint64_t, 0x8000000000000001ull)

static uint8_t bytes[THREADS] __attribute__((aligned(4)));
static uint16_t shared_half, own_half[2];
static uint64_t shared_big;

static void *work(void *arg)
{
	long me = (long)arg;

	for (int i = 0; i < STEPS; i++) {
		add_1(&bytes[me], 1, 0);
		add_2(&shared_half, 1, 0);
		sub_2(&own_half[me & 1], 1, 0);
		add_8(&shared_big, 0x100000001ull, 0);
	}
	return NULL;
}

int main(void)
{
	const uint64_t total = (uint64_t)THREADS * STEPS;
	pthread_t t[THREADS];

	single_1();
	single_2();
	single_8();
	for (long i = 0; i < THREADS; i++)
		if (pthread_create(&t[i], NULL, work, (void *)i))
			return 1;
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	for (int i = 0; i < THREADS; i++)
		CHECK(load_1(&bytes[i], 0) == (uint8_t)STEPS);
	CHECK(load_2(&shared_half, 0) == (uint16_t)total);
	CHECK(load_2(&own_half[1], 0) == (uint16_t) - (total / 2));
	CHECK(load_8(&shared_big, 0) == total * 0x100000001ull);
	printf("%u passed, %u failed, 0 skipped\n", passed, failed);
	return failed || !passed;
}
