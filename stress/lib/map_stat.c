// SPDX-License-Identifier: GPL-2.0
/* map_stat.c - stack_map_stat and per_cpu/cpuN/stats */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "stress.h"

/* "key: value" at the beginning of a line */
static bool value_of(const char *text, const char *key, uint64_t *v)
{
	size_t len = strlen(key);

	for (const char *p = text; p; p = strchr(p, '\n')) {
		char *end;

		p += *p == '\n';
		if (strncmp(p, key, len) || p[len] != ':')
			continue;
		*v = strtoull(p + len + 1, &end, 10);
		return end != p + len + 1;
	}
	return false;
}

int map_stat_parse(const char *text, struct map_stat *st)
{
	const char *slash = strchr(text, '/');

	memset(st, 0, sizeof(*st));
	if (!value_of(text, "entries", &st->entries) || !slash ||
	    !value_of(text, "table_size", &st->table_size) ||
	    !value_of(text, "successes", &st->successes) ||
	    !value_of(text, "drops", &st->drops))
		return -EINVAL;
	st->capacity = strtoull(slash + 1, NULL, 10);
	return 0;
}

int map_stat_read(struct map_stat *st)
{
	char *text = tracefs_read("stack_map_stat", NULL);
	int err;

	if (!text)
		return -errno;
	err = map_stat_parse(text, st);
	free(text);
	return err;
}

int percpu_stat_parse(const char *text, struct percpu_stat *st)
{
	memset(st, 0, sizeof(*st));
	if (!value_of(text, "entries", &st->entries) || !value_of(text, "overrun", &st->overrun) ||
	    !value_of(text, "commit overrun", &st->commit_overrun) ||
	    !value_of(text, "bytes", &st->bytes) ||
	    !value_of(text, "dropped events", &st->dropped))
		return -EINVAL;
	return 0;
}

void percpu_stat_sum(struct percpu_stat *sum)
{
	long cpus = sysconf(_SC_NPROCESSORS_CONF);
	struct percpu_stat one;
	char name[64], *text;

	memset(sum, 0, sizeof(*sum));
	for (long cpu = 0; cpu < cpus; cpu++) {
		snprintf(name, sizeof(name), "per_cpu/cpu%ld/stats", cpu);
		text = tracefs_read(name, NULL);
		if (text && !percpu_stat_parse(text, &one)) {
			sum->entries += one.entries;
			sum->overrun += one.overrun;
			sum->commit_overrun += one.commit_overrun;
			sum->bytes += one.bytes;
			sum->dropped += one.dropped;
		}
		free(text);
	}
}
