// SPDX-License-Identifier: GPL-2.0
/* smap_bin.c - strict parser of stack_map_bin; the snapshot is native-endian */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "smap.h"

#define FSMB_MAGIC 0x46534D42u

static int complain(char *err, size_t errlen, size_t at, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
static int complain(char *err, size_t errlen, size_t at, const char *fmt, ...)
{
	va_list ap;
	int n = snprintf(err, errlen, "stack_map_bin offset %zu: ", at);

	va_start(ap, fmt);
	if (n > 0 && (size_t)n < errlen)
		vsnprintf(err + n, errlen - n, fmt, ap);
	va_end(ap);
	return -1;
}

static int parse_rec(const char *buf, size_t len, size_t *at, struct smap_rec *r, char *err,
		     size_t errlen)
{
	uint32_t h[4];

	if (len - *at < sizeof(h))
		return complain(err, errlen, *at, "%zu bytes left, a record head has 16",
				len - *at);
	memcpy(h, buf + *at, sizeof(h));
	if (h[0] >= SMAP_TABLE)
		return complain(err, errlen, *at, "id %u, the table has %d slots", h[0],
				SMAP_TABLE);
	if (!h[1] || h[1] > SMAP_DEPTH || !h[2] || h[2] > INT32_MAX)
		return complain(err, errlen, *at, "id %u has depth %u, ref %u", h[0], h[1], h[2]);
	*at += sizeof(h);
	if ((len - *at) / 8 < h[1])
		return complain(err, errlen, *at, "id %u is cut off", h[0]);
	*r = (struct smap_rec){ .id = h[0], .nr = h[1], .ref = h[2],
				.ips = (const uint64_t *)(buf + *at) };
	for (unsigned int i = 0; i < r->nr; i++)
		if (!r->ips[i])
			return complain(err, errlen, *at + 8 * i, "id %u: frame %u is empty", r->id,
					i);
	*at += 8 * r->nr;
	return 0;
}

int smap_parse_bin(const void *buf, size_t len, struct smap *m, char *err, size_t errlen)
{
	uint32_t h[4];
	size_t at = sizeof(h);

	memset(m, 0, sizeof(*m));
	if (len < sizeof(h))
		return complain(err, errlen, 0, "%zu bytes, the header has 16", len);
	memcpy(h, buf, sizeof(h));
	if (h[0] != FSMB_MAGIC || h[1] != 1)
		return complain(err, errlen, 0, "magic %#x version %u", h[0], h[1]);
	if (h[2] > SMAP_CAPACITY)
		return complain(err, errlen, 8, "%u records, at most %d fit", h[2], SMAP_CAPACITY);
	m->rec = calloc(h[2] ? h[2] : 1, sizeof(*m->rec));
	if (!m->rec)
		abort();
	while (m->n < h[2]) {
		struct smap_rec *r = &m->rec[m->n];

		if (parse_rec(buf, len, &at, r, err, errlen))
			return -1;
		if (m->n && r[-1].id >= r->id)
			return complain(err, errlen, at, "id %u after %u: went backwards", r->id,
					r[-1].id);
		m->n++;
	}
	if (at != len)
		return complain(err, errlen, at, "%zu bytes after the last of %u records", len - at,
				h[2]);
	return 0;
}
