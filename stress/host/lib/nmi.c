// SPDX-License-Identifier: GPL-2.0
/*
 * NMIs: a call on the interrupted CPU, at an annotated access or, where the processor can be
 * single-stepped, between any two instructions.
 */
#include <signal.h>
#include <string.h>

#include "../test.h"

struct nmi {
	unsigned long at, points, ran;
	void (*fn)(void *);
	void *arg;
};

static struct nmi hooked;

static void run_nmi(struct host_cpu *me, void (*fn)(void *), void *arg)
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

#if (defined(__x86_64__) || defined(__i386__)) && !defined(__SANITIZE_THREAD__)
static struct nmi stepped;

static void on_trap(int sig)
{
	(void)sig;
	stepped.points++;
	if (stepped.at && stepped.points != stepped.at)
		return;
	stepped.ran++;
	/* The kernel cleared the trap flag for this handler, and sets it again on return. */
	run_nmi(host_me, stepped.fn, stepped.arg);
}

#ifdef __x86_64__
/* Below the red zone: the interrupted function may keep data there. */
#define SET_TF		"lea -128(%%rsp), %%rsp; pushf; orl $0x100, (%%rsp); popf; lea 128(%%rsp), %%rsp"
#define CLEAR_TF	"lea -128(%%rsp), %%rsp; pushf; andl $~0x100, (%%rsp); popf; lea 128(%%rsp), %%rsp"
#else
#define SET_TF		"pushf; orl $0x100, (%%esp); popf"
#define CLEAR_TF	"pushf; andl $~0x100, (%%esp); popf"
#endif

unsigned long single_step(void (*body)(void *), void *arg, unsigned long at, void (*nmi)(void *),
			  void *nmi_arg)
{
	struct sigaction sa = { .sa_handler = on_trap, .sa_flags = SA_NODEFER }, old;

	stepped = (struct nmi){ .at = at, .fn = nmi, .arg = nmi_arg };
	sigaction(SIGTRAP, &sa, &old);
	__asm__ volatile(SET_TF ::: "memory", "cc");
	body(arg);
	__asm__ volatile(CLEAR_TF ::: "memory", "cc");
	sigaction(SIGTRAP, &old, NULL);
	return stepped.points;
}

bool can_single_step(void)
{
	return true;
}
#else
unsigned long single_step(void (*body)(void *), void *arg, unsigned long at, void (*nmi)(void *),
			  void *nmi_arg)
{
	(void)at;
	(void)nmi;
	(void)nmi_arg;
	body(arg);
	return 0;
}

bool can_single_step(void)
{
	return false;
}
#endif
