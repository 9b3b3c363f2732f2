// SPDX-License-Identifier: GPL-2.0
/* report.c - KTAP results and the "# ..." lines of docs/protocol.rst, one write per line */
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "stress.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned int planned, passed, failed;

static void put(const char *prefix, const char *fmt, va_list ap)
{
	char line[1024];
	int n = snprintf(line, sizeof(line), "%s", prefix);
	int m = vsnprintf(line + n, sizeof(line) - n - 1, fmt, ap);

	n += m < (int)sizeof(line) - n - 1 ? m : (int)sizeof(line) - n - 2;
	for (char *p = line; p < line + n; p++)
		if (*p == '\n')
			*p = ' ';
	line[n++] = '\n';
	pthread_mutex_lock(&lock);
	for (int done = 0; done < n;) {
		ssize_t w = write(STDOUT_FILENO, line + done, n - done);

		if (w < 0 && errno != EINTR && errno != EAGAIN)
			_exit(1);	/* nobody is listening: fail, do not go on silently */
		done += w > 0 ? w : 0;
	}
	pthread_mutex_unlock(&lock);
}

void report_line(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	put("", fmt, ap);
	va_end(ap);
}

void note(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	put("# note ", fmt, ap);
	va_end(ap);
}

void report_begin(unsigned int claims)
{
	planned = claims;
	passed = failed = 0;
	report_line("TAP version 13");
	report_line("1..%u", claims);
}

bool check(bool ok, const char *fmt, ...)
{
	char prefix[32];
	va_list ap;

	if (ok)
		passed++;
	else
		failed++;
	snprintf(prefix, sizeof(prefix), "%s %u ", ok ? "ok" : "not ok", passed + failed);
	va_start(ap, fmt);
	put(prefix, fmt, ap);
	va_end(ap);
	return ok;
}

void stat_u64(const char *name, const char *unit, const char *better, uint64_t value)
{
	report_line("# stat %s %s %s %llu", name, unit, better, (unsigned long long)value);
}

void stat_f(const char *name, const char *unit, const char *better, double value)
{
	report_line("# stat %s %s %s %.6g", name, unit, better, value);
}

void floor_at_least(const char *name, uint64_t required, uint64_t delivered)
{
	report_line("# floor %s %llu %llu", name, (unsigned long long)required,
		    (unsigned long long)delivered);
}

int report_end(void)
{
	if (passed + failed != planned) {
		report_line("# %u claims were planned, %u were judged", planned, passed + failed);
		return 1;
	}
	return failed ? 1 : 0;
}

_Noreturn void absent(const char *fmt, ...)
{
	const char *contract = getenv("CONTRACT");
	bool strict = contract && !strcmp(contract, "strict");
	va_list ap;

	report_line("TAP version 13");
	va_start(ap, fmt);
	if (strict)
		report_line("1..1");
	put(strict ? "not ok 1 (CONTRACT=strict) " : "1..0 # SKIP ", fmt, ap);
	va_end(ap);
	exit(strict ? 1 : 4);
}

_Noreturn void report_skip(const char *fmt, ...)
{
	va_list ap;

	report_line("TAP version 13");
	va_start(ap, fmt);
	put("1..0 # SKIP ", fmt, ap);
	va_end(ap);
	exit(4);
}

_Noreturn void die(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	put("Bail out! ", fmt, ap);
	va_end(ap);
	exit(1);
}
