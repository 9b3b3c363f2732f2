// SPDX-License-Identifier: GPL-2.0
/*
 * Phases and their limits. Slow is not hung: limits arrive scaled, and progress extends them; a
 * guest that says nothing on any channel is hung long before the slowest test's time is up.
 */
#include "session.h"

#define BOOT_EXTENSION 0.5 /* of the boot time-out, from the latest console line */
#define BOOT_CAP 5 /* times the boot time-out, however chatty the console */
#define SPLAT_GRACE 0.5 /* seconds for what may still follow a fatal splat (a panic, a reset) */

static void boot(struct session *s, double t)
{
	double limit = s->started + s->boot_timeout;
	double extended = s->console.last + s->boot_timeout * BOOT_EXTENSION;
	double cap = s->started + s->boot_timeout * BOOT_CAP;

	if (extended > limit)
		limit = extended;
	if (limit > cap)
		limit = cap;
	if (t >= limit)
		session_end(s, END_BOOT_TIMEOUT,
			    "%s did not reach init within %.0f s (%s, accel %s)",
			    s->config.kernel, t - s->started, s->qemu.argv[0], s->config.accel);
}

static void tests(struct session *s, double t)
{
	const struct report *r = &s->report;
	const struct test *cur = r->current >= 0 ? &r->test[r->current] : NULL;

	/* init says '# alive' all the time, so silence is a hang; a guest without it gets its
	 * full time. */
	if (r->alive_seen && t - r->last > s->quiet_limit)
		session_end(s, END_HANG, "the guest hung: no sign of life for %.0f s, %s%s",
			    t - r->last, cur ? "while it ran " : "between tests",
			    cur ? cur->name : "");
	else if (cur && t - cur->started > cur->timeout + s->slack)
		session_end(s, END_TEST_TIMEOUT,
			    "%s did not end within %.0f s and the guest did not stop it",
			    cur->name, cur->timeout);
	else if (!cur && t - r->last > s->quiet_limit + s->slack)
		session_end(s, END_HANG, "the guest hung between tests: no report for %.0f s",
			    t - r->last);
}

void deadline_check(struct session *s, double t)
{
	struct splat *dead = console_dead(&s->console, t);

	if (dead && t - dead->last > SPLAT_GRACE)
		session_end(s, END_SPLAT, "%s: %s", dead->kind, dead->title);
	else if (s->total_limit && t - s->started > s->total_limit)
		session_end(s, END_LIMIT, "nothing came of it within %.0f s", s->total_limit);
	else if (s->shell)
		return;
	else if (!s->report.reached)
		boot(s, t);
	else if (!s->report.ended)
		tests(s, t);
	else if (t - s->ended_at > s->slack)
		session_end(s, END_SHUTDOWN_TIMEOUT,
			    "the guest did not power off within %.0f s of its last word",
			    s->slack);
}
