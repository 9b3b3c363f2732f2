// SPDX-License-Identifier: GPL-2.0
/*
 * A nested get_id at every instruction of an interrupted get_id (contract section 3). What an
 * NMI can break is broken at some boundary; here each of them gets one.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../test.h"

/* An insert or a hit cannot be shorter, or nothing was stepped. */
#define FLOOR_BOUNDARIES 100
/* The same where only a share of them is tried, see every_boundary(). */
#define FLOOR_SHARE 40

static struct subject *map;
static unsigned long nested_stack, nested_calls;
static int outer_id, nested_id;
static unsigned long outer_ips[MAX_DEPTH], nested_ips[MAX_DEPTH];
static unsigned int outer_nr, nested_nr;

static void outer(void *p)
{
	(void)p;
	outer_id = get(map, outer_ips, outer_nr);
}

static void nested(void *p)
{
	(void)p;
	nested_calls++;
	nested_id = get(map, nested_ips, nested_nr);
}

static void nested_new(void *p)
{
	unsigned long ips[MAX_DEPTH];

	(void)p;
	nested_id = get(map, ips, stack_make(ips, nested_stack + nested_calls++));
}

static void stacks(unsigned long a, unsigned long b)
{
	nested_stack = b;
	outer_nr = stack_make(outer_ips, a);
	nested_nr = stack_make(nested_ips, b);
	nested_calls = 0;
}

static void check_record(struct records *all, int id, const unsigned long *ips, unsigned int nr,
			 const char *whose, unsigned long at)
{
	const struct record *r;

	check(id >= 0, "boundary %lu: the %s call got %d", at, whose, id);
	r = record_find(all, id);
	check(r, "boundary %lu: the %s id %d does not resolve", at, whose, id);
	check(r->nr == nr && !memcmp(r->ips, ips, nr * sizeof(*ips)),
	      "boundary %lu: the %s id %d resolves to another stack", at, whose, id);
}

/* Conservation: every call is a success, and every success a reference. */
static void check_sums(struct records *all, long calls, unsigned long at)
{
	long refs = 0;
	unsigned int i;

	for (i = 0; i < all->n; i++)
		refs += all->r[i].ref;
	check(refs == calls, "boundary %lu: %ld calls, refs sum to %ld", at, calls, refs);
	if (subject_has(STACK_MAP_STAT))
		check(stats_read(map).successes == calls, "boundary %lu: %ld calls, %ld successes",
		      at, calls, stats_read(map).successes);
}

/* One nested call while one inserts: behind an instruction, or (at 0) at an access. */
static unsigned long one_boundary(unsigned long access, unsigned long at)
{
	struct records *all;
	unsigned long n = 0;

	map = fresh();
	nested_calls = 0;
	if (at) {
		n = single_step(outer, NULL, access, at, nested, NULL);
	} else {
		nmi_at(access, nested, NULL);
		outer(NULL);
		nmi_end();
	}
	if (nested_calls) {
		all = records_read(map);
		check_record(all, outer_id, outer_ips, outer_nr, "interrupted", at);
		check_record(all, nested_id, nested_ips, nested_nr, "nested", at);
		check(all->n <= 2, "boundary %lu: %u records for two calls", at, all->n);
		if (outer_nr != nested_nr || memcmp(outer_ips, nested_ips, outer_nr * sizeof(long)))
			check(outer_id != nested_id, "boundary %lu: two stacks share id %d", at,
			      outer_id);
		check_sums(all, 2, at);
		free(all);
	}
	finish(map);
	return n;
}

/*
 * From one access to the next, and behind each instruction between them. To get to the n-th takes n
 * traps, so the sum grows with the square of the distance: the plain build does it, where an insert
 * is shortest. With a sanitizer's instructions in between, and under an emulator, it is the first,
 * second, fourth, eighth ... behind each access.
 */
