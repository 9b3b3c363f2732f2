// SPDX-License-Identifier: GPL-2.0
/*
 * live.c - a look at the trace while it is written
 *
 * The map is read after the trace. So long as nobody resets it, each id seen in the trace must be
 * among its records, whatever is being switched, resized or unloaded meanwhile.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "epoch.h"

void live_resolve(struct live *l, const uint32_t *id, size_t n)
{
	char err[160];
	struct smap m;
	size_t len;
	char *buf = tracefs_read("stack_map_bin", &len);

	if (!buf)
		die("stack_map_bin: %m");
	if (smap_parse_bin(buf, len, &m, err, sizeof(err)) && !l->bad++)
		snprintf(l->why, sizeof(l->why), "%s", err);
	for (size_t i = 0; i < n; i++)
		if (!smap_find(&m, id[i]) && !l->unresolved++ && !l->bad)
			snprintf(l->why, sizeof(l->why), "id %u", id[i]);
	l->ids += n;
	smap_free(&m);
	free(buf);
}

/* A trace that is written faster than it is printed has no end: a part of it will do. */
#define MOST (1 << 20)

void live_look(struct live *l, const char *file)
{
	struct tev_sum sum = { 0 };
	int fd = tracefs_open(file, O_RDONLY);

	if (fd < 0 || tev_sum_part(&sum, fd, MOST))
		die(TRACEFS "%s: %m", file);
	close(fd);
	l->looks++;
	l->events += sum.events;
	l->full += sum.full;
	for (int i = 0; i < TEV_NR_CTX; i++)
		l->ids_by_ctx[i] += sum.ids_by_ctx[i];
	if (sum.bad && !l->bad++)
		snprintf(l->why, sizeof(l->why), "%s: %s", file, sum.bad_line);
	live_resolve(l, sum.id, sum.n_id);
	tev_sum_free(&sum);
}

void live_judge(const struct live *l)
{
	check(!l->unresolved && !l->bad,
	      "I1 every id seen live resolves (%llu in %lu looks, %llu do not) %s",
	      (unsigned long long)l->ids, l->looks, (unsigned long long)l->unresolved, l->why);
	floor_at_least("live_ids", 500, l->ids);
	stat_u64("live_looks", "count", "none", l->looks);
}
