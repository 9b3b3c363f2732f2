// SPDX-License-Identifier: GPL-2.0
/*
 * Links once per new toolchain: everything a guest program may lean on that a broken toolchain
 * lacks (threads, 64-bit division, floating point, atomics of every size, kernel headers).
 */
#include <linux/perf_event.h>
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static uint8_t small;
static uint16_t half;
static uint64_t big = 1;

static void *work(void *arg)
{
	__atomic_fetch_add(&small, 1, __ATOMIC_SEQ_CST);
	__atomic_fetch_or(&half, 2, __ATOMIC_SEQ_CST);
	__atomic_fetch_add(&big, sizeof(struct perf_event_attr), __ATOMIC_SEQ_CST);
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, work, argv) || pthread_join(thread, NULL))
		return 1;
	printf("%d %d %llu %f\n", small, half, (unsigned long long)big / (argc + 6), sqrt(argc));
	return !(small == 1 && half == 2);
}
