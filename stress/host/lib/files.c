// SPDX-License-Identifier: GPL-2.0
/* An independent reader of the three files: strict, so that a malformed byte fails the test. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../test.h"

void need_file(enum subject_file which)
{
	if (subject_has(which))
		return;
	check(!contract_is_strict(), "no %s", subject_file_name(which));
	test_skip("this implementation has no %s", subject_file_name(which));
}

char *slurp(struct subject *s, enum subject_file which, size_t chunk, size_t *len)
{
	size_t size = 1 << 16, n = 0;
	char *text = malloc(size);
	struct subject_fd *f;
	int err;
	long got;

	f = subject_open(s, which, &err);
	check(f, "open %s: error %d", subject_file_name(which), err);
	for (;;) {
		if (size - n < chunk + 1)
			text = realloc(text, size = size * 2 + chunk + 1);
		got = subject_read(f, text + n, chunk);
		if (got <= 0)
			break;
		check((size_t)got <= chunk, "read of %zu bytes returned %ld", chunk, got);
		n += got;
		check(n < (64UL << 20), "%s does not end: 64 MB read", subject_file_name(which));
	}
	check(!got, "read of %s: error %ld", subject_file_name(which), got);
	subject_close(f);
	text[n] = 0;
	*len = n;
	return text;
}

static unsigned long hex(const char **p)
{
	char *end;
	unsigned long v;

	check(!strncmp(*p, "0x", 2), "frame is no address: '%.40s'", *p);
	v = strtoul(*p, &end, 16);
	*p = end;
	return v;
}

static void expect(const char **p, const char *what, unsigned int record)
{
	size_t n = strlen(what);

	check(!strncmp(*p, what, n), "record %u: '%s' expected at '%.60s'", record, what, *p);
	*p += n;
}

static long decimal(const char **p, unsigned int record)
{
	char *end;
	long v;

	check(**p == '-' || (**p >= '0' && **p <= '9'), "record %u: number expected at '%.40s'",
	      record, *p);
	v = strtol(*p, &end, 10);
	*p = end;
	return v;
}

struct records *records_parse(const char *p)
{
	struct records *all;
	unsigned int i, room = 1;
	const char *s;

	for (s = p; (s = strstr(s, "stack_id ")); s++)
		room++;
	all = malloc(sizeof(*all) + room * sizeof(all->r[0]));

	for (all->n = 0; *p; all->n++) {
		struct record *r = &all->r[all->n];

		check(all->n < SLOTS && all->n < room, "more records than the table has slots");
		expect(&p, "stack_id ", all->n);
		r->id = decimal(&p, all->n);
		expect(&p, " [ref ", all->n);
		r->ref = decimal(&p, all->n);
		expect(&p, ", depth ", all->n);
		r->nr = decimal(&p, all->n);
		expect(&p, "]\n", all->n);
		check(r->nr >= 1 && r->nr <= MAX_DEPTH, "record %u: depth %u", all->n, r->nr);
		for (i = 0; i < r->nr; i++) {
			expect(&p, "  [", all->n);
			check(decimal(&p, all->n) == (long)i, "record %u: frame %u misnumbered",
			      all->n, i);
			expect(&p, "] ", all->n);
			if (!strncmp(p, "[FTRACE TRAMPOLINE]", 19)) {
				r->ips[i] = 0x7fffffff;
				p += 19;
			} else {
				r->ips[i] = hex(&p);
			}
			expect(&p, "\n", all->n);
		}
		expect(&p, "\n", all->n);
	}
	return all;
}

struct records *records_read(struct subject *s)
{
	size_t len;
	char *text = slurp(s, STACK_MAP, 65536, &len);
	struct records *r = records_parse(text);

	free(text);
	return r;
}

const struct record *record_find(const struct records *all, long id)
{
	unsigned int i;

	for (i = 0; i < all->n; i++)
		if (all->r[i].id == id)
			return &all->r[i];
	return NULL;
}

void check_resolves(struct subject *s, int id, const unsigned long *ips, unsigned int nr)
{
	struct records *all = records_read(s);
	const struct record *r = record_find(all, id);

	check(r, "id %d does not resolve in stack_map", id);
	check(r->nr == nr && !memcmp(r->ips, ips, nr * sizeof(*ips)),
	      "id %d resolves to another stack (depth %u, given for depth %u)", id, r->nr, nr);
	free(all);
}

struct stats stats_read(struct subject *s)
{
	struct stats st;
	size_t len;
	char *text = slurp(s, STACK_MAP_STAT, 4096, &len);
	int n = 0;

	check(sscanf(text,
		     "entries: %ld / %ld\ntable_size: %ld\nsuccesses: %ld\ndrops: %ld\n"
		     "success_rate: %ld%%\n%n",
		     &st.entries, &st.capacity, &st.table, &st.successes, &st.drops, &st.rate,
		     &n) == 6 &&
		      n == (int)len,
	      "stack_map_stat has another format: '%s'", text);
	free(text);
	return st;
}

long write_map(struct subject *s, const char *buf, size_t n)
{
	struct subject_fd *f;
	int err;
	long ret;

	f = subject_open(s, STACK_MAP, &err);
	check(f, "open stack_map: error %d", err);
	ret = subject_write(f, buf, n);
	subject_close(f);
	return ret;
}

void reset(struct subject *s)
{
	long ret = write_map(s, "reset", 5);

	check(ret == 5, "reset returned %ld", ret);
}
