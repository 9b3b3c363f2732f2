// SPDX-License-Identifier: GPL-2.0
/*
 * smap_text.c - strict parser of stack_map
 *
 * If the kernel printed a half-cleared or torn record it would be seen here: a depth of 0, a
 * depth that is not the number of frames, a frame 0x0, an id that goes backwards.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "smap.h"

struct cursor {
	const char	*p, *end;
	unsigned int	line;
	char		*err;
	size_t		errlen;
};

static int complain(struct cursor *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static int complain(struct cursor *c, const char *fmt, ...)
{
	va_list ap;
	int n = snprintf(c->err, c->errlen, "stack_map line %u: ", c->line);

	va_start(ap, fmt);
	if (n > 0 && (size_t)n < c->errlen)
		vsnprintf(c->err + n, c->errlen - n, fmt, ap);
	va_end(ap);
	return -1;
}

/* The next line without its newline; false at the end of the buffer. */
static bool next_line(struct cursor *c, const char **line, size_t *len)
{
	const char *nl;

	if (c->p == c->end)
		return false;
	nl = memchr(c->p, '\n', c->end - c->p);
	*line = c->p;
	*len = (nl ? nl : c->end) - c->p;
	c->p = nl ? nl + 1 : c->end;
	c->line++;
	return true;
}

static int parse_head(struct cursor *c, const char *line, size_t len, struct smap_rec *r)
{
	char head[80], again[80];
	long long id, ref, nr;

	if (len >= sizeof(head))
		return complain(c, "a record's first line of %zu characters", len);
	memcpy(head, line, len);
	head[len] = '\0';
	if (sscanf(head, "stack_id %lld [ref %lld, depth %lld]", &id, &ref, &nr) != 3)
		return complain(c, "expected 'stack_id N [ref N, depth N]', found '%s'", head);
	snprintf(again, sizeof(again), "stack_id %lld [ref %lld, depth %lld]", id, ref, nr);
	if (strcmp(head, again))
		return complain(c, "'%s' is not '%s'", head, again);
	if (id < 0 || id >= SMAP_TABLE)
		return complain(c, "id %lld, the table has %d slots", id, SMAP_TABLE);
	if (ref < 1 || nr < 1 || nr > SMAP_DEPTH)
		return complain(c, "stack_id %lld has ref %lld, depth %lld", id, ref, nr);
	r->id = id;
	r->ref = ref;
	r->nr = nr;
	return 0;
}

static int parse_frames(struct cursor *c, struct smap_rec *r)
{
	const char *line;
	size_t len, prefix;
	char index[16];

	r->text = c->p;
	for (unsigned int i = 0; i < r->nr; i++) {
		prefix = snprintf(index, sizeof(index), "  [%u] ", i);
		if (!next_line(c, &line, &len))
			return complain(c, "stack_id %u ends after %u of %u frames", r->id, i,
					r->nr);
		if (len <= prefix || memcmp(line, index, prefix))
			return complain(c, "stack_id %u: frame %u of %u expected, found '%.*s'",
					r->id, i, r->nr, (int)(len < 60 ? len : 60), line);
		if (len - prefix == 3 && !memcmp(line + prefix, "0x0", 3))
			return complain(c, "stack_id %u: frame %u is empty", r->id, i);
	}
	r->text_len = c->p - r->text;
	if (!next_line(c, &line, &len) || len)
		return complain(c, "stack_id %u: no empty line after its frames", r->id);
	return 0;
}

int smap_parse_text(const char *buf, size_t len, struct smap *m, char *err, size_t errlen)
{
	struct cursor c = { buf, buf + len, 0, err, errlen };
	const char *line;
	size_t cap = 0, n;

	memset(m, 0, sizeof(*m));
	if (len && buf[len - 1] != '\n')
		return complain(&c, "the last line is cut off");
	while (next_line(&c, &line, &n)) {
		struct smap_rec *r;

		if (m->n == SMAP_CAPACITY)
			return complain(&c, "more than %d records", SMAP_CAPACITY);
		if (m->n == cap) {
			cap = cap ? cap * 2 : 1024;
			m->rec = realloc(m->rec, cap * sizeof(*m->rec));
			if (!m->rec)
				abort();
		}
		r = &m->rec[m->n];
		memset(r, 0, sizeof(*r));
		if (parse_head(&c, line, n, r) || parse_frames(&c, r))
			return -1;
		if (m->n && r[-1].id >= r->id)
			return complain(&c, "stack_id %u after %u: went backwards", r->id,
					r[-1].id);
		m->n++;
	}
	return 0;
}
