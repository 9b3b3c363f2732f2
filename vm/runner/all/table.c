// SPDX-License-Identifier: GPL-2.0
/* What a human sees of all jobs: the live line, the table, the closing line. */
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "all.h"

/* A terminal's line is rewritten all the time; a log gets one now and then. */
#define LOG_EVERY 30.0

void all_progress(const struct job *job, size_t n)
{
	static double next;
	struct winsize w = { .ws_col = 160 };
	struct str s = { 0 };
	size_t running = 0;

	if (!isatty(1)) {
		double t = now();

		if (!next)
			next = t + LOG_EVERY;
		if (t < next)
			return;
		next = t + LOG_EVERY;
	}
	ioctl(1, TIOCGWINSZ, &w);
	for (size_t i = 0; i < n; i++)
		running += job[i].pid != 0;
	for (size_t i = 0; i < n; i++) {
		int room = running ? w.ws_col / (int)running - (int)strlen(job[i].name) - 12 : 0;

		if (job[i].pid)
			str_addf(&s, "%s%s %.0f s: %.*s", s.n ? " | " : "", job[i].name,
				 now() - job[i].begin, room > 8 ? room : 8,
				 job[i].last ? job[i].last : "");
	}
	if (isatty(1))
		printf("\r\033[K%.*s", w.ws_col > 1 ? w.ws_col - 1 : 79, s.p ? s.p : "");
	else if (s.n)
		printf("%s\n", s.p);
	fflush(stdout);
	str_free(&s);
}

static int severity(enum verdict v)
{
	static const int order[] = {
		[V_PASS] = 0, [V_UNRESOLVED] = 1, [V_FAIL] = 2, [V_ERROR] = 3
	};

	return order[v];
}

static void row(const struct job *j)
{
	char tests[32], nmis[32] = "-", boot[32] = "-";

	snprintf(tests, sizeof(tests), "%d/%d/%d", j->passed, j->failed, j->skipped);
	if (j->has_nmis)
		snprintf(nmis, sizeof(nmis), "%.0f", j->nmis);
	if (j->boot > 0)
		snprintf(boot, sizeof(boot), "%.1f", j->boot);
	printf("%-12s %-6s %7s %12s %9s  %-10s %7.1f\n", j->name, j->accel ? j->accel : "-", boot,
	       j->accel ? tests : "-", nmis, verdict_name(j->verdict), j->end - j->begin);
}

enum verdict all_table(const struct job *job, size_t n)
{
	enum verdict worst = V_PASS;
	int passed = 0, failed = 0, skipped = 0;

	if (isatty(1))
		fputs("\r\033[K", stdout);
	printf("\n%-12s %-6s %7s %12s %9s  %-10s %7s\n", "arch", "accel", "boot s",
	       "pass/fail/skip", "NMIs", "verdict", "s");
	for (size_t i = 0; i < n; i++) {
		row(&job[i]);
		if (severity(job[i].verdict) > severity(worst))
			worst = job[i].verdict;
		passed += job[i].passed;
		failed += job[i].failed + (job[i].verdict != V_PASS && !job[i].failed);
		skipped += job[i].skipped;
	}
	for (size_t i = 0; i < n; i++)
		if (job[i].verdict != V_PASS)
			printf("%s: %s: %s\n", job[i].name, verdict_name(job[i].verdict),
			       job[i].reason);
	printf("(NMIs: the largest of the guest's NMI and PMU interrupt counts)\n");
	printf("%d passed, %d failed, %d skipped\n", passed, failed, skipped);
	fflush(stdout);
	return worst;
}