static void every_boundary(const char *what)
{
	unsigned long access, at, total = 0, floor = opt.slow ? FLOOR_SHARE : FLOOR_BOUNDARIES;

	if (!can_single_step())
		test_skip("single-stepping needs an x86 without ThreadSanitizer");
	for (access = 1;; access++) {
		for (at = 1;; at += opt.slow ? at : 1) {
			one_boundary(access, at);
			if (!nested_calls)
				break;
			total++;
		}
		if (at == 1)
			break;
	}
	check(total >= floor, "%lu instruction boundaries in an insert, %lu due: not stepped",
	      total, floor);
	note("%s: one nested call at each of %lu instruction boundaries%s", what, total,
	     opt.slow ? ", a share of them" : "");
}

TEST(step_other, "nmi.step_other",
     "another stack inserted at every instruction boundary of an insert: both whole")
{
	stacks(1, 2);
	every_boundary("other stack");
}

TEST(step_same, "nmi.step_same",
     "the same stack inserted at every instruction boundary of its insert: at most two ids")
{
	stacks(1, 1);
	every_boundary("same stack");
}

TEST(step_collide, "nmi.step_collision",
     "a stack of the same hash inserted at every instruction boundary: both whole")
{
	unsigned int i;

	map = fresh();
	need_craft(map);
	finish(map);
	outer_nr = nested_nr = 6;
	for (i = 0; i < 6; i++)
		outer_ips[i] = nested_ips[i] = 0x81000000UL + i;
	craft(outer_ips, 6, 0x5a5a5a5a, 1);
	craft(nested_ips, 6, 0x5a5a5a5a, 2);
	every_boundary("same hash");
}

TEST(step_hit, "nmi.step_counters",
     "hits nested at every instruction boundary of a hit lose no count")
{
	struct records *all;
	unsigned long n;

	if (!can_single_step())
		test_skip("single-stepping needs an x86 without ThreadSanitizer");
	stacks(1, 1);
	map = fresh();
	get(map, outer_ips, outer_nr);
	n = single_step(outer, NULL, 0, 0, nested, NULL);
	check(n >= FLOOR_BOUNDARIES, "a hit has %lu instruction boundaries: not stepped", n);
	all = records_read(map);
	check(all->n == 1, "%u records of one stack", all->n);
	check_sums(all, nested_calls + 2, 0);
	note("%lu hits nested in one hit", nested_calls);
	free(all);
	finish(map);
}

TEST(step_many, "nmi.step_inserts",
     "a new stack inserted at every instruction boundary of one insert: none is lost")
{
	struct records *all;
	unsigned long n, i;

	if (!can_single_step())
		test_skip("single-stepping needs an x86 without ThreadSanitizer");
	stacks(1, 100);
	map = fresh();
	n = single_step(outer, NULL, 0, 0, nested_new, NULL);
	all = records_read(map);
	check(n >= FLOOR_BOUNDARIES, "an insert has %lu instruction boundaries: not stepped", n);
	check(all->n == nested_calls + 1, "%u records of %lu stacks", all->n, nested_calls + 1);
	check_record(all, outer_id, outer_ips, outer_nr, "interrupted", 0);
	check_sums(all, nested_calls + 1, 0);
	for (i = 0; i < nested_calls; i++) {
		unsigned int nr = stack_make(nested_ips, 100 + i);

		check_record(all, get(map, nested_ips, nr), nested_ips, nr, "nested", i + 1);
	}
	note("%lu inserts nested in one insert", nested_calls);
	free(all);
	finish(map);
}

/* As the map counts them, and once, at the first access, as they are: 16384 take long to read. */
static unsigned int stored(unsigned long at)
{
	struct records *all;
	unsigned int n;

	if (at > 1 && subject_has(STACK_MAP_STAT))
		return stats_read(map).entries;
	all = records_read(map);
	n = all->n;
	free(all);
	return n;
}

/* One record is left; the NMI comes at access @at. False if there is no such access. */
static bool take_last(unsigned long at)
{
	int ok;

	nested_calls = 0;
	nmi_at(at, nested, NULL);
	outer(NULL);
	nmi_end();
	if (!nested_calls)
		return false;
	ok = (outer_id >= 0) + (nested_id >= 0);
	check(ok == 1 && (outer_id == -ENOSPC || nested_id == -ENOSPC),
	      "access %lu: results %d and %d for one free record", at, outer_id, nested_id);
	check(stored(at) == RECORDS, "access %lu: %u records", at, stored(at));
	if (nested_id >= 0)
		check(get(map, nested_ips, nested_nr) == nested_id,
		      "access %lu: the last stack that was stored is not found again", at);
	return true;
}

