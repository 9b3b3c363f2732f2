// SPDX-License-Identifier: GPL-2.0
/* The parser of stack_map_stat: printed again from its numbers, the text must be the same. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stackmap.h"
#include "tracefs.h"

static const char format[] =
	"entries: %lu / %lu\ntable_size: %lu\nsuccesses: %lu\ndrops: %lu\nsuccess_rate: %lu%%\n";

bool sm_stat_parse(struct sm_stat *stat, const char *text, char error[200])
{
	char again[400];
	int n;

	n = sscanf(text,
		   "entries: %lu / %lu table_size: %lu successes: %lu drops: %lu success_rate: %lu",
		   &stat->entries, &stat->capacity, &stat->table_size, &stat->successes,
		   &stat->drops, &stat->success_rate);
	if (n == 6) {
		snprintf(again, sizeof(again), format, stat->entries, stat->capacity,
			 stat->table_size, stat->successes, stat->drops, stat->success_rate);
		if (!strcmp(again, text))
			return true;
	}
	snprintf(error, 200, "%d of 6 numbers, not the five lines of the contract: '%.120s'", n,
		 text);
	return false;
}

bool sm_stat_read(struct sm_stat *stat, char error[200])
{
	char *text = tracefs_read("stack_map_stat");
	bool ok;

	if (!text) {
		snprintf(error, 200, "stack_map_stat: %s", strerror(errno));
		return false;
	}
	ok = sm_stat_parse(stat, text, error);
	free(text);
	return ok;
}
