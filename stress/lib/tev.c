// SPDX-License-Identifier: GPL-2.0
/*
 * tev.c - one line of tracefs' trace file
 *
 *   sh-42      [001] d.Z1.    12.345678: <stack_id 17>
 *                    ^^^^^ irqs off, need resched, context, preempt depth, migrate disable
 *
 * The context letter says where the event was recorded: Z or z NMI, H or h hardirq, s softirq.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "smap.h"

const char *const tev_ctx_name[TEV_NR_CTX] = { "task", "softirq", "hardirq", "nmi" };

static int ctx_of(char c)
{
	switch (c) {
	case 'Z': case 'z':
		return TEV_NMI;
	case 'H': case 'h':
		return TEV_HARDIRQ;
	case 's':
		return TEV_SOFTIRQ;
	case '.':
		return TEV_TASK;
	}
	return -1;
}

/* Finds "[007] d.Z1. 12.345: " whatever the task calls itself; returns what follows it. */
static const char *header(const char *line, struct tev *e)
{
	for (const char *p = strchr(line, '['); p; p = strchr(p + 1, '[')) {
		char *end;
		long cpu = strtol(p + 1, &end, 10);
		const char *f = end + 2;
		size_t len;
		int ctx;

		if (end - p < 4 || end[0] != ']' || end[1] != ' ')
			continue;
		len = strcspn(f, " ");
		if (len < 3 || len > 8)
			continue;
		ctx = ctx_of(f[2]);
		f += len;
		f += strspn(f, " ");
		len = strspn(f, "0123456789.");
		if (ctx < 0 || !len || f[len] != ':' || f[len + 1] != ' ')
			continue;
		e->cpu = cpu;
		e->ctx = ctx;
		return f + len + 2;
	}
	return NULL;
}

static int lost(const char *line, struct tev *e)
{
	const char *p = strstr(line, "[LOST ");
	char *end;

	if (!p)
		return -1;
	e->kind = TEV_LOST;
	e->lost = strtoull(p + 6, &end, 10);
	if (end == p + 6)
		e->lost = 1;
	return 0;
}

int tev_parse(const char *line, struct tev *e)
{
	const char *p;

	memset(e, 0, sizeof(*e));
	if (!*line || *line == '#' || *line == '\n')
		return 0;
	if (!strncmp(line, " => ", 4)) {
		e->kind = TEV_FRAME;
		return 0;
	}
	if (!strncmp(line, "CPU:", 4))
		return lost(line, e);
	p = header(line, e);
	if (!p)
		return -1;
	e->kind = TEV_EVENT;
	if (!strncmp(p, "<stack_id ", 10)) {
		char *end;

		e->id = strtoul(p + 10, &end, 10);
		if (!isdigit((unsigned char)p[10]) || *end != '>' || e->id >= SMAP_TABLE)
			return -1;
		e->kind = TEV_STACK_ID;
	} else if (!strncmp(p, "<stack trace>", 13)) {
		e->kind = TEV_FULL;
	} else if (strstr(p, "tracing_mark_write: ")) {
		e->kind = TEV_MARKER;
	}
	return 0;
}
