// SPDX-License-Identifier: GPL-2.0
/*
 * One result line from how a program ended and what it said: exit 0 with every planned subtest
 * there and none failed is the only way to "ok". The text behind '#' is for humans and the run
 * record.
 */
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "init.h"

#define EXIT_SKIP 4 /* KSFT_SKIP */
#define EXIT_NO_PROGRAM 127

/* Why the program did not pass, or NULL. */
static const char *fault(char *buf, size_t size, const struct ending *e, const struct lines *l)
{
	int code = WIFEXITED(e->status) ? WEXITSTATUS(e->status) : -1;

	if (e->stuck)
		snprintf(buf, size, "no end within %u s, and SIGKILL does not end it", e->timeout);
	else if (e->timed_out)
		snprintf(buf, size, "no end within %u s; killed", e->timeout);
	else if (code < 0)
		snprintf(buf, size, "killed by signal %d (%s)", WTERMSIG(e->status),
			 strsignal(WTERMSIG(e->status)));
	else if (code == EXIT_NO_PROGRAM)
		snprintf(buf, size, "the program could not be started");
	else if (l->failed)
		snprintf(buf, size, "%ld of %ld subtests failed", l->failed, l->results);
	else if (l->bailed)
		snprintf(buf, size, "bailed out");
	else if (code && code != EXIT_SKIP)
		snprintf(buf, size, "exit code %d", code);
	else if (l->planned >= 0 && l->planned != l->results)
		snprintf(buf, size, "planned %ld subtests, reported %ld", l->planned, l->results);
	else
		return NULL;
	return buf;
}

void verdict(char *out, size_t size, size_t number, const char *name, const struct ending *e,
	     const struct lines *l)
{
	char why[160], how[40];
	const char *wrong = fault(why, sizeof(why), e, l);
	bool exited = WIFEXITED(e->status) && !e->stuck && !e->timed_out;

	if (exited)
		snprintf(how, sizeof(how), "exit=%d", WEXITSTATUS(e->status));
	else
		snprintf(how, sizeof(how), e->timed_out || e->stuck ? "timeout=%u" : "signal=%u",
			 e->timed_out || e->stuck ? e->timeout : (unsigned int)WTERMSIG(e->status));
	if (wrong)
		snprintf(out, size, "not ok %zu %s # time_ms=%lld %s: %s\n", number, name, e->ms,
			 how, wrong);
	else if (WEXITSTATUS(e->status) == EXIT_SKIP)
		snprintf(out, size, "ok %zu %s # SKIP %s time_ms=%lld %s\n", number, name,
			 *l->skip ? l->skip : "(no reason given)", e->ms, how);
	else
		snprintf(out, size, "ok %zu %s # time_ms=%lld %s\n", number, name, e->ms, how);
}
