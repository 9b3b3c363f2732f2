// SPDX-License-Identifier: GPL-2.0
/*
 * measure.c - one pass between the two markers, and the log of what the passes were
 *
 * The markers are two functions of the kernel that nothing else calls while a bench runs. What
 * counts between them is not in here: an emulator's plugin (bench/plugin). Interrupts are off, so
 * on one vCPU nothing comes between.
 */
#include <linux/irqflags.h>
#include <linux/lcm.h>
#include <linux/math.h>
#include <linux/seq_file.h>
#include "bench.h"

/* Declared as functions of their arguments alone: a plain call would be moved, or left out. */
static u64 (*volatile mark_begin)(u64 base, unsigned int exp) = int_pow;
static unsigned long (*volatile mark_end)(unsigned long a, unsigned long b) = lcm;

static char text[16384];
static size_t used;
static unsigned int passes, wrong;
static int wrong_want, wrong_got;

static noinline int pass(bench_fn fn, void *map, const unsigned long *ips, unsigned int nr)
{
	int ret;

	mark_begin(0, 0);
	ret = fn(map, ips, nr);
	mark_end(0, 0);
	return ret;
}

void measure(const struct call *c)
{
	unsigned long flags;
	bool right;
	int ret;

	local_irq_save(flags);
	ret = pass(c->fn, c->map, c->ips, c->nr);
	local_irq_restore(flags);
	passes++;
	right = c->want == BENCH_ANY || (c->want == BENCH_ID ? ret >= 0 : ret == c->want);
	if (!right && !wrong++) {
		wrong_want = c->want;
		wrong_got = ret;
	}
}

void log_add(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	used += vscnprintf(text + used, sizeof(text) - used, fmt, ap);
	va_end(ap);
}

/* "insn IMPL.SUBJECT PASSES", or with "wrong WRONG WANT GOT" behind it when results were not */
void measured(const char *impl, const char *subject)
{
	log_add("insn %s.%s %u", impl, subject, passes);
	if (wrong)
		log_add(" wrong %u %d %d", wrong, wrong_want, wrong_got);
	log_add("\n");
	passes = wrong = 0;
}

void log_clear(void)
{
	used = 0;
	passes = wrong = 0;
}

int log_show(struct seq_file *m, void *v)
{
	seq_write(m, text, used);
	return 0;
}
