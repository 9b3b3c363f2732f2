// SPDX-License-Identifier: GPL-2.0
/*
 * All at once: CPUs that insert, NMIs on them (signals), resetters, readers, judged by the
 * oracles of the torture core. Each test is one oracle; the storm is the same.
 */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../core/torture.h"
#include "../test.h"

#define INSERTERS  4
#define NMI_SIGNAL SIGUSR1

struct storm {
	struct subject *map;
	struct torture t;
	struct torture_ctx task[INSERTERS], nmi[INSERTERS];
	pthread_t thread[INSERTERS];
	unsigned long resets, passes, records;
	int stop;
};

static struct storm *storm;

static bool running(void)
{
	return !__atomic_load_n(&storm->stop, __ATOMIC_RELAXED) &&
	       !__atomic_load_n(&storm->t.failed, __ATOMIC_RELAXED);
}

static void inserter(void *p)
{
	struct torture_ctx *c = p;

	__atomic_store_n(&storm->thread[host_me->id], pthread_self(), __ATOMIC_RELAXED);
	while (running())
		torture_step(&storm->t, c);
}

static void on_nmi(int sig)
{
	struct host_cpu *me = host_me;
	int saved = errno;

	(void)sig;
	if (!me || me->id >= INSERTERS || me->nmi)
		return;
	me->nmi++;
	torture_step(&storm->t, &storm->nmi[me->id]);
	me->nmi--;
	errno = saved;
}

static void resetter(void *p)
{
	(void)p;
	while (running()) {
		long ret;

		torture_reset_begin(&storm->t);
		ret = write_map(storm->map, "reset\n", 6);
		torture_reset_end(&storm->t);
		if (ret == 6)
			__atomic_fetch_add(&storm->resets, 1, __ATOMIC_RELAXED);
		else
			torture_fail(&storm->t, ORACLE_TERMINATION, NULL, 6, ret);
		usleep(15000);
	}
}

static void audit(struct records *all, bool quiet)
{
	struct torture_audit a;
	unsigned int i;

	torture_audit_start(&storm->t, &a);
	for (i = 0; i < all->n; i++)
		torture_audit_record(&a, all->r[i].id, all->r[i].ref, all->r[i].ips, all->r[i].nr,
				     quiet);
	storm->records += a.records;
	check(!a.foreign, "%lu records that nobody inserted", a.foreign);
}

static void reader(void *p)
{
	(void)p;
	while (running()) {
		struct torture_audit a;
		size_t len;
		char *text;
		struct records *all;
		unsigned int i;

		/* The epoch is read before the pass: what is older was there when it began. */
		torture_audit_start(&storm->t, &a);
		text = slurp(storm->map, STACK_MAP, 4096, &len);
		all = records_parse(text);
		for (i = 0; i < all->n; i++)
			torture_audit_record(&a, all->r[i].id, all->r[i].ref, all->r[i].ips,
					     all->r[i].nr, false);
		__atomic_fetch_add(&storm->records, a.records, __ATOMIC_RELAXED);
		__atomic_fetch_add(&storm->passes, 1, __ATOMIC_RELAXED);
		free(all);
		free(text);
	}
}

static void explain(void)
{
	struct torture_failure *f = &storm->t.failure;

	note("seed %lu: oracle %s on CPU %d %s: wanted 0x%lx, got 0x%lx; last step: stack %u of "
	     "epoch %u, "
	     "%u frames, result %d",
	     opt.seed, torture_oracle_name(f->oracle), (int)f->cpu, f->kind == 1 ? "in NMI" : "",
	     f->want, f->got, f->step.pos, f->step.epoch, f->step.nr, f->step.ret);
}

/* What the storm is to deliver, see run_storm(). */
static bool until_full;

static bool full(void)
{
	unsigned int i;

	for (i = 0; i < INSERTERS; i++)
		if (core_load(&storm->task[i].results[TORTURE_ENOSPC]))
			return true;
	return false;
}

static bool satisfied(bool resets, bool readers)
{
	if (until_full && !full())
		return false;
	return (!resets || __atomic_load_n(&storm->resets, __ATOMIC_RELAXED) > 3) &&
	       (!readers || (__atomic_load_n(&storm->passes, __ATOMIC_RELAXED) > 1 &&
			     __atomic_load_n(&storm->records, __ATOMIC_RELAXED) > 100));
}

