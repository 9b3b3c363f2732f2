// SPDX-License-Identifier: GPL-2.0
/* raw.c - see raw.h. The format is the one events/header_event and events/header_page describe. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "raw.h"

#define TYPE_PADDING		29
#define TYPE_TIME_EXTEND	30
#define TYPE_TIME_STAMP		31
#define SMALLEST_EVENT		8
#define COMMIT_BYTES		0x3fffffffu	/* above it: flags about lost events */

static int field(const char *text, const char *name, size_t *offset, size_t *size)
{
	const char *p = strstr(text, name);

	return p && sscanf(p + strlen(name), "; offset:%zu; size:%zu", offset, size) == 2 ? 0 : -1;
}

int raw_layout_parse(const char *text, struct raw_layout *l)
{
	size_t offset;

	if (field(text, " commit", &offset, &l->commit_size) || offset != 8 ||
	    (l->commit_size != 4 && l->commit_size != 8) ||
	    field(text, " data", &l->data_offset, &l->data_size))
		return -1;
	return 0;
}

/* Length of the event at p, header included; 0: it can not be. */
static size_t length(const uint32_t *p, uint32_t type_len)
{
	switch (type_len) {
	case 0:
	case TYPE_PADDING:
		return 4 + (size_t)p[1];
	case TYPE_TIME_EXTEND:
	case TYPE_TIME_STAMP:
		return 8;
	default:
		return 4 + 4 * (size_t)type_len;
	}
}

static void time_goes(uint64_t *ts, uint32_t type_len, uint32_t delta, uint32_t more)
{
	uint64_t full = ((uint64_t)more << 27) + delta;

	if (type_len == TYPE_TIME_STAMP)
		*ts = (*ts & (31ull << 59)) | full;
	else
		*ts += type_len == TYPE_TIME_EXTEND ? full : delta;
}

static void entry(struct raw_sum *s, const uint32_t *p, uint32_t type_len, uint64_t ts)
{
	const void *data = type_len ? p + 1 : p + 2;
	uint16_t type;

	memcpy(&type, data, sizeof(type));
	if (s->see)
		s->see(s, type, data);
	s->by_type[type]++;
	if (!s->entries++)
		s->first = ts;
	s->last = ts;
}

static int events(struct raw_sum *s, const char *data, size_t n, uint64_t ts)
{
	size_t at = 0;

	while (at < n) {
		const uint32_t *p = (const uint32_t *)(data + at);
		uint32_t type_len = p[0] & 31, delta = p[0] >> 5;
		size_t len = length(p, type_len);

		if (len < 4 || len % 4 || len > n - at)
			return -1;
		if (type_len == TYPE_PADDING && !delta)
			return -1;	/* ends a page, and that is not in its length */
		time_goes(&ts, type_len, delta, p[1]);
		if (type_len < TYPE_PADDING)
			entry(s, p, type_len, ts);
		at += len;
	}
	return 0;
}

int raw_page(struct raw_sum *s, const struct raw_layout *l, const void *page, char *err,
	     size_t errlen)
{
	uint64_t ts;
	uint32_t commit;
	size_t n;

	memcpy(&ts, page, sizeof(ts));
	memcpy(&commit, (const char *)page + 8, sizeof(commit));
	n = commit & COMMIT_BYTES;
	if (n > l->data_size) {
		snprintf(err, errlen, "page %llu: %zu bytes of data, %zu fit",
			 (unsigned long long)s->pages, n, l->data_size);
		return -1;
	}
	if (!s->pages++)
		s->oldest = ts;
	if (events(s, (const char *)page + l->data_offset, n, ts)) {
		snprintf(err, errlen, "page %llu: an event that can not be",
			 (unsigned long long)s->pages - 1);
		return -1;
	}
	s->data += n;
	s->padding = s->padding_all;
	if (l->data_size - n >= SMALLEST_EVENT)
		s->padding_all += l->data_size - n;
	return 0;
}

uint64_t raw_bytes(const struct raw_sum *s)
{
	return s->data + s->padding;
}
