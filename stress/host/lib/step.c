// SPDX-License-Identifier: GPL-2.0
/*
 * NMIs between any two instructions: the processor's trap flag raises a SIGTRAP behind each one,
 * and the handler runs the NMI. A trap may cost 100 us under virtualisation, so the stepping
 * begins at a chosen access and ends at the next one instead of covering the whole body.
 */
#include <signal.h>
#include <string.h>
#include <ucontext.h>

#include "../test.h"

void run_nmi(struct host_cpu *me, void (*fn)(void *), void *arg);

#if (defined(__x86_64__) || defined(__i386__)) && !defined(NO_SINGLE_STEP)

#define TRAP_FLAG	0x100UL
#define PLACES		16384	/* instructions told apart */

#ifdef __x86_64__
#define INSTRUCTION	REG_RIP
/* Below the red zone: the interrupted function may keep data there. */
#define CHANGE_FLAGS(how)	"lea -128(%%rsp), %%rsp; pushf; " how "l %0, (%%rsp); popf; " \
				"lea 128(%%rsp), %%rsp"
#else
#define INSTRUCTION	REG_EIP
#define CHANGE_FLAGS(how)	"pushf; " how "l %0, (%%esp); popf"
#endif

static struct {
	unsigned long from, at, accesses, boundaries;
	void (*nmi)(void *);
	void *arg;
	bool ended;
	unsigned long seen[PLACES];
} step;

static void step_on(void)
{
	__asm__ volatile(CHANGE_FLAGS("or") :: "i"(TRAP_FLAG) : "memory", "cc");
}

static void step_off(void)
{
	__asm__ volatile(CHANGE_FLAGS("and") :: "i"(~TRAP_FLAG & 0xffffffff) : "memory", "cc");
}

/* A loop is passed many times; an NMI in each pass would keep it from ever ending. */
static bool first_time_here(unsigned long place)
{
	unsigned long i = place * 0x9e3779b1UL % PLACES;

	while (step.seen[i] && step.seen[i] != place)
		i = (i + 1) % PLACES;
	if (step.seen[i])
		return false;
	step.seen[i] = place;
	return true;
}

static void on_trap(int sig, siginfo_t *info, void *context)
{
	greg_t *regs = ((ucontext_t *)context)->uc_mcontext.gregs;

	(void)sig;
	(void)info;
	/* The flag is down in this handler, and up again on return, unless it is taken out. */
	if (step.ended) {
		regs[REG_EFL] &= ~TRAP_FLAG;
		return;
	}
	step.boundaries++;
	if (step.at ? step.boundaries != step.at : !first_time_here(regs[INSTRUCTION]))
		return;
	if (step.at) {
		step.ended = true;
		regs[REG_EFL] &= ~TRAP_FLAG;
	}
	run_nmi(host_me, step.nmi, step.arg);
}

static void step_hook(struct host_cpu *me, enum host_point kind, const volatile void *addr)
{
	(void)me;
	(void)kind;
	(void)addr;
	step.accesses++;
	if (!step.from || step.accesses == step.from + 1)
		step.ended = step.from != 0;
	if (step.from && step.accesses == step.from)
		step_on();
}

unsigned long single_step(void (*body)(void *), void *arg, unsigned long from, unsigned long at,
			  void (*nmi)(void *), void *nmi_arg)
{
	struct sigaction sa = { .sa_sigaction = on_trap, .sa_flags = SA_NODEFER | SA_SIGINFO }, old;

	memset(&step, 0, sizeof(step));
	step.from = from;
	step.at = at;
	step.nmi = nmi;
	step.arg = nmi_arg;
	sigaction(SIGTRAP, &sa, &old);
	if (from)
		host_me->hook = step_hook;
	else
		step_on();
	body(arg);
	step_off();
	host_me->hook = NULL;
	sigaction(SIGTRAP, &old, NULL);
	return step.boundaries;
}

bool can_single_step(void)
{
	return true;
}
#else
unsigned long single_step(void (*body)(void *), void *arg, unsigned long from, unsigned long at,
			  void (*nmi)(void *), void *nmi_arg)
{
	(void)from;
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
