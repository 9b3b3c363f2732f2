// SPDX-License-Identifier: GPL-2.0
/* stack_map_bin: a snapshot taken at open, never longer or shorter than its header says. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../test.h"

struct header {
	uint32_t magic, version, nr_stacks, reserved;
};
struct entry {
	uint32_t id, nr, ref, reserved;
};

/* Walks a snapshot of @len bytes; every record must be a whole stack of stack_make()'s. */
static unsigned int walk(const char *buf, size_t len)
{
	struct header h;
	struct entry e;
	size_t at = sizeof(h);
	unsigned int n, i;
	long last = -1;

	check(len >= sizeof(h), "%zu bytes are no header", len);
	memcpy(&h, buf, sizeof(h));
	check(h.magic == 0x46534D42 && h.version == 1 && !h.reserved,
	      "header %08x version %u reserved "
	      "%u",
	      h.magic, h.version, h.reserved);
	for (n = 0; at < len; n++) {
		unsigned long ips[MAX_DEPTH];
		unsigned int nr;

		check(len - at >= sizeof(e), "record %u is cut off", n);
		memcpy(&e, buf + at, sizeof(e));
		at += sizeof(e);
		check(e.nr >= 1 && e.nr <= MAX_DEPTH && !e.reserved,
		      "record %u: depth %u, reserved %u", n, e.nr, e.reserved);
		check(len - at >= e.nr * 8, "record %u is cut off in its frames", n);
		check((long)e.id > last && e.id < SLOTS, "id %u behind id %ld", e.id, last);
		check(e.ref >= 1, "id %u: ref %u", e.id, e.ref);
		last = e.id;
		for (i = 0, nr = 0; i < e.nr; i++, at += 8) {
			uint64_t ip;

			memcpy(&ip, buf + at, 8);
			if (!i)
				nr = stack_make(ips, (unsigned long)ip - 0x81000000UL);
			check(i < nr && ip == ips[i], "id %u: frame %u is 0x%llx", e.id, i,
			      (unsigned long long)ip);
		}
		check(nr == e.nr, "id %u: depth %u of %u", e.id, e.nr, nr);
	}
	check(n == h.nr_stacks, "the header says %u stacks, %u follow", h.nr_stacks, n);
	return n;
}

static unsigned int read_bin(struct subject *s, size_t chunk)
{
	size_t len;
	char *buf = slurp(s, STACK_MAP_BIN, chunk, &len);
	unsigned int n = walk(buf, len);

	free(buf);
	return n;
}

TEST(format, "bin.format", "header and records are as documented, as many as the header says")
{
	struct subject *s = fresh();

	need_file(STACK_MAP_BIN);
	check(!read_bin(s, 4096), "stacks in an empty map");
	fill_pool(s, 0, 3000);
	check(read_bin(s, 1 << 20) == 3000, "not all of 3000 stacks");
	finish(s);
}

TEST(agrees, "bin.agrees", "stack_map and stack_map_bin show the same ids, refs and depths")
{
	struct subject *s = fresh();
	struct records *all;
	unsigned int i;
	size_t len, at = sizeof(struct header);
	char *buf;

	need_file(STACK_MAP_BIN);
	for (i = 0; i < 4000; i++)
		get_nth(s, i % 1234);
	all = records_read(s);
	buf = slurp(s, STACK_MAP_BIN, 65536, &len);
	check(walk(buf, len) == all->n, "another number of records");
	for (i = 0; i < all->n; i++) {
		struct entry e;

		memcpy(&e, buf + at, sizeof(e));
		check((long)e.id == all->r[i].id && (long)e.ref == all->r[i].ref &&
			      e.nr == all->r[i].nr,
		      "record %u: id %u ref %u depth %u, as text id %ld ref %ld depth %u", i, e.id,
		      e.ref, e.nr, all->r[i].id, all->r[i].ref, all->r[i].nr);
		at += sizeof(e) + e.nr * 8;
	}
	free(buf);
	free(all);
	finish(s);
}

TEST(partial, "bin.partial", "reads of any size give the same bytes")
{
	static const size_t sizes[] = {1, 3, 15, 16, 17, 4096};
	struct subject *s = fresh();
	char *whole, *pieces;
	size_t len, n;
	unsigned int i;

	need_file(STACK_MAP_BIN);
	fill_pool(s, 0, 90);
	whole = slurp(s, STACK_MAP_BIN, 1 << 20, &len);
	for (i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		pieces = slurp(s, STACK_MAP_BIN, sizes[i], &n);
		check(n == len && !memcmp(whole, pieces, n), "reads of %zu bytes differ", sizes[i]);
		free(pieces);
	}
	free(whole);
	finish(s);
}

TEST(snapshot, "bin.snapshot",
     "an open file shows the map as it was at open, whatever happens to the map")
{
	struct subject *s = fresh();
	struct subject_fd *f;
	char *a, *b = malloc(1 << 22);
	size_t len, n = 0;
	long got;
	int err;

	need_file(STACK_MAP_BIN);
	fill_pool(s, 0, 500);
	a = slurp(s, STACK_MAP_BIN, 1 << 20, &len);
	f = subject_open(s, STACK_MAP_BIN, &err);
	check(f, "open: %d", err);
	while ((got = subject_read(f, b + n, 1000)) > 0) {
		n += got;
		fill_pool(s, 1000 + n, 10);
		if (n % 3000 == 0)
			reset(s);
	}
	check(n == len && !memcmp(a, b, n), "the snapshot changed while it was read");
	subject_close(f);
	free(a);
	free(b);
	finish(s);
}

static void open_bin(void *p)
{
	read_bin(p, 65536);
}

/* The snapshot is taken while stacks keep arriving: stop it here and there and add some. */
TEST_SMP(growing, "bin.growing",
	 "stacks that arrive while the snapshot is taken neither overrun nor falsify it")
{
	unsigned long at, stopped = 0, max = opt.slow ? 3000 : 70000;

	for (at = 1; at < max; at += 1 + at / 3) {
		struct subject *s = fresh();
		struct lane *l;

		need_file(STACK_MAP_BIN);
		/* Room is for the deepest stacks: it takes ten times as many to overrun it. */
		fill_pool(s, 0, opt.slow ? 30 : 300);
		l = lane_start_paused(1, open_bin, s, at);
		if (lane_paused(l)) {
			stopped++;
			fill_pool(s, 1000, opt.slow ? 300 : 3000);
		}
		lane_finish(l);
		finish(s);
	}
	check(stopped > 5, "the open was stopped %lu times only", stopped);
}
