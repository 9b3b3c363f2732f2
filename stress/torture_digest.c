// SPDX-License-Identifier: GPL-2.0
/*
 * torture_digest - the same seed gives the same sequence of operations in every context
 *
 * Each context makes a fixed number of operations; the digest of what it chose (results left
 * out: they depend on the interleaving) must repeat, and must differ for another seed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lib/stress.h"

static char *digests(unsigned long long seed, int *err)
{
	char words[96], *report, *p, *q;

	snprintf(words, sizeof(words), "seed=%llu ops=3000 positions=4096 stutter=0",
		 seed & 0xffffffff);
	*err = module_write("run", words);
	report = module_read("report");
	if (!report)
		die("the module's report cannot be read: %m");
	if (!strstr(report, "verdict SUCCESS"))
		*err = *err ? *err : -1;
	/* Keep the digest lines only. */
	for (p = q = report; *p;) {
		size_t len = strcspn(p, "\n") + 1;

		if (!strncmp(p, "digest_", 7)) {
			memmove(q, p, len);
			q += len;
		}
		p += len;
	}
	*q = '\0';
	return report;
}

static void load(struct run *r)
{
	(void)r;
}

/* The kinds of context that have a digest: digest_<kind>_<cpu> */
static unsigned int lines(const char *text)
{
	unsigned int n = 0;

	for (; *text; text++)
		n += *text == '\n';
	return n;
}

/* Lines that are the same in both */
static unsigned int same_lines(const char *a, const char *b)
{
	unsigned int n = 0;

	while (*a && *b) {
		size_t la = strcspn(a, "\n"), lb = strcspn(b, "\n");

		if (la == lb && !strncmp(a, b, la))
			n++;
		a += la + 1;
		b += lb + 1;
	}
	return n;
}

static void judge(struct run *r)
{
	int err[3];
	char *a = digests(r->seed, &err[0]), *b = digests(r->seed, &err[1]);
	char *c = digests(r->seed + 1, &err[2]);

	check(!err[0] && !err[1] && !err[2], "three bounded runs pass (%d, %d, %d)", err[0], err[1],
	      err[2]);
	check(lines(a) && !strcmp(a, b), "seed %llu twice: %u of %u contexts with the same digest",
	      (unsigned long long)r->seed, same_lines(a, b), lines(a));
	check(!same_lines(a, c), "seed %llu: another digest in each of %u contexts",
	      (unsigned long long)r->seed + 1, lines(c));
	/* Six kinds on each CPU wherever there is no NMI to be had, seven elsewhere */
	floor_at_least("contexts", 6u * r->cpus, lines(a));
	free(a);
	free(b);
	free(c);
}

const struct scenario scenario = {
	.name = "torture_digest", .claims = 3, .seconds = 1, .module = true,
	.load = load, .judge = judge,
};
