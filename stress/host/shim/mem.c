// SPDX-License-Identifier: GPL-2.0
/* The allocators: counted, made to fail on request, each with its own free. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "host.h"

#define ALIVE	0x57ac6a11U
#define DEAD	0xdeadf4eeU

struct header {
	uint32_t magic;
	uint32_t kind;
	uint64_t size;
};

int host_fail_alloc;
long host_live, host_allocs;

/*
 * Zeroed memory. ThreadSanitizer marks every word of an allocation as written, which for the 8 MiB
 * of a map takes longer than any test; of a mapping it only forgets what it knew.
 */
#define BIG	(1UL << 20)

static void *get_memory(size_t bytes)
{
#ifdef __SANITIZE_THREAD__
	if (bytes >= BIG) {
		void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			       -1, 0);

		return p == MAP_FAILED ? NULL : p;
	}
#endif
	return calloc(1, bytes);
}

static void put_memory(struct header *h)
{
#ifdef __SANITIZE_THREAD__
	if (sizeof(*h) + h->size >= BIG) {
		munmap(h, sizeof(*h) + h->size);
		return;
	}
#endif
	free(h);
}

void *host_alloc(enum host_mem kind, size_t n, size_t size, bool zero)
{
	struct header *h;
	size_t bytes;

	if (host_me->nmi || (host_me->rcu & 0xffff))
		host_fail("memory allocated in NMI context or inside a read-side section");
	__atomic_fetch_add(&host_allocs, 1, __ATOMIC_RELAXED);
	if (__builtin_mul_overflow(n, size, &bytes) || bytes > (1UL << 30))
		return NULL;
	if (host_fail_alloc > 0 && --host_fail_alloc == 0)
		return NULL;

	h = get_memory(sizeof(*h) + bytes);
	if (!h)
		return NULL;
	h->magic = ALIVE;
	h->kind = kind;
	h->size = bytes;
	if (!zero)
		memset(h + 1, 0xa5, bytes);
	__atomic_fetch_add(&host_live, 1, __ATOMIC_RELAXED);
	return h + 1;
}

void host_free(const void *p, int kinds, const char *who)
{
	struct header *h;

	if (!p)
		return;
	if ((unsigned long)p >= -4095UL)
		host_fail("%s() of an error pointer", who);
	h = (struct header *)p - 1;
	if (h->magic == DEAD)
		host_fail("%s() of memory that was freed before", who);
	if (h->magic != ALIVE)
		host_fail("%s() of memory that is no allocation", who);
	if (!(h->kind & kinds))
		host_fail("%s() of memory that came from another allocator", who);
	h->magic = DEAD;
	__atomic_fetch_sub(&host_live, 1, __ATOMIC_RELAXED);
	put_memory(h);
}
