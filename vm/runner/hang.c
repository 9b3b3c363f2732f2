// SPDX-License-Identifier: GPL-2.0
/*
 * Evidence of a hang: registers of every vCPU, then for each the kernel text addresses on its
 * stack with names from System.map. Like the kernel's own '?' entries they are guesses (stale
 * words are shown as well), but they need no help from the guest, which has none to give.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session.h"
#include "symbols.h"

#define CAPTURE_LIMIT 5.0 /* seconds; QEMU's main loop may hang as well */
#define STACK_WORDS 192

/* How QEMU spells program counter and stack pointer in 'info registers', whatever the target. */
static const char *const pc_names[] = { "RIP=", "EIP=", "PC=", " pc " };
static const char *const sp_names[] = { "RSP=", "ESP=", " SP=", "x2/sp " };

static uint64_t find_reg(const char *text, const char *end, const char *const names[4],
			 int *digits)
{
	for (int i = 0; i < 4; i++) {
		const char *p = strstr(text, names[i]);
		char *stop;

		if (!p || p >= end)
			continue;
		p += strlen(names[i]);
		p += strspn(p, " ");
		uint64_t v = strtoull(p, &stop, 16);

		*digits = stop - p;
		return v;
	}
	*digits = 0;
	return 0;
}

/* The part of 'info registers -a' about one vCPU, or NULL. */
static const char *cpu_part(const char *regs, int cpu, const char **end)
{
	char head[32];
	const char *p;

	snprintf(head, sizeof(head), "CPU#%d", cpu);
	p = strstr(regs, head);
	if (!p)
		return NULL;
	p += strlen(head);
	*end = strstr(p, "CPU#");
	if (!*end)
		*end = p + strlen(p);
	return p;
}

static void symbolise(struct session *s, const char *words)
{
	struct symbols sym;
	const char *part, *end, *p;
	int digits, cpu = s->hang.next_cpu;
	uint64_t pc;

	symbols_load(&sym, s->system_map);
	str_addf(&s->hang.text, "\n== backtrace of vCPU %d (addresses found on its stack) ==\n",
		 cpu);
	part = cpu_part(s->hang.text.p, cpu, &end);
	pc = part ? find_reg(part, end, pc_names, &digits) : 0;
	const struct symbol *f = symbols_find(&sym, pc);

	str_addf(&s->hang.text, " pc %s+0x%llx\n", f ? f->name : "(no kernel text)",
		 (unsigned long long)(f ? pc - f->addr : pc));
	for (p = words; (p = strstr(p, "0x")); p += 2) {
		uint64_t v = strtoull(p, NULL, 16);

		f = symbols_find(&sym, v);
		if (f)
			str_addf(&s->hang.text, " ? %s+0x%llx\n", f->name,
				 (unsigned long long)(v - f->addr));
	}
	if (!sym.n)
		str_addf(&s->hang.text, " (no names: %s was not readable)\n",
			 s->system_map ? s->system_map : "System.map");
	symbols_free(&sym);
}

static void ask_stack(struct session *s);

static void got_stack(void *ctx, json_t *reply, const char *error)
{
	struct session *s = ctx;

	symbolise(s, reply ? json_string_value(reply) : "");
	if (error)
		str_addf(&s->hang.text, " (%s)\n", error);
	s->hang.next_cpu++;
	ask_stack(s);
}

static void ask_stack(struct session *s)
{
	const char *end, *part = cpu_part(s->hang.text.p, s->hang.next_cpu, &end);
	char line[64];
	uint64_t sp;
	int digits;

	if (!part) {
		s->hang.done = true;
		return;
	}
	sp = find_reg(part, end, sp_names, &digits);
	snprintf(line, sizeof(line), "x/%d%cx 0x%llx", STACK_WORDS, digits > 8 ? 'g' : 'w',
		 (unsigned long long)sp);
	if (!qmp_hmp(&s->qmp, line, s->hang.next_cpu, got_stack, s))
		s->hang.done = true;
}

static void got_registers(void *ctx, json_t *reply, const char *error)
{
	struct session *s = ctx;

	str_addf(&s->hang.text, "== registers of every vCPU ==\n%s\n",
		 reply ? json_string_value(reply) : error);
	ask_stack(s);
}

void hang_start(struct session *s, const char *why, double t)
{
	s->hang.active = true;
	s->hang.until = t + CAPTURE_LIMIT;
	str_addf(&s->hang.text, "%s\nlast console line: %s\n\n", why,
		 s->console.last_text ? s->console.last_text : "(none)");
	if (!qmp_hmp(&s->qmp, "info registers -a", 0, got_registers, s)) {
		str_addf(&s->hang.text, "QMP was not ready: no registers\n");
		s->hang.done = true;
	}
}

void hang_tick(struct session *s, double t)
{
	if (t < s->hang.until)
		return;
	str_addf(&s->hang.text, "\nQEMU did not answer within %.0f s\n", CAPTURE_LIMIT);
	s->hang.done = true;
}
