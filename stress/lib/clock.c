// SPDX-License-Identifier: GPL-2.0
/* clock.c - time that only goes forward */
#include <errno.h>
#include <time.h>
#include "stress.h"

uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000ull + ts.tv_nsec;
}

void sleep_ms(unsigned int ms)
{
	struct timespec ts = { ms / 1000, (ms % 1000) * 1000000l };

	while (nanosleep(&ts, &ts) && errno == EINTR)
		;
}

void run_for(struct run *r)
{
	uint64_t end = now_ns() + r->seconds * 1000000000ull;

	while (now_ns() < end && !r->stop)
		sleep_ms(20);
	r->stop = true;
}
