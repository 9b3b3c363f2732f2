// SPDX-License-Identifier: GPL-2.0
/*
 * report.c - the report file (lines "key value"), the verdict line, the first failure explained
 */
#include "kmod.h"

static const char * const result_name[TORTURE_RESULTS] = {
	"success", "einval", "e2big", "eagain", "enospc", "other",
};

static void show_kind(struct seq_file *m, enum kind kind)
{
	unsigned long results[TORTURE_RESULTS] = { }, calls = 0, full = 0, checked = 0, nmi = 0;
	unsigned long longest = 0;
	unsigned int cpu, i, most = 0;

	for_each_possible_cpu(cpu) {
		struct tctx *c = ctx_of(kind, cpu);

		calls += c->core.calls;
		for (i = 0; i < TORTURE_RESULTS; i++)
			results[i] += c->core.results[i];
		full += c->full_probes;
		checked += c->checked;
		nmi += c->nmi_seen;
		most = max(most, c->most_probes);
		longest = max(longest, c->longest);
	}
	seq_printf(m, "%s_calls %lu\n%s_in_nmi %lu\n", kind_name[kind], calls, kind_name[kind],
		   nmi);
	for (i = 0; i < TORTURE_RESULTS; i++)
		seq_printf(m, "%s_%s %lu\n", kind_name[kind], result_name[i], results[i]);
	seq_printf(m, "%s_checked %lu\n%s_most_probes %u\n", kind_name[kind], checked,
		   kind_name[kind], most);
	seq_printf(m, "%s_full_probes %lu\n%s_longest_ticks %lu\n", kind_name[kind], full,
		   kind_name[kind], longest);
}

static void show_windows(struct seq_file *m)
{
	unsigned int cpu, w;

	for (w = 0; w < WINDOW_NR; w++) {
		unsigned long n = 0;

		for_each_possible_cpu(cpu)
			n += ctx_of(KIND_NESTED, cpu)->in_window[w];
		seq_printf(m, "hits_in_window_%s %lu\n", window_name[w], n);
	}
}

static void show_digests(struct seq_file *m)
{
	unsigned int cpu, kind;

	for (kind = 0; kind < KIND_NR; kind++) {
		for_each_possible_cpu(cpu) {
			struct tctx *c = ctx_of(kind, cpu);

			if (c->core.calls)
				seq_printf(m, "digest_%s_%u %016llx\n", kind_name[kind], cpu,
					   c->digest);
		}
	}
}

static bool failed(void)
{
	return torture && core_load(&torture->failed);
}

int report_show(struct seq_file *m, void *v)
{
	unsigned int kind;

	guard(mutex)(&run_memory);
	if (!torture || !contexts) {
		seq_puts(m, "verdict NONE\n");
		return 0;
	}
	seq_printf(m, "verdict %s\noracle %s\nrunning %d\n", failed() ? "FAILURE" : "SUCCESS",
		   torture_oracle_name(failed() ? torture->failure.oracle : ORACLE_NONE),
		   run_active);
	seq_printf(m, "epochs %u\n", core_load(&torture->done));
	for (kind = 0; kind < KIND_NR; kind++)
		show_kind(m, kind);
	show_windows(m);
	reset_report(m);
	reader_report(m);
	trouble_report(m);
	quiet_report(m);
	show_digests(m);
	return 0;
}

static void print_steps(const struct tctx *c)
{
	u32 i = c->core.nr_steps > TORTURE_STEPS ? c->core.nr_steps - TORTURE_STEPS : 0;

	pr_torture("  last steps of %s/%u, %lu calls, longest %lu ticks, %u probes:\n",
		   kind_name[c->kind], c->core.cpu, c->core.calls, c->longest, c->most_probes);
	for (; i < c->core.nr_steps; i++) {
		const struct torture_step *s = &c->core.steps[i % TORTURE_STEPS];

		pr_torture("    epoch %u stack %u depth %u -> %d\n", s->epoch, s->pos, s->nr,
			   s->ret);
	}
}

/* The other party: who was given the same id, or stored the same stack, last. */
static const struct tctx *other_party(const struct tctx *self)
{
	const struct torture_step *mine = &torture->failure.step;
	unsigned int i, s;

	for (i = 0; i < KIND_NR * nr_cpu_ids; i++) {
		const struct tctx *c = &contexts[i];

		for (s = 0; c != self && s < min_t(u32, c->core.nr_steps, TORTURE_STEPS); s++) {
			if (c->core.steps[s].ret == mine->ret || c->core.steps[s].pos == mine->pos)
				return c;
		}
	}
	return self ? ctx_of(self->kind == KIND_NESTED ? KIND_PINNED : KIND_NESTED,
			     self->core.cpu) :
		      ctx_of(KIND_PINNED, 0);
}

void report_failure(void)
{
	const struct torture_failure *f = &torture->failure;
	const struct tctx *self = NULL;

	if (f->kind < KIND_NR && f->cpu < nr_cpu_ids)
		self = ctx_of(f->kind, f->cpu);
	/* The marker the console table knows; a planted fault is no news. */
	pr_torture("%soracle %s: wanted %#lx, got %#lx, in %s/%d, epoch begun %u done %u\n",
		   params.fault ? "planted: " : "!!! ", torture_oracle_name(f->oracle), f->want,
		   f->got, self ? kind_name[self->kind] : "reader or resetter",
		   self ? (int)f->cpu : -1, torture->begun, torture->done);
	if (self)
		print_steps(self);
	print_steps(other_party(self));
}

void report_verdict(void)
{
	if (failed())
		report_failure();
	pr_torture("End of test: %s%s: seed=%u seconds=%u ops=%u positions=%u onoff=%u stutter=%u "
		   "resets=%u fault=%s off=%#x\n", failed() ? "FAILURE " : "SUCCESS",
		   failed() ? torture_oracle_name(torture->failure.oracle) : "", params.seed,
		   params.seconds, params.ops, params.positions, params.onoff, params.stutter,
		   params.resets, fault_name[params.fault], params.off);
}
