// SPDX-License-Identifier: GPL-2.0
/* tev_sum.c - sums over a whole trace file, read in a stream: it may be far larger than memory */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "smap.h"

static void full_ends(struct tev_sum *s)
{
	s->full_deep += s->depth > SMAP_DEPTH;
	s->depth = 0;
}

void tev_sum_id(struct tev_sum *s, uint32_t id)
{
	if (s->n_id == s->cap_id) {
		s->cap_id = s->cap_id ? s->cap_id * 2 : 4096;
		s->id = realloc(s->id, s->cap_id * sizeof(*s->id));
		if (!s->id)
			abort();
	}
	s->id[s->n_id++] = id;
	s->ids++;
}

void tev_sum_line(struct tev_sum *s, const char *line)
{
	struct tev e;

	if (tev_parse(line, &e)) {
		if (!s->bad++)
			snprintf(s->bad_line, sizeof(s->bad_line), "%.150s", line);
		return;
	}
	if (e.kind != TEV_FRAME)
		full_ends(s);
	switch (e.kind) {
	case TEV_NONE:
		break;
	case TEV_EVENT:
		s->events++;
		break;
	case TEV_STACK_ID:
		s->ids_by_ctx[e.ctx]++;
		tev_sum_id(s, e.id);
		break;
	case TEV_FULL:
		s->full++;
		s->full_by_ctx[e.ctx]++;
		break;
	case TEV_FRAME:
		s->frames++;
		s->depth++;
		break;
	case TEV_MARKER:
		s->markers++;
		break;
	case TEV_LOST:
		s->lost += e.lost;
		break;
	}
}

void tev_sum_end(struct tev_sum *s)
{
	full_ends(s);
}

int tev_sum_part(struct tev_sum *s, int fd, size_t most)
{
	size_t have = 0, size = 65536, total = 0;
	char *buf = malloc(size);

	if (!buf)
		abort();

	for (;;) {
		ssize_t n = read(fd, buf + have, size - 1 - have);
		char *p = buf, *nl;

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0) {
			int err = -errno;

			free(buf);
			return err;
		}
		have += n;
		total += n;
		buf[have] = '\0';
		while ((nl = memchr(p, '\n', buf + have - p))) {
			*nl = '\0';
			tev_sum_line(s, p);
			p = nl + 1;
		}
		have -= p - buf;
		memmove(buf, p, have);
		if (!n || have == size - 1 || total >= most)
			break;
	}
	if (have && total < most)
		s->bad++;	/* a line without end, or one of 64 KiB */
	tev_sum_end(s);
	free(buf);
	return 0;
}

int tev_sum_fd(struct tev_sum *s, int fd)
{
	return tev_sum_part(s, fd, SIZE_MAX);
}

void tev_sum_free(struct tev_sum *s)
{
	free(s->id);
	memset(s, 0, sizeof(*s));
}