/* In a child, so that the next access finds the pool as this one did. */
static bool in_child(bool (*fn)(unsigned long), unsigned long arg)
{
	pid_t pid = fork();
	int status = 0;

	if (!pid) {
		/* A hang ends with the test. */
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		_exit(fn(arg) ? 0 : 2);
	}
	check(pid > 0 && waitpid(pid, &status, 0) == pid, "no child");
	check(WIFEXITED(status), "access %lu: killed by signal %d", arg, WTERMSIG(status));
	/* What failed there was said there. */
	if (WEXITSTATUS(status) == 1)
		_exit(1);
	return WEXITSTATUS(status) == 0;
}

TEST(last_record, "nmi.last_record",
     "an NMI that takes the last record: one of the two calls is a drop, none overruns")
{
	unsigned long at = 1;

	map = fresh();
	need_craft(map);
	fill_pool(map, 1000, RECORDS - 1);
	/* One first slot for both: the loser's slot stands before the winner's. */
	outer_nr = nested_nr = 6;
	memset(outer_ips, 1, sizeof(outer_ips));
	memset(nested_ips, 2, sizeof(nested_ips));
	craft(outer_ips, 6, 0x5a5a5a5a, 1);
	craft(nested_ips, 6, 0x5a5a5a5b, 2);
	while (at < 40 && in_child(take_last, at))
		at++;
	check(at > 5, "an insert has %lu accesses only", at);
	note("the last record contested at %lu accesses", at - 1);
	finish(map);
}

TEST_SMP(at_access, "nmi.every_access",
	 "a nested insert at every annotated access, in every build: same and other stack")
{
	unsigned long at;
	int same;

	for (same = 0; same < 2; same++) {
		stacks(1, same ? 1 : 2);
		for (at = 1;; at++) {
			one_boundary(at, 0);
			if (!nested_calls)
				break;
		}
		check(at > 5, "an insert has %lu accesses only", at - 1);
	}
}

static void do_reset(void *p)
{
	reset(p);
}

static void nested_quiet(void *p)
{
	(void)p;
	nested_calls++;
	nested_id = get(map, nested_ips, nested_nr);
}

TEST(in_reset, "nmi.in_reset",
     "an NMI at any access of a reset, on the resetting CPU: refused, or before it began")
{
	unsigned long at, refused = 0;

	stacks(1, 2);
	for (at = 1;; at++) {
		struct records *all;

		map = fresh();
		fill_pool(map, 100, 20);
		nested_calls = 0;
		nmi_at(at, nested_quiet, NULL);
		do_reset(map);
		nmi_end();
		if (!nested_calls) {
			finish(map);
			break;
		}
		all = records_read(map);
		refused += nested_id == -EINVAL;
		/* Admitted at the very end, when the flag is down: then it has to stay. */
		if (nested_id >= 0 && refused)
			check_record(all, nested_id, nested_ips, nested_nr, "nested", at);
		else
			check(!all->n, "access %lu of the reset: %u records are left", at, all->n);
		free(all);
		finish(map);
	}
	check(refused >= 5,
	      "%lu accesses of %lu refused: the flag is down while the map is cleared", refused,
	      at);
}

TEST(no_sleep, "nmi.takes_no_lock",
     "get_id in NMI takes no lock and allocates nothing, hit, insert or drop")
{
	bool asked = contract_is_strict() || rcu_is_asked();

	map = fresh();
	host_me->nmi = 1;
	fill_pool(map, 0, RECORDS);
	fill_pool(map, 0, 100);
	check(get_nth(map, 99999) == -ENOSPC, "stored in a full pool");
	host_me->not_watching = asked;
	check(!asked || get_nth(map, 0) == -EAGAIN, "RCU not watching: %d", get_nth(map, 0));
	host_me->not_watching = false;
	host_me->nmi = 0;
	check(!host_me->seen[HP_LOCK], "%lu locks taken", host_me->seen[HP_LOCK]);
	finish(map);
}
