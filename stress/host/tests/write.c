// SPDX-License-Identifier: GPL-2.0
/* Writing to stack_map: exactly "0" or "reset", at most one newline (contract section 7). */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../test.h"

static bool should_accept(const char *buf, size_t n)
{
	return (n == 1 && !memcmp(buf, "0", 1)) || (n == 2 && !memcmp(buf, "0\n", 2)) ||
	       (n == 5 && !memcmp(buf, "reset", 5)) || (n == 6 && !memcmp(buf, "reset\n", 6));
}

static void check_write(struct subject_fd *f, const char *buf, size_t n)
{
	long ret = subject_write(f, buf, n);
	long want = should_accept(buf, n) ? (long)n : -EINVAL;
	char shown[64] = "";
	size_t i, at = 0;

	if (ret == want)
		return;
	for (i = 0; i < n && i < 12; i++)
		at += sprintf(shown + at, "\\x%02x", (unsigned char)buf[i]);
	check(false, "write of %zu bytes (%s) returned %ld, %ld expected", n, shown, ret, want);
}

/* Over an alphabet of what the two words are made of and what commonly follows them. */
TEST(exhaustive, "write.exhaustive",
     "of all short strings over a small alphabet exactly four are accepted")
{
	static const char alphabet[] = {'0', 'r', 'e', 's', 't', '\n', '\0'};
	const size_t k = sizeof(alphabet);
	size_t longest = opt.slow ? 6 : 8, n, i;
	struct subject *s = fresh();
	unsigned long tried = 0;
	struct subject_fd *f;
	int err;

	f = subject_open(s, STACK_MAP, &err);
	check(f, "open: %d", err);
	for (n = 1; n <= longest; n++) {
		unsigned char digit[8] = {0};
		char buf[8];

		memset(buf, alphabet[0], sizeof(buf));
		for (;;) {
			check_write(f, buf, n);
			tried++;
			for (i = 0; i < n && ++digit[i] == k; i++) {
				digit[i] = 0;
				buf[i] = alphabet[0];
			}
			if (i == n)
				break;
			buf[i] = alphabet[digit[i]];
		}
	}
	subject_close(f);
	note("%lu inputs of up to %zu bytes", tried, longest);
	finish(s);
}

TEST(others, "write.others",
     "near misses are -EINVAL: cases, spaces, newlines, NULs, numbers, tails")
{
	static const struct {
		const char *buf;
		size_t n;
	} miss[] = {
		{"", 0},
		{"\n", 1},
		{"1", 1},
		{"00", 2},
		{"0 ", 2},
		{" 0", 2},
		{"0\n\n", 3},
		{"0\0", 2},
		{"0x0", 3},
		{"-0", 2},
		{"+0", 2},
		{"RESET", 5},
		{"Reset", 5},
		{"rese", 4},
		{"resett", 6},
		{"reset ", 6},
		{" reset", 6},
		{"reset\n\n", 7},
		{"reset\n0", 7},
		{"reset\0", 6},
		{"reset\r\n", 7},
		{"reset\0\n", 7},
		{"\nreset", 6},
		{"\n0", 2},
		{"0reset", 6},
		{"reset\nreset", 11},
		{"resetresetresetresetresetresetresetreset", 40},
	};
	struct subject *s = fresh();
	unsigned int i;

	get_nth(s, 1);
	for (i = 0; i < sizeof(miss) / sizeof(*miss); i++) {
		long ret = write_map(s, miss[i].buf, miss[i].n);

		check(ret == -EINVAL, "'%s' (%zu bytes) returned %ld", miss[i].buf, miss[i].n, ret);
	}
	check(records_read(s)->n == 1, "a refused write touched the map");
	finish(s);
}

TEST(long_write, "write.long", "a long write is refused, not read beyond what the words need")
{
	struct subject *s = fresh();
	char *big = malloc(1 << 20);

	memset(big, '0', 1 << 20);
	check(write_map(s, big, 1 << 20) == -EINVAL, "1 MiB of zeroes: %ld",
	      write_map(s, big, 1 << 20));
	check(write_map(s, big, 4096) == -EINVAL, "4096 zeroes: %ld", write_map(s, big, 4096));
	memcpy(big, "reset\n", 6);
	check(write_map(s, big, 4096) == -EINVAL, "reset, newline, zeroes: %ld",
	      write_map(s, big, 4096));
	free(big);
	finish(s);
}

TEST(efault, "write.efault",
     "a bad user pointer is -EFAULT and resets nothing, wherever it goes bad")
{
	struct subject *s = fresh();
	static const char word[] = "reset\n";
	int id = get_nth(s, 1), good;

	for (good = 0; good < 5; good++) {
		host_fault_from = word + good;
		check(write_map(s, word, 5) == -EFAULT, "fault at byte %d: %ld", good,
		      write_map(s, word, 5));
		host_fault_from = NULL;
	}
	host_fault_from = word + 1;
	check(write_map(s, word, 6) == -EFAULT, "6 bytes: %ld", write_map(s, word, 6));
	host_fault_from = NULL;
	check(get_nth(s, 1) == id && records_read(s)->n == 1, "the map was reset");
	finish(s);
}

TEST(full_count, "write.full_count",
     "an accepted write returns what was written, at any file position")
{
	struct subject *s = fresh();
	static const char *const word[] = {"0", "0\n", "reset", "reset\n"};
	struct subject_fd *f;
	char buf[64];
	int i, err;

	for (i = 0; i < 4; i++) {
		long ret;

		get_nth(s, i);
		f = subject_open(s, STACK_MAP, &err);
		subject_read(f, buf, 7);
		ret = subject_write(f, word[i], strlen(word[i]));
		check(ret == (long)strlen(word[i]), "%zu bytes: %ld", strlen(word[i]), ret);
		subject_close(f);
		check(!records_read(s)->n, "the map was not reset by word %d", i);
	}
	finish(s);
}
