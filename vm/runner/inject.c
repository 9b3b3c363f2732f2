// SPDX-License-Identifier: GPL-2.0
/* Paced inject-nmi over QMP, from the poll loop: a few commands in flight, and what was really
 * sent is counted. */
#include <stdio.h>
#include <stdlib.h>

#include "session.h"

#define IN_FLIGHT 16

static void answered(void *ctx, json_t *reply, const char *error)
{
	struct inject *in = &((struct session *)ctx)->inject;

	in->outstanding--;
	if (reply) {
		in->acked++;
	} else if (!in->error) {
		in->error = xstrdup(error);
	}
}

void inject_request(struct session *s, const char *text)
{
	double rate, ms;

	if (sscanf(text, "%lf %lf", &rate, &ms) != 2 || !(rate > 0) || !(ms > 0)) {
		report_note(&s->report, "request 'inject-nmi %s' is malformed: not served", text);
		return;
	}
	inject_stop(s);
	s->inject.active = true;
	s->inject.start = now();
	s->inject.rate = rate;
	s->inject.seconds = ms / 1000;
	s->inject.sent = s->inject.acked = 0;
	s->inject.test = s->report.current;
}

void inject_tick(struct session *s, double t)
{
	struct inject *in = &s->inject;
	double age = t - in->start;

	if (age >= in->seconds || in->error || s->ending) {
		inject_stop(s);
		return;
	}
	while (in->sent < in->rate * age && in->outstanding < IN_FLIGHT) {
		if (!qmp_command(&s->qmp, "inject-nmi", NULL, true, answered, s))
			break;
		in->sent++;
		in->outstanding++;
	}
}

void inject_stop(struct session *s)
{
	struct inject *in = &s->inject;
	int current = s->report.current;

	if (!in->active)
		return;
	in->active = false;
	s->report.current = in->test;
	report_metric(&s->report, "qmp.inject_nmi_sent", "NMIs", "higher", in->acked);
	if (in->error)
		report_note(&s->report, "inject-nmi: QEMU refused: %s", in->error);
	s->report.current = current;
	free(in->error);
	in->error = NULL;
}
