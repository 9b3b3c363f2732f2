/* SPDX-License-Identifier: GPL-2.0 */
/* The texts of stack_map and stack_map_stat, taken apart by their exact grammar. */
#ifndef KSELFTEST_STACKMAP_H
#define KSELFTEST_STACKMAP_H

#include <stdbool.h>
#include <stddef.h>

#define SM_CAPACITY	16384	/* records */
#define SM_SLOTS	32768	/* ids are below it */
#define SM_MAX_DEPTH	64

struct sm_record {
	unsigned int id;
	unsigned int ref;
	unsigned int depth;
	const char *frames;	/* the frame lines, inside the map's text */
	size_t len;		/* of frames */
};

struct sm_map {
	char *text;
	struct sm_record *rec;
	size_t nr;
	char error[200];	/* the first offence: line, what was expected */
};

/*
 * Parses @text, which the map then owns. False and @map->error if it deviates anywhere: a header,
 * frames numbered from 0 to depth - 1, an empty line; ids below SM_SLOTS and rising.
 */
bool sm_parse(struct sm_map *map, char *text);
/* Reads stack_map and parses it. */
bool sm_read(struct sm_map *map);
void sm_free(struct sm_map *map);

/* NULL if there is no record of that id. */
const struct sm_record *sm_find(const struct sm_map *map, unsigned int id);
bool sm_same_frames(const struct sm_record *a, const struct sm_record *b);
unsigned long long sm_ref_sum(const struct sm_map *map);
/* Records that have the frames of an earlier record. */
size_t sm_duplicates(const struct sm_map *map);

struct sm_stat {
	unsigned long entries, capacity, table_size, successes, drops, success_rate;
};

/* Exactly the five lines, in their order. False otherwise, with the offending text in @error. */
bool sm_stat_parse(struct sm_stat *stat, const char *text, char error[200]);
bool sm_stat_read(struct sm_stat *stat, char error[200]);

#endif
