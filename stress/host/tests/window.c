// SPDX-License-Identifier: GPL-2.0
/*
 * Every window held open: one CPU is stopped between two annotated accesses, one after the
 * other, and another CPU does its worst. What must hold does so at each of them.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../test.h"

static int lane_id;

static void insert_one(void *p)
{
	lane_id = get_nth(p, 1);
}

static void do_reset(void *p)
{
	reset(p);
}

TEST_SMP(reset_waits, "window.reset_waits",
	 "a reset that meets an admitted get_id waits until it has ended")
{
	unsigned long at, met = 0;

	for (at = 1;; at++) {
		struct subject *s = fresh();
		struct lane *inserter = lane_start_paused(1, insert_one, s, at), *resetter;
		struct records *all;

		if (!lane_paused(inserter)) {
			lane_finish(inserter);
			finish(s);
			break;
		}
		resetter = lane_start(2, do_reset, s);
		met += lane_blocked(resetter, HP_GP);
		lane_finish(inserter);
		lane_finish(resetter);
		all = records_read(s);
		/* Either it was there before the reset and is gone, or it was refused. */
		if (lane_id >= 0)
			check(!all->n || at == 1,
			      "stopped at access %lu: a stack of the old epoch "
			      "survived the reset",
			      at);
		else
			check(lane_id == -EINVAL && !all->n,
			      "stopped at access %lu: %d, %u records", at, lane_id, all->n);
		if (!opt.slow) {
			fill_pool(s, 100, RECORDS - all->n);
			check(get_nth(s, 99999) == -ENOSPC,
			      "stopped at access %lu: the pool has changed size", at);
		}
		if (!opt.slow && subject_has(STACK_MAP_STAT))
			check(stats_read(s).entries == RECORDS,
			      "stopped at access %lu: %ld entries", at, stats_read(s).entries);
		free(all);
		finish(s);
	}
	check(met >= 5, "the reset waited at %lu of %lu accesses: there is no read-side section",
	      met, at - 1);
	note("reset waited at %lu of %lu accesses", met, at - 1);
}

TEST_SMP(same_stack, "window.same_stack", "two CPUs storing one stack: at most two ids, each whole")
{
	unsigned long at, twice = 0;

	for (at = 1;; at++) {
		struct subject *s = fresh();
		struct lane *l = lane_start_paused(1, insert_one, s, at);
		unsigned long ips[MAX_DEPTH];
		unsigned int nr = stack_make(ips, 1);
		struct records *all;
		int mine;

		if (!lane_paused(l)) {
			lane_finish(l);
			finish(s);
			break;
		}
		mine = get_nth(s, 1);
		check(mine >= 0, "stopped at access %lu: %d", at, mine);
		check_resolves(s, mine, ips, nr);
		lane_finish(l);
		check(lane_id >= 0, "the stopped CPU's id: %d", lane_id);
		check_resolves(s, lane_id, ips, nr);
		all = records_read(s);
		check(all->n == (mine == lane_id ? 1 : 2), "%u records for ids %d and %d", all->n,
		      mine, lane_id);
		twice += mine != lane_id;
		free(all);
		finish(s);
	}
	check(twice, "no window in which a second id was given: the claim was not covered");
	note("a second id in %lu of %lu windows", twice, at - 1);
}

TEST_SMP(reader, "window.reader",
	 "a reader sees a record whole or not at all, wherever the insert stands")
{
	unsigned long at;

	for (at = 1;; at++) {
		struct subject *s = fresh();
		struct lane *l = lane_start_paused(1, insert_one, s, at);
		unsigned long ips[MAX_DEPTH];
		unsigned int nr = stack_make(ips, 1);
		struct records *all;

		if (!lane_paused(l)) {
			lane_finish(l);
			finish(s);
			break;
		}
		all = records_read(s);
		check(all->n <= 1, "%u records", all->n);
		if (all->n)
			check(all->r[0].nr == nr && all->r[0].ref >= 1 &&
				      !memcmp(all->r[0].ips, ips, nr * sizeof(*ips)),
			      "stopped at access %lu: a torn record (depth %u, ref %ld)", at,
			      all->r[0].nr, all->r[0].ref);
		free(all);
		lane_finish(l);
		finish(s);
	}
}

