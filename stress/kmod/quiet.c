// SPDX-License-Identifier: GPL-2.0
/*
 * quiet.c - what can only be judged when nothing runs: sums, duplicates, capacity
 *
 * Conservation: one epoch in which every context ran and no reset came between; the map's own
 * numbers must be the contexts' to the last call. Capacity: after a reset exactly as many
 * distinct stacks fit as the pool has records, and the next one is dropped.
 */
#include <linux/vmalloc.h>
#include "kmod.h"

static unsigned long counted, most_ids, capacity, probe_drops, gravestones;

/* How many ids each stack has */
struct tally { u8 *ids; u8 most; };

static void tally(void *arg, int id, const unsigned long *ips, unsigned int nr)
{
	struct payload p = { .seed = torture->seed };
	struct tally *t = arg;

	if (payload_judge(&p, ips, nr) != PAYLOAD_WHOLE || t->ids[p.pos] == U8_MAX)
		return;
	if (++t->ids[p.pos] > t->most)
		t->most = t->ids[p.pos];
}

static void sums(unsigned long *successes, unsigned long *drops)
{
	unsigned int i;

	*successes = *drops = 0;
	for (i = 0; i < KIND_NR * nr_cpu_ids; i++) {
		struct tctx *c = &contexts[i];

		torture_conserved(torture, &c->core);
		*successes += c->core.results[TORTURE_SUCCESS] - c->before[TORTURE_SUCCESS];
		*drops += c->core.results[TORTURE_ENOSPC] - c->before[TORTURE_ENOSPC];
		*drops += c->core.results[TORTURE_EAGAIN] - c->before[TORTURE_EAGAIN];
	}
}

static void same(unsigned long want, unsigned long got)
{
	if (want != got)
		run_failed(ORACLE_CONSERVATION, want, got);
}

/* At the end of the storm, before anything is cleared: slots claimed in vain */
void quiet_gravestones(void)
{
	gravestones = subject_gravestones();
}

void quiet_conservation(void)
{
	struct tally t = { .ids = vzalloc(PAYLOAD_MAX_POS) };
	unsigned long successes, drops;
	bool has_stat = subject_has(SUBJECT_STAT);
	struct subject_stat st = { 0 };
	struct torture_audit a;

	if (!t.ids || (has_stat && subject_stat(&st)) || walk_bin(&a, true, tally, &t)) {
		run_failed(ORACLE_TERMINATION, 0, 0);
		vfree(t.ids);
		return;
	}
	sums(&successes, &drops);
	counted = successes + drops;
	if (has_stat) {
		same(successes, st.successes);
		same(drops, st.drops);
		same(a.records, st.entries);
	}
	same(successes, a.refs);
	most_ids = t.most;
	if (t.most > torture->nr_contexts)
		run_failed(ORACLE_IDENTITY, torture->nr_contexts, t.most);
	vfree(t.ids);
}

/*
 * At half load a probe sequence of 64 taken slots is possible, if rare: that stack is dropped
 * with records left. Such drops are told from a full pool by what follows.
 */
void quiet_capacity(void)
{
	struct payload p = { .seed = torture->seed, .epoch = core_load(&torture->begun) };
	static unsigned long ips[PAYLOAD_MAX_DEPTH];
	unsigned int after = 0;
	int ret;

	capacity = probe_drops = 0;
	for (p.pos = 0; p.pos < 2 * SUBJECT_CAPACITY && after < 64; p.pos++) {
		ret = subject_get_id(NULL, ips, payload_make(&p, ips));
		if (ret >= TORTURE_IDS)
			run_failed(ORACLE_CAPACITY, TORTURE_IDS - 1, ret);
		if (ret >= 0) {
			capacity++;
			probe_drops += after;
			after = 0;
		} else {
			after++;
		}
		cond_resched();
	}
	if (capacity != SUBJECT_CAPACITY || probe_drops > 16)
		run_failed(ORACLE_CAPACITY, SUBJECT_CAPACITY, capacity);
}

void quiet_report(struct seq_file *m)
{
	seq_printf(m, "gravestones %lu\ncounted_calls %lu\nmost_ids_per_stack %lu\n", gravestones,
		   counted, most_ids);
	seq_printf(m, "capacity %lu\nprobe_drops %lu\n", capacity, probe_drops);
}