static void run_storm(bool resets, bool readers, bool nmis, unsigned int positions)
{
	struct lane *lane[INSERTERS], *reset_lane = NULL, *read_lane = NULL;
	struct sigaction sa = {.sa_handler = on_nmi, .sa_flags = SA_RESTART};
	double end;
	unsigned int i;

	storm = calloc(1, sizeof(*storm));
	storm->map = fresh();
	torture_init(&storm->t, opt.seed, positions, 2 * INSERTERS);
	storm->t.get_id = subject_get_id;
	storm->t.map = subject_map(storm->map);
	storm->t.odd_one_in = 64;
	sigaction(NMI_SIGNAL, &sa, NULL);
	for (i = 0; i < INSERTERS; i++) {
		torture_ctx_init(&storm->t, &storm->task[i], i, 0);
		torture_ctx_init(&storm->t, &storm->nmi[i], i, 1);
	}
	host_cpu_enter(HOST_CPUS - 1);
	for (i = 0; i < INSERTERS; i++)
		lane[i] = lane_start(i, inserter, &storm->task[i]);
	if (resets)
		reset_lane = lane_start(INSERTERS, resetter, NULL);
	if (readers)
		read_lane = lane_start(INSERTERS + 1, reader, NULL);
	/* Until the time is up and there was something to judge; a busy machine needs longer. */
	end = now() + opt.duration;
	while (running() && (now() < end || (!satisfied(resets, readers) && now() < end + 120))) {
		usleep(50);
		for (i = 0; nmis && i < INSERTERS; i++) {
			pthread_t thread = __atomic_load_n(&storm->thread[i], __ATOMIC_RELAXED);

			if (thread)
				pthread_kill(thread, NMI_SIGNAL);
		}
	}
	__atomic_store_n(&storm->stop, 1, __ATOMIC_RELAXED);
	for (i = 0; i < INSERTERS; i++)
		lane_finish(lane[i]);
	if (resets)
		lane_finish(reset_lane);
	if (readers)
		lane_finish(read_lane);
}

/* Oracle @wanted is what this test is about; a failure of another one is not its business. */
static void verdict(enum oracle wanted)
{
	unsigned long calls = 0, ok = 0, overlapped = 0, nmis = 0;
	unsigned int i;

	for (i = 0; i < INSERTERS; i++) {
		calls += storm->task[i].calls + storm->nmi[i].calls;
		ok += storm->task[i].results[TORTURE_SUCCESS] +
		      storm->nmi[i].results[TORTURE_SUCCESS];
		nmis += storm->nmi[i].calls;
		overlapped += storm->task[i].overlapped + storm->nmi[i].overlapped;
	}
	note("%lu calls, %lu ids, %lu overlapped a reset, %lu NMIs, %lu resets, %lu reader passes, "
	     "%lu "
	     "records judged",
	     calls, ok, overlapped, nmis, storm->resets, storm->passes, storm->records);
	if (storm->t.failed) {
		explain();
		check(storm->t.failure.oracle != wanted, "oracle %s", torture_oracle_name(wanted));
		check(false, "another oracle than this test's own failed");
	}
	check(calls > 1000, "%lu calls: the storm did not happen", calls);
}

TEST_SMP(storm_whole, "storm.records_whole",
	 "no reader ever sees a record that is not whole (oracle 1)")
{
	run_storm(true, true, true, 3000);
	verdict(ORACLE_PAYLOAD);
	check(storm->records > 100 && storm->passes > 1, "%lu records judged in %lu passes",
	      storm->records, storm->passes);
	check(storm->resets > 1, "%lu resets", storm->resets);
	finish(storm->map);
}

TEST_SMP(storm_pipe, "storm.generations",
	 "no record outlives a reset its call did not overlap (oracle 2)")
{
	run_storm(true, true, true, 500);
	torture_pipe_clean(&storm->t);
	verdict(ORACLE_PIPE);
	check(storm->resets > 1, "%lu resets", storm->resets);
	finish(storm->map);
}