static void read_all(void *p)
{
	struct records *all = records_read(p);
	unsigned long ips[MAX_DEPTH];
	unsigned int i, nr;

	for (i = 0; i < all->n; i++) {
		nr = stack_make(ips, all->r[i].ips[0] - 0x81000000UL);
		check(all->r[i].nr == nr && !memcmp(all->r[i].ips, ips, nr * sizeof(*ips)),
		      "the reader saw a torn record (id %ld, depth %u)", all->r[i].id,
		      all->r[i].nr);
		check(!i || all->r[i].id > all->r[i - 1].id, "ids go backwards");
	}
	free(all);
}

/* Stopped at its @at-th access of one kind: does the reset wait? -1: there is no such access. */
static int reader_against_reset(enum host_point kind, unsigned long at)
{
	struct subject *s = fresh();
	struct lane *reader, *resetter;
	int blocked = -1;

	fill_pool(s, 0, 5);
	reader = lane_start_paused_at(1, read_all, s, at, kind);
	if (lane_paused(reader)) {
		resetter = lane_start(2, do_reset, s);
		blocked = lane_blocked(resetter, HP_LOCK);
		lane_finish(reader);
		lane_finish(resetter);
	} else {
		lane_finish(reader);
	}
	finish(s);
	return blocked;
}

TEST_SMP(reader_stopped, "window.reader_vs_reset",
	 "a reset waits for a reader in the middle of a record, and never tears it")
{
	unsigned long at, shows = 0;
	int blocked;

	for (at = 1; (blocked = reader_against_reset(HP_SHOW, at)) >= 0; at += opt.slow ? 4 : 1) {
		shows++;
		check(blocked, "a reset did not wait for the reader at line %lu of stack_map", at);
	}
	check(shows >= (opt.slow ? 5 : 10), "the reader was stopped in %lu lines only", shows);
	for (at = 1; at < (opt.slow ? 30 : 400) && reader_against_reset(HP_ACQUIRE, at * 97) >= 0;
	     at += 7)
		;
	note("stopped in %lu lines and at %lu look-ups", shows, at / 7);
}

static void insert_late(void *p)
{
	lane_id = get_nth(p, 1);
}

/*
 * The reset stopped at @reset_at, an insert begun there and stopped at @insert_at, then the reset
 * goes on. Whoever it was, the two must not have overlapped. Returns false when there is no such
 * access.
 */
static bool late_insert(unsigned long reset_at, unsigned long insert_at, unsigned long *waited)
{
	struct subject *s = fresh();
	struct lane *resetter = lane_start_paused(1, do_reset, s, reset_at), *inserter;
	struct records *all;
	bool stopped = false;
	int again;

	if (!lane_paused(resetter)) {
		lane_finish(resetter);
		finish(s);
		return false;
	}
	inserter = lane_start_paused(2, insert_late, s, insert_at);
	stopped = lane_paused(inserter);
	lane_resume(resetter);
	*waited += lane_blocked(resetter, HP_GP) && stopped;
	lane_finish(inserter);
	lane_finish(resetter);

	all = records_read(s);
	check(all->n <= 1, "%u records of one stack", all->n);
	again = get_nth(s, 1);
	check(again >= 0, "no id after the reset: %d", again);
	if (all->n)
		check(all->r[0].id == again,
		      "reset stopped at access %lu, insert at %lu: the record has "
		      "id %ld, the stack gets %d",
		      reset_at, insert_at, all->r[0].id, again);
	free(all);
	all = records_read(s);
	if (subject_has(STACK_MAP_STAT))
		check(stats_read(s).entries == (long)all->n,
		      "reset stopped at access %lu, insert at %lu: %ld "
		      "entries, %u records",
		      reset_at, insert_at, stats_read(s).entries, all->n);
	free(all);
	finish(s);
	return true;
}

TEST_SMP(admitted_late, "window.admitted_late",
	 "a get_id admitted while a reset begins is waited for, or refused: they never overlap")
{
	unsigned long reset_at, insert_at, waited = 0;

	for (reset_at = 1;; reset_at += opt.slow ? 4 : 1) {
		bool more = true;

		for (insert_at = 1; insert_at <= 16 && more; insert_at += opt.slow ? 5 : 1)
			more = late_insert(reset_at, insert_at, &waited);
		if (!more)
			break;
	}
	check(reset_at > 5, "a reset has %lu accesses only", reset_at - 1);
	note("the reset waited in %lu of the windows", waited);
}
