// SPDX-License-Identifier: GPL-2.0
/* smap.c - what can be asked about a parsed map, and holding the two files against each other */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "smap.h"

void smap_free(struct smap *m)
{
	free(m->rec);
	memset(m, 0, sizeof(*m));
}

static int by_id(const void *key, const void *rec)
{
	uint32_t id = *(const uint32_t *)key, other = ((const struct smap_rec *)rec)->id;

	return id < other ? -1 : id > other;
}

const struct smap_rec *smap_find(const struct smap *m, uint32_t id)
{
	return m->n ? bsearch(&id, m->rec, m->n, sizeof(*m->rec), by_id) : NULL;
}

uint64_t smap_ref_sum(const struct smap *m)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < m->n; i++)
		sum += m->rec[i].ref;
	return sum;
}

static int by_frames(const void *x, const void *y)
{
	const struct smap_rec *a = *(const struct smap_rec *const *)x;
	const struct smap_rec *b = *(const struct smap_rec *const *)y;

	if (a->nr != b->nr)
		return a->nr < b->nr ? -1 : 1;
	if (a->ips)
		return memcmp(a->ips, b->ips, 8 * a->nr);
	if (a->text_len != b->text_len)
		return a->text_len < b->text_len ? -1 : 1;
	return memcmp(a->text, b->text, a->text_len);
}

size_t smap_duplicates(const struct smap *m, size_t *worst)
{
	const struct smap_rec **p = malloc((m->n + 1) * sizeof(*p));
	size_t extra = 0, group = 1;

	*worst = m->n ? 1 : 0;
	if (!p)
		abort();
	for (size_t i = 0; i < m->n; i++)
		p[i] = &m->rec[i];
	qsort(p, m->n, sizeof(*p), by_frames);
	for (size_t i = 1; i < m->n; i++) {
		group = by_frames(&p[i - 1], &p[i]) ? 1 : group + 1;
		extra += group > 1;
		if (group > *worst)
			*worst = group;
	}
	free(p);
	return extra;
}

static int compare_frames(const struct smap_rec *t, const struct smap_rec *b, char *err,
			  size_t errlen)
{
	const char *p = t->text;

	for (unsigned int i = 0; i < t->nr; i++) {
		const char *nl = memchr(p, '\n', t->text + t->text_len - p);
		const char *frame = strchr(p, ']') + 2;

		if (!ksym_frame_is(frame, nl - frame, b->ips[i])) {
			snprintf(err, errlen,
				 "stack_id %u frame %u: stack_map says '%.*s', stack_map_bin %#llx",
				 t->id, i, (int)(nl - frame), frame, (unsigned long long)b->ips[i]);
			return -1;
		}
		p = nl + 1;
	}
	return 0;
}

int smap_compare(const struct smap *text, const struct smap *bin, bool quiet, char *err,
		 size_t errlen)
{
	if (text->n != bin->n) {
		snprintf(err, errlen, "stack_map has %zu records, stack_map_bin %zu", text->n,
			 bin->n);
		return -1;
	}
	for (size_t i = 0; i < text->n; i++) {
		const struct smap_rec *t = &text->rec[i], *b = &bin->rec[i];

		if (t->id != b->id || t->nr != b->nr || (quiet && t->ref != b->ref)) {
			snprintf(err, errlen,
				 "record %zu: id/depth/ref %u/%u/%u as text, %u/%u/%u binary",
				 i, t->id, t->nr, t->ref, b->id, b->nr, b->ref);
			return -1;
		}
		if (compare_frames(t, b, err, errlen))
			return -1;
	}
	return 0;
}
