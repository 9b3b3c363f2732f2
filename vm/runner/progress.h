/* SPDX-License-Identifier: GPL-2.0 */
/* What a human sees while a VM runs and when it is over. Colours and the live line exist on a
 * terminal only. */
#ifndef PROGRESS_H
#define PROGRESS_H

#include "record.h"

/* Hook for session_hooks.progress. */
void progress_hook(struct session *s, const struct test *t, bool started);
/* A line of its own, above the live one. */
void progress_say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* What failed and why, times, verdict, closing line. s may be NULL when no VM ran. */
void summary(const struct rundir *d, const struct session *s, const struct outcome *oc);

/* "12.3k" */
void human(char *buf, size_t n, double v);

#endif
