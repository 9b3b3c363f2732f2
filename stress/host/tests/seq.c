// SPDX-License-Identifier: GPL-2.0
/* Reading stack_map: its format, in pieces, across resets, from a held-open file. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../test.h"

TEST(format, "seq.format", "the text is exactly as documented: header, numbered frames, empty line")
{
	struct subject *s = fresh();
	unsigned long ips[3] = {0x81000010UL, 0x7fffffff, 0x82000020UL};
	char want[256], *text;
	int id = get(s, ips, 3);
	size_t len;

	get(s, ips, 3);
	snprintf(want, sizeof(want),
		 "stack_id %d [ref 2, depth 3]\n  [0] 0x81000010\n"
		 "  [1] [FTRACE TRAMPOLINE]\n  [2] 0x82000020\n\n",
		 id);
	text = slurp(s, STACK_MAP, 4096, &len);
	check(!strcmp(text, want), "shown:\n%s# expected:\n%s", text, want);
	free(text);
	finish(s);
}

TEST(adjusted, "seq.adjusted",
     "frames go through trace_adjust_address(), the trampoline marker does not")
{
	struct subject *s = fresh();
	unsigned long ips[2] = {0x81000010UL, 0x7fffffff};
	struct records *all;

	get(s, ips, 2);
	host_adjust = 0x1000;
	all = records_read(s);
	host_adjust = 0;
	check(all->r[0].ips[0] == 0x81001010UL, "frame 0 shown as 0x%lx", all->r[0].ips[0]);
	check(all->r[0].ips[1] == 0x7fffffff, "the marker is shown as 0x%lx", all->r[0].ips[1]);
	free(all);
	finish(s);
}

TEST(empty, "seq.empty", "an empty map reads as an empty file, again and again")
{
	struct subject *s = fresh();
	struct subject_fd *f;
	char c[16];
	int err, i;

	f = subject_open(s, STACK_MAP, &err);
	for (i = 0; i < 3; i++)
		check(subject_read(f, c, sizeof(c)) == 0, "bytes in an empty map");
	subject_close(f);
	finish(s);
}

TEST(order, "seq.order", "every record once, in ascending order of ids")
{
	struct subject *s = fresh();
	struct records *all;
	unsigned int i;

	fill_pool(s, 0, 5000);
	all = records_read(s);
	check(all->n == 5000, "%u records of 5000", all->n);
	for (i = 1; i < all->n; i++)
		check(all->r[i].id > all->r[i - 1].id, "id %ld behind id %ld", all->r[i].id,
		      all->r[i - 1].id);
	free(all);
	finish(s);
}

TEST(edges, "seq.edges", "records in the first and in the last slot are shown")
{
	struct subject *s = fresh();
	unsigned long ips[6] = {1, 2, 3, 4, 5, 6};
	struct records *all;

	need_craft(s);
	craft(ips, 6, 1, 1);
	check(get(s, ips, 6) == 0, "not in slot 0");
	craft(ips, 6, 0xffffffff, 1);
	check(get(s, ips, 6) == SLOTS - 1, "not in the last slot");
	all = records_read(s);
	check(all->n == 2 && !all->r[0].id && all->r[1].id == SLOTS - 1, "%u records shown of 2",
	      all->n);
	free(all);
	finish(s);
}

TEST(partial, "seq.partial", "reads of any size give the same text")
{
	static const size_t sizes[] = {1, 2, 3, 7, 64, 100, 4095, 4096, 4097, 100000};
	struct subject *s = fresh();
	char *whole, *pieces;
	size_t len, n;
	unsigned int i;

	fill_pool(s, 0, 120);
	whole = slurp(s, STACK_MAP, 1 << 20, &len);
	for (i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
		pieces = slurp(s, STACK_MAP, sizes[i], &n);
		check(n == len && !memcmp(whole, pieces, n),
		      "reads of %zu bytes: %zu bytes in all, %zu "
		      "in one read",
		      sizes[i], n, len);
		free(pieces);
	}
	free(whole);
	finish(s);
}

TEST(seek, "seq.seek", "a seek to any place, and back to 0, reads on from there")
{
	struct subject *s = fresh();
	struct subject_fd *f;
	char *whole, buf[257];
	size_t len;
	long at, n;
	int err;

	fill_pool(s, 0, 60);
	whole = slurp(s, STACK_MAP, 1 << 20, &len);
	f = subject_open(s, STACK_MAP, &err);
	for (at = 0; at < (long)len; at += 101) {
		check(subject_seek(f, at) == at, "seek to %ld failed", at);
		n = subject_read(f, buf, 256);
		check(n > 0 && !memcmp(buf, whole + at, n), "other text behind a seek to %ld", at);
	}
	check(subject_seek(f, 0) == 0 && subject_read(f, buf, 256) > 0 && !memcmp(buf, whole, 50),
	      "a seek to 0 does not start over");
	subject_close(f);
	free(whole);
	finish(s);
}

TEST(efault, "seq.efault", "a bad user buffer is -EFAULT, and the file can be read afterwards")
{
	struct subject *s = fresh();
	struct subject_fd *f;
	char buf[64];
	int err;

	fill_pool(s, 0, 3);
	f = subject_open(s, STACK_MAP, &err);
	host_fault_from = buf;
	check(subject_read(f, buf, 64) == -EFAULT, "no -EFAULT");
	host_fault_from = NULL;
	check(subject_read(f, buf, 64) > 0, "nothing to read after an -EFAULT");
	subject_close(f);
	finish(s);
}

TEST(across_resets, "seq.across_resets",
     "a file read across resets ends, goes never backwards, shows whole records")
{
	struct subject *s = fresh();
	unsigned int round;

	for (round = 0; round < 20; round++) {
		struct subject_fd *f;
		char *text = calloc(1, 1 << 22);
		size_t n = 0;
		long got, last = -1;
		unsigned int reads = 0;
		char *p;
		int err;

		fill_pool(s, round * 1000, 400);
		f = subject_open(s, STACK_MAP, &err);
		/* A page at a time ends at a record, so records stay whole in the text. */
		while ((got = subject_read(f, text + n, 4096)) > 0) {
			n += got;
			check(n < (1 << 22) - 4096, "does not end");
			if (++reads % 3 == round % 3) {
				reset(s);
				fill_pool(s, round * 1000 + reads * 100, 400);
			}
		}
		check(!got, "read: %ld", got);
		subject_close(f);
		for (p = text; (p = strstr(p, "stack_id ")); p++) {
			long id = strtol(p + 9, NULL, 10);

			check(id > last, "id %ld behind id %ld", id, last);
			last = id;
		}
		free(records_parse(text));
		free(text);
		reset(s);
	}
	finish(s);
}

TEST(held_open, "seq.held_open",
     "a file held open over a reset shows the new map after a seek to 0")
{
	struct subject *s = fresh();
	struct subject_fd *f;
	char buf[4096];
	int err, id;

	get_nth(s, 1);
	f = subject_open(s, STACK_MAP, &err);
	check(subject_read(f, buf, sizeof(buf)) > 0, "nothing to read");
	reset(s);
	id = get_nth(s, 2);
	subject_seek(f, 0);
	memset(buf, 0, sizeof(buf));
	check(subject_read(f, buf, sizeof(buf) - 1) > 0, "nothing to read after the reset");
	check(strtol(buf + 9, NULL, 10) == id, "shows '%.20s', id %d expected", buf, id);
	subject_close(f);
	finish(s);
}
