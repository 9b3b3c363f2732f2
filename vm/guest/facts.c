// SPDX-License-Identifier: GPL-2.0
/* What the record wants to know of the guest: how it came up, its NMIs and PMU interrupts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "init.h"

/* Rows of /proc/interrupts by a word in them; the name behind "irq." is the word. */
static const char *const rows[] = { "NMI", "PMI", "arm-pmu", "riscv-pmu" };

void facts_begin(void)
{
	struct utsname u;

	report("# stat boot_ms ms lower %lld\n", now_ms());
	if (!uname(&u))
		report("# note guest: kernel %s %s, %ld CPUs\n", u.release, u.machine,
		       sysconf(_SC_NPROCESSORS_ONLN));
}

/* " 23:   1234   99  GICv3  23 Level  arm-pmu": the sum of the columns, if the row has @word. */
static bool sum_row(const char *row, const char *word, unsigned long long *sum)
{
	const char *at = strstr(row, word);
	size_t n = strlen(word);
	char *end;

	if (!at || (at[n] && !strchr(":, \n", at[n])) || !(row = strchr(row, ':')))
		return false;
	for (row++;; row = end) {
		unsigned long long count = strtoull(row, &end, 10);

		if (end == row)
			return true;
		*sum += count;
	}
}

void facts_end(void)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		char *text = read_file("/proc/interrupts"), *at = text, *row;
		unsigned long long sum = 0;
		bool found = false;

		while (at && (row = strsep(&at, "\n")))
			found |= sum_row(row, rows[i], &sum);
		if (found)
			report("# stat irq.%s count none %llu\n", rows[i], sum);
		free(text);
	}
}
