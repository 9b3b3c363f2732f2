// SPDX-License-Identifier: GPL-2.0
/* The readers' half of the torture: judge every record of a pass (oracles 1, 2, 5, 7). */
#include "torture.h"

void torture_audit_start(struct torture *t, struct torture_audit *a)
{
	a->t = t;
	a->epoch_at_start = core_load_acquire(&t->done);
	a->last_id = -1;
	a->records = 0;
	a->refs = 0;
	a->foreign = 0;
	a->pipe[0] = a->pipe[1] = a->pipe[2] = 0;
}

/*
 * @p->epoch is when the stack was made. After reset e + 1 no record of epoch e is left, unless
 * its call overlapped that reset (a context may be preempted between making the stack and
 * passing it). Which calls did is only known when they have ended, so this is judged then.
 */
static void audit_age(struct torture_audit *a, const struct payload *p)
{
	u32 age = a->epoch_at_start > p->epoch ? a->epoch_at_start - p->epoch : 0;

	a->pipe[age < 2 ? age : 2]++;
	if (age && p->pos < a->t->strict_below)
		torture_fail(a->t, ORACLE_PIPE, NULL, a->epoch_at_start, p->epoch);
	if (age)
		core_store(&a->t->suspect[p->epoch % TORTURE_EPOCHS], 1);
}

bool torture_pipe_clean(struct torture *t)
{
	u32 i;

	for (i = 0; i < TORTURE_EPOCHS; i++) {
		if (core_load(&t->suspect[i]) && !core_load(&t->excused[i])) {
			torture_fail(t, ORACLE_PIPE, NULL, i, core_load(&t->done));
			return false;
		}
	}
	return true;
}

void torture_audit_record(struct torture_audit *a, long id, long ref, const unsigned long *ips,
			  unsigned int nr, bool quiet)
{
	struct payload p = { .seed = a->t->seed };

	if (id <= a->last_id)
		torture_fail(a->t, ORACLE_TERMINATION, NULL, a->last_id, id);
	if (id < 0 || id >= TORTURE_IDS)
		torture_fail(a->t, ORACLE_CAPACITY, NULL, TORTURE_IDS - 1, id);
	if (ref < 1)
		torture_fail(a->t, ORACLE_PAYLOAD, NULL, 1, ref);
	a->last_id = id;
	a->records++;
	a->refs += ref;

	switch (payload_judge(&p, ips, nr)) {
	case PAYLOAD_WHOLE:
		audit_age(a, &p);
		if (quiet && id >= 0 && id < TORTURE_IDS) {
			/* Oracle 4: what an id was given for is what it resolves to. */
			u32 owner = core_load(&a->t->owner[id]);
			u32 epoch = (owner >> 20) & 0x7ff;

			if (owner && epoch == (p.epoch & 0x7ff) &&
			    (owner & (PAYLOAD_MAX_POS - 1)) != p.pos)
				torture_fail(a->t, ORACLE_IDENTITY, NULL, owner, p.pos);
		}
		break;
	case PAYLOAD_FOREIGN:
		a->foreign++;
		break;
	case PAYLOAD_TORN:
		torture_fail(a->t, ORACLE_PAYLOAD, NULL, nr, id);
		break;
	}
}
