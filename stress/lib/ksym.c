// SPDX-License-Identifier: GPL-2.0
/*
 * ksym.c - does "func+0x48/0xc0" name the address X?
 *
 * /proc/kallsyms is read once into a hash by name. Static functions share names, so a frame is
 * right if any symbol of that name plus the offset is the address. Without symbols (none loaded,
 * or all addresses hidden) only frames printed as plain numbers can be judged.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "smap.h"

struct sym { struct sym *next; uint64_t addr; const char *name; size_t len; };

static struct sym **buckets, *syms;
static size_t n_buckets, n_syms;

static size_t hash(const char *s, size_t len)
{
	uint64_t h = 14695981039346656037ull;

	while (len--)
		h = (h ^ (unsigned char)*s++) * 1099511628211ull;
	return h % n_buckets;
}

int ksym_load(const char *text)
{
	size_t lines = 1;

	free(buckets);
	free(syms);
	n_syms = 0;
	for (const char *p = text; *p; p++)
		lines += *p == '\n';
	n_buckets = lines | 1;
	buckets = calloc(n_buckets, sizeof(*buckets));
	syms = calloc(lines, sizeof(*syms));
	if (!buckets || !syms)
		return -1;
	for (const char *p = text, *nl; *p; p = nl + 1) {
		char *end;
		uint64_t addr = strtoull(p, &end, 16);
		struct sym *s = &syms[n_syms];
		size_t h;

		nl = strchr(p, '\n');
		if (!nl)
			nl = p + strlen(p) - 1;
		if (end == p || end[0] != ' ' || !end[1] || end[2] != ' ' || !addr)
			continue;
		s->name = end + 3;
		s->len = strcspn(s->name, " \t\n");
		s->addr = addr;
		h = hash(s->name, s->len);
		s->next = buckets[h];
		buckets[h] = s;
		n_syms++;
	}
	return n_syms;
}

bool ksym_frame_is(const char *frame, size_t len, uint64_t ip)
{
	static const char marker[] = "[FTRACE TRAMPOLINE]";
	const char *plus;
	uint64_t offset;

	if (len == sizeof(marker) - 1 && !memcmp(frame, marker, len))
		return ip == INT32_MAX;		/* FTRACE_TRAMPOLINE_MARKER */
	if (len > 2 && !memcmp(frame, "0x", 2))
		return strtoull(frame, NULL, 16) == ip;
	plus = memchr(frame, '+', len);
	if (!plus)
		return false;
	if (!n_syms)
		return true;
	offset = strtoull(plus + 1, NULL, 16);
	for (struct sym *s = buckets[hash(frame, plus - frame)]; s; s = s->next)
		if (s->len == (size_t)(plus - frame) && !memcmp(s->name, frame, s->len) &&
		    s->addr + offset == ip)
			return true;
	return false;
}
