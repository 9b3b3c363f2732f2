// SPDX-License-Identifier: GPL-2.0
/* The allocators: counted, made to fail on request, each with its own free. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <sanitizer/asan_interface.h>

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

#ifndef __has_feature
#define __has_feature(x) 0
#endif
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__) ||                               \
	__has_feature(address_sanitizer)
/*
 * Sanitizers take notes of every byte of an allocation, and every test makes a few maps of 8 MiB.
 * So big blocks are mappings, and the last one freed is the next one handed out: neither its pages
 * nor the notes are touched for the first time again. What AddressSanitizer would do for a block is
 * done here: nothing behind its end and nothing after its free may be touched. ThreadSanitizer
 * knows that the threads of two maps are ordered by the join between them.
 */
#define BIG	(1UL << 20)
#define BEHIND	4096

static struct header *spare;
static size_t spare_size;

/* Behind the sanitizer's back. */
static void clear_unseen(void *p, size_t bytes)
{
	__asm__ volatile("rep stosb" : "+D"(p), "+c"(bytes) : "a"(0) : "memory");
}

static void *get_memory(size_t bytes)
{
	struct header *h = spare;
	void *p;

	if (bytes < BIG)
		return calloc(1, bytes);
	if (h && spare_size == bytes) {
		spare = NULL;
		ASAN_UNPOISON_MEMORY_REGION(h, bytes);
		clear_unseen(h, bytes);
		return h;
	}
	p = mmap(NULL, bytes + BEHIND, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED)
		return NULL;
	ASAN_POISON_MEMORY_REGION((char *)p + bytes, BEHIND);
	return p;
}

static void put_memory(struct header *h)
{
	size_t bytes = sizeof(*h) + h->size;

	if (bytes < BIG) {
		free(h);
	} else if (!spare) {
		spare = h;
		spare_size = bytes;
		ASAN_POISON_MEMORY_REGION(h, bytes);
	} else {
		ASAN_UNPOISON_MEMORY_REGION(h, bytes + BEHIND);
		munmap(h, bytes + BEHIND);
	}
}
#else
static void *get_memory(size_t bytes)
{
	return calloc(1, bytes);
}

static void put_memory(struct header *h)
{
	free(h);
}
#endif

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
