// SPDX-License-Identifier: GPL-2.0
/* host_point()'s slow path, and the string operations that pass it. */
#include <string.h>

#include "host.h"

void host_point_slow(struct host_cpu *me, enum host_point kind, const volatile void *addr,
		     size_t size)
{
	if (me->touched && addr && me->nr_touched < me->max_touched) {
		struct host_touch *t = &me->touched[me->nr_touched++];

		t->addr = addr;
		t->size = size;
		t->kind = kind;
	}
	if (me->hook)
		me->hook(me, kind, addr);
}

void *host_memcpy(void *d, const void *s, size_t n)
{
	size_t half = n / 2;

	host_me->bytes_copied += n;
	host_point(HP_COPY, d, n);
	memmove(d, s, half);
	host_point(HP_COPY, d, n);
	memmove((char *)d + half, (const char *)s + half, n - half);
	return d;
}

/*
 * How much of @n bytes has to be written. ThreadSanitizer remembers each word that is, 32 MiB of
 * notes for a map. Zeroes over zeroes can be left out where nobody may be writing: further than
 * MARGIN behind the last byte in use, since a pool is handed out from its beginning. Slots are
 * not, and their table is small.
 */
#define POOL	(1UL << 20)
#define MARGIN	(1UL << 16)

static size_t to_clear(const char *d, int c, size_t n) __attribute__((no_sanitize("thread")));
static size_t to_clear(const char *d, int c, size_t n)
{
#ifdef __SANITIZE_THREAD__
	size_t used = n & ~7UL;

	if (c || n < POOL || (unsigned long)d % 8)
		return n;
	while (used && !*(const unsigned long *)(d + used - 8))
		used -= 8;
	return used + MARGIN < n ? used + MARGIN : n;
#else
	(void)d;
	(void)c;
	return n;
#endif
}

void *host_memset(void *d, int c, size_t n)
{
	size_t all = to_clear(d, c, n), half = all / 2;

	host_point(HP_CLEAR, d, n);
	memset(d, c, half);
	host_point(HP_CLEAR, d, n);
	memset((char *)d + half, c, all - half);
	return d;
}

int host_memcmp(const void *a, const void *b, size_t n)
{
	host_point(HP_COMPARE, a, n);
	return memcmp(a, b, n);
}
