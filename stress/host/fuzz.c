// SPDX-License-Identifier: GPL-2.0
/*
 * libFuzzer's entry: every input is a sequence of operations on one map, each answer compared
 * with the reference map's. Run by make host-test with a fixed seed and number of runs; a crash
 * file is an input that reproduces: out/host/fuzz/run FILE.
 */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "refmap.h"
#include "test.h"

struct options opt = { .seed = 1, .build = "fuzz", .slow = true };

struct input {
	const uint8_t *p;
	size_t n;
};

static unsigned int byte(struct input *in)
{
	if (!in->n)
		return 0;
	in->n--;
	return *in->p++;
}

void test_register(struct test *t)
{
	(void)t;
}

double now(void)
{
	return time(NULL);
}

void note(const char *fmt, ...)
{
	(void)fmt;
}

static void __attribute__((noreturn)) die_of(const char *fmt, va_list ap)
{
	fputs("# ", stderr);
	vfprintf(stderr, fmt, ap);
	fputc('\n', stderr);
	abort();
}

void test_failed(const char *file, int line, const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "# %s:%d\n", file, line);
	va_start(ap, fmt);
	die_of(fmt, ap);
}

void test_skip(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	die_of(fmt, ap);
}

void host_fail(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	die_of(fmt, ap);
}

static void one_get(struct subject *s, struct refmap *ref, unsigned int n)
{
	int id = get_nth(s, n);

	check(refmap_get(ref, n, id), "stack %u: the map says %d", n, id);
}

static void compare_text(struct subject *s, const struct refmap *ref)
{
	struct records *all = records_read(s);
	unsigned int i;

	check(all->n == ref->entries, "%u records shown, %u stored", all->n, ref->entries);
	for (i = 0; i < all->n; i++) {
		unsigned long ips[MAX_DEPTH];
		unsigned int n = all->r[i].ips[0] - 0x81000000UL;
		unsigned int nr = n < REF_STACKS ? stack_make(ips, n) : 0;

		check(nr == all->r[i].nr && !memcmp(ips, all->r[i].ips, nr * sizeof(*ips)),
		      "id %ld shows a stack nobody stored", all->r[i].id);
		check(ref->id[n] == all->r[i].id && ref->ref[n] == all->r[i].ref,
		      "stack %u: id %ld ref %ld shown, id %d ref %ld due", n, all->r[i].id,
		      all->r[i].ref, ref->id[n], ref->ref[n]);
	}
	free(all);
}

static void compare_stat(struct subject *s, const struct refmap *ref)
{
	struct stats st;

	if (!subject_has(STACK_MAP_STAT))
		return;
	st = stats_read(s);
	check(st.entries == (long)ref->entries && st.successes == ref->successes &&
	      st.drops == ref->drops, "entries %ld, successes %ld, drops %ld; due %u, %ld, %ld",
	      st.entries, st.successes, st.drops, ref->entries, ref->successes, ref->drops);
}

static void one_write(struct subject *s, struct refmap *ref, struct input *in)
{
	static const char bytes[] = "0reset\n\0 1";
	static const char * const words[] = { "0", "reset", "0\n", "reset\n" };
	char buf[16];
	size_t n = byte(in) % 9, i;
	bool valid = false;

	for (i = 0; i < n; i++)
		buf[i] = bytes[byte(in) % (sizeof(bytes) - 1)];
	for (i = 0; i < 4; i++)
		valid |= n == strlen(words[i]) && !memcmp(buf, words[i], n);
	check(write_map(s, buf, n) == (valid ? (long)n : -EINVAL), "a write of %zu bytes", n);
	if (valid)
		refmap_reset(ref);
}

static void one_operation(struct subject *s, struct refmap *ref, struct input *in)
{
	static unsigned long deep[MAX_DEPTH + 8];
	unsigned int k, n;

	switch (byte(in) % 10) {
	case 0: case 1: case 2:
		one_get(s, ref, byte(in));
		break;
	case 3:
		one_get(s, ref, byte(in) << 8 | byte(in));
		break;
	case 4:
		n = MAX_DEPTH + 1 + byte(in) % 7;
		check(get(s, deep, n) == -E2BIG && get(s, deep, 0) == -EINVAL, "a bad depth");
		break;
	case 5:
		host_me->not_watching = byte(in) & 1;
		ref->watching = !host_me->not_watching;
		break;
	case 6:
		compare_text(s, ref);
		break;
	case 7:
		compare_stat(s, ref);
		break;
	case 8:
		one_write(s, ref, in);
		break;
	default:
		/* Towards an exhausted pool: a run of neighbours, 65536 stacks in all. */
		n = byte(in) << 8;
		for (k = 0; k < 16U * byte(in); k++)
			one_get(s, ref, (n + k) % REF_STACKS);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct refmap ref;
	struct input in = { data, size };
	struct subject *s;

	host_cpu_enter(0);
	host_me->not_watching = false;
	s = fresh();
	refmap_reset(&ref);
	ref.watching = true;
	while (in.n)
		one_operation(s, &ref, &in);
	host_me->not_watching = false;
	compare_text(s, &ref);
	compare_stat(s, &ref);
	finish(s);
	return 0;
}
