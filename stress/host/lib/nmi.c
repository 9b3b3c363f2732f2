// SPDX-License-Identifier: GPL-2.0
/* NMIs at annotated accesses: a call on the CPU that is interrupted. */
#include "../test.h"

struct nmi {
	unsigned long at, points, ran;
	void (*fn)(void *);
	void *arg;
};

static struct nmi hooked;

void run_nmi(struct host_cpu *me, void (*fn)(void *), void *arg);

void run_nmi(struct host_cpu *me, void (*fn)(void *), void *arg)
{
	void (*hook)(struct host_cpu *, enum host_point, const volatile void *) = me->hook;

	me->hook = NULL;
	me->nmi++;
	fn(arg);
	me->nmi--;
	me->hook = hook;
}

static void nmi_hook(struct host_cpu *me, enum host_point kind, const volatile void *addr)
{
	(void)kind;
	(void)addr;
	hooked.points++;
	if (hooked.at && hooked.points != hooked.at)
		return;
	hooked.ran++;
	run_nmi(me, hooked.fn, hooked.arg);
}

void nmi_at(unsigned long at, void (*fn)(void *), void *arg)
{
	hooked = (struct nmi){ .at = at, .fn = fn, .arg = arg };
	host_me->hook = nmi_hook;
}

unsigned long nmi_end(void)
{
	host_me->hook = NULL;
	return hooked.ran;
}

