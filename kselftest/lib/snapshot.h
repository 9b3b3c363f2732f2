/* SPDX-License-Identifier: GPL-2.0 */
/* The file stack_map_bin: native byte order, frames of 64 bits on every machine. */
#ifndef KSELFTEST_SNAPSHOT_H
#define KSELFTEST_SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SNAP_MAGIC	0x46534D42u	/* "FSMB" as a number, so the bytes tell the byte order */
#define SNAP_VERSION	1

struct snap_header {
	uint32_t magic, version, nr_stacks, reserved;
};

struct snap_record {
	uint32_t stack_id, nr, ref_count, reserved;
};

struct snap_stack {
	struct snap_record head;
	const unsigned char *ips;	/* head.nr frames, 8 bytes each, not aligned */
};

struct snap {
	struct snap_header head;
	unsigned char *data;
	size_t size;
	struct snap_stack *stack;	/* head.nr_stacks of them */
	char error[160];
};

/*
 * Takes @data over. False and @error unless header and records fill @size to the byte, the
 * reserved words are 0, every nr is 1 to 64, every id below 32768 and there once only.
 */
bool snap_parse(struct snap *snap, void *data, size_t size);
/* Opens, reads in reads of @chunk bytes, and parses. */
bool snap_read(struct snap *snap, size_t chunk);
void snap_free(struct snap *snap);

uint64_t snap_frame(const struct snap_stack *stack, unsigned int i);
const struct snap_stack *snap_find(const struct snap *snap, unsigned int id);

#endif
