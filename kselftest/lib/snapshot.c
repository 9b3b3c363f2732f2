// SPDX-License-Identifier: GPL-2.0
#include "snapshot.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "stackmap.h"
#include "tracefs.h"

static bool parse_header(struct snap *snap)
{
	struct snap_header *h = &snap->head;

	if (snap->size < sizeof(*h)) {
		snprintf(snap->error, sizeof(snap->error), "%zu bytes hold no header", snap->size);
		return false;
	}
	memcpy(h, snap->data, sizeof(*h));
	if (h->magic == SNAP_MAGIC && h->version == SNAP_VERSION && !h->reserved &&
	    h->nr_stacks <= SM_CAPACITY)
		return true;
	snprintf(snap->error, sizeof(snap->error),
		 "header: magic %#x, version %u, nr_stacks %u, reserved %u", h->magic, h->version,
		 h->nr_stacks, h->reserved);
	return false;
}

/* Reads record @n at @pos; returns where the next one begins, 0 if this one is wrong. */
static size_t parse_record(struct snap *snap, size_t n, size_t pos)
{
	struct snap_stack *s = &snap->stack[n];
	struct snap_record *r = &s->head;

	if (snap->size - pos < sizeof(*r)) {
		snprintf(snap->error, sizeof(snap->error), "ends at byte %zu in record %zu of %u",
			 snap->size, n, snap->head.nr_stacks);
		return 0;
	}
	memcpy(r, snap->data + pos, sizeof(*r));
	pos += sizeof(*r);
	s->ips = snap->data + pos;
	if (r->stack_id < SM_SLOTS && r->nr && r->nr <= SM_MAX_DEPTH && r->ref_count &&
	    !r->reserved && r->nr <= (snap->size - pos) / sizeof(uint64_t))
		return pos + r->nr * sizeof(uint64_t);
	snprintf(snap->error, sizeof(snap->error),
		 "record %zu: stack_id %u, nr %u, ref_count %u, reserved %u, %zu bytes left", n,
		 r->stack_id, r->nr, r->ref_count, r->reserved, snap->size - pos);
	return 0;
}

bool snap_parse(struct snap *snap, void *data, size_t size)
{
	static bool seen[SM_SLOTS];
	size_t pos = sizeof(snap->head);

	memset(snap, 0, sizeof(*snap));
	memset(seen, 0, sizeof(seen));
	snap->data = data;
	snap->size = size;
	if (!parse_header(snap))
		return false;
	snap->stack = calloc(snap->head.nr_stacks + 1, sizeof(*snap->stack));
	if (!snap->stack)
		abort();
	for (size_t n = 0; n < snap->head.nr_stacks; n++) {
		pos = parse_record(snap, n, pos);
		if (!pos)
			return false;
		if (seen[snap->stack[n].head.stack_id]) {
			snprintf(snap->error, sizeof(snap->error), "stack_id %u is there twice",
				 snap->stack[n].head.stack_id);
			return false;
		}
		seen[snap->stack[n].head.stack_id] = true;
	}
	if (pos == size)
		return true;
	snprintf(snap->error, sizeof(snap->error), "%zu bytes behind the last record", size - pos);
	return false;
}

bool snap_read(struct snap *snap, size_t chunk)
{
	int fd = tracefs_open("stack_map_bin", O_RDONLY);
	size_t len = 0;
	void *data;

	memset(snap, 0, sizeof(*snap));
	if (fd < 0) {
		snprintf(snap->error, sizeof(snap->error), "stack_map_bin: %s", strerror(-fd));
		return false;
	}
	data = fd_read_all(fd, chunk, &len);
	close(fd);
	if (data)
		return snap_parse(snap, data, len);
	snprintf(snap->error, sizeof(snap->error), "stack_map_bin: read: %s", strerror(errno));
	return false;
}

void snap_free(struct snap *snap)
{
	free(snap->stack);
	free(snap->data);
	memset(snap, 0, sizeof(*snap));
}

uint64_t snap_frame(const struct snap_stack *stack, unsigned int i)
{
	uint64_t ip;

	memcpy(&ip, stack->ips + i * sizeof(ip), sizeof(ip));
	return ip;
}

const struct snap_stack *snap_find(const struct snap *snap, unsigned int id)
{
	for (size_t n = 0; n < snap->head.nr_stacks; n++)
		if (snap->stack[n].head.stack_id == id)
			return &snap->stack[n];
	return NULL;
}