/* Without resets the map's own numbers are the whole story. */
TEST_SMP(storm_sums, "storm.conservation",
	 "calls = successes + drops + uncounted, and refs = successes (oracle 3)")
{
	long ok = 0, drops = 0, refs = 0;
	struct records *all;
	unsigned int i;

	/* More stacks than records, so that there are drops; every one is read back in the end. */
	run_storm(false, false, true, opt.slow ? 4000 : 20000);
	for (i = 0; i < INSERTERS; i++) {
		struct torture_ctx *c = &storm->task[i], *n = &storm->nmi[i];

		torture_conserved(&storm->t, c);
		torture_conserved(&storm->t, n);
		ok += c->results[TORTURE_SUCCESS] + n->results[TORTURE_SUCCESS];
		drops += c->results[TORTURE_ENOSPC] + n->results[TORTURE_ENOSPC] +
			 c->results[TORTURE_EAGAIN] + n->results[TORTURE_EAGAIN];
	}
	verdict(ORACLE_CONSERVATION);
	all = records_read(storm->map);
	for (i = 0; i < all->n; i++)
		refs += all->r[i].ref;
	check(refs == ok, "%ld ids given, refs sum to %ld", ok, refs);
	if (subject_has(STACK_MAP_STAT)) {
		struct stats st = stats_read(storm->map);

		check(st.successes == ok && st.drops == drops,
		      "%ld ids and %ld drops given, %ld and %ld "
		      "counted",
		      ok, drops, st.successes, st.drops);
		check(st.entries == (long)all->n, "%ld entries, %u records", st.entries, all->n);
	}
	finish(storm->map);
}

TEST_SMP(storm_ids, "storm.identity",
	 "an id means one stack per epoch, and resolves to it (oracle 4)")
{
	struct records *all;
	unsigned int i, k, dup = 0, most = 0;

	run_storm(false, false, true, 400);
	verdict(ORACLE_IDENTITY);
	all = records_read(storm->map);
	audit(all, true);
	verdict(ORACLE_IDENTITY);
	/* I2: what one stack has more than one id for is bounded by the contexts that raced. */
	for (i = 0; i < all->n; i++) {
		unsigned int same = 0;

		for (k = 0; k < all->n; k++)
			same += all->r[k].nr == all->r[i].nr &&
				!memcmp(all->r[k].ips, all->r[i].ips, all->r[i].nr * sizeof(long));
		dup += same > 1;
		most = same > most ? same : most;
	}
	note("%u of %u records are duplicates, %u of one stack at most", dup, all->n, most);
	check(most <= storm->t.nr_contexts, "%u ids for one stack, %u contexts", most,
	      storm->t.nr_contexts);
	free(all);
	finish(storm->map);
}

TEST_SMP(storm_capacity, "storm.capacity",
	 "after the storm and a reset exactly 16384 stacks fit (oracle 5)")
{
	run_storm(true, false, true, 40000);
	verdict(ORACLE_CAPACITY);
	reset(storm->map);
	fill_pool(storm->map, 0, RECORDS);
	check(get_nth(storm->map, 99999) < 0, "a 16385th stack was stored");
	finish(storm->map);
}

TEST_SMP(storm_exhaust, "storm.exhaustion",
	 "racing for the last records: exactly 16384 of them are given")
{
	struct records *all;

	until_full = true;
	run_storm(false, false, true, 200000);
	check(full(), "the pool was not emptied in two minutes: nothing was shown");
	verdict(ORACLE_CAPACITY);
	all = records_read(storm->map);
	check(all->n == RECORDS, "%u records in a map that was offered far more", all->n);
	audit(all, true);
	verdict(ORACLE_IDENTITY);
	free(all);
	finish(storm->map);
}

TEST_SMP(storm_ends, "storm.termination",
	 "readers end and resets complete while events keep arriving (oracle 7, I8)")
{
	run_storm(true, true, true, 3000);
	verdict(ORACLE_TERMINATION);
	check(storm->resets > 3, "%lu resets in %.1f s", storm->resets, opt.duration);
	check(storm->passes > 1, "%lu reader passes in %.1f s", storm->passes, opt.duration);
	finish(storm->map);
}

TEST(repeats, "core.repeats", "one seed, one sequence of operations per context")
{
	uint64_t digest[3];
	int run;

	for (run = 0; run < 3; run++) {
		struct torture *t = calloc(1, sizeof(*t));
		struct torture_ctx c;
		struct subject *s = fresh();
		int i;

		torture_init(t, run < 2 ? 42 : 43, 1000, 1);
		t->get_id = subject_get_id;
		t->map = subject_map(s);
		torture_ctx_init(t, &c, 3, 1);
		for (i = 0; i < 1000 * (run + 1); i++) {
			torture_step(t, &c);
			if (c.calls == 1000)
				digest[run] = c.digest;
		}
		check(!t->failed, "oracle %s", torture_oracle_name(t->failure.oracle));
		finish(s);
		free(t);
	}
	check(digest[0] == digest[1], "the same seed gave two sequences");
	check(digest[0] != digest[2], "two seeds gave one sequence");
}
