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

void *host_memset(void *d, int c, size_t n)
{
	size_t half = n / 2;

	host_point(HP_CLEAR, d, n);
	memset(d, c, half);
	host_point(HP_CLEAR, d, n);
	memset((char *)d + half, c, n - half);
	return d;
}

int host_memcmp(const void *a, const void *b, size_t n)
{
	host_point(HP_COMPARE, a, n);
	return memcmp(a, b, n);
}
