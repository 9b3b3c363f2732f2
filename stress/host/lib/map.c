// SPDX-License-Identifier: GPL-2.0
/* Maps to test on, stacks to put into them, and what must be left when a test ends. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../../core/prng.h"
#include "../test.h"

struct subject *fresh(void)
{
	struct subject *s;
	int err;

	host_random = prng_mix(opt.seed);
	s = subject_new(&err);
	check(s, "create failed: error %d", err);
	return s;
}

bool contract_is_strict(void)
{
	const char *value = getenv("CONTRACT");

	return !value || strcmp(value, "own");
}

bool rcu_is_asked(void)
{
	struct subject *s = fresh();
	int id;

	host_me->not_watching = true;
	id = get_nth(s, 0);
	host_me->not_watching = false;
	subject_free(s);
	return id == -EAGAIN;
}

void need_rcu_asked(void)
{
	if (!contract_is_strict() && !rcu_is_asked())
		test_skip("this implementation takes stacks where RCU is not watching as well");
}

void check_clean(void)
{
	unsigned int i;

	for (i = 0; i < HOST_CPUS; i++) {
		check(!host_cpu[i].locks, "CPU %u still holds a lock", i);
		check(!(host_cpu[i].rcu & 0xffff), "CPU %u is still inside a read-side section", i);
	}
	check(!host_live, "%ld allocations leaked", host_live);
}

void finish(struct subject *s)
{
	check(subject_refs(s) == 1, "the trace array has %ld references, 1 expected",
	      subject_refs(s));
	subject_free(s);
	check_clean();
}

/*
 * A table half full has clusters: about one seed in a hundred has a stack that finds no slot within
 * 64 probes although the pool is not empty. That is no fault (contract section 4), so such a stack
 * is replaced by another one with the same number.
 */
static unsigned long crowded_out[64];
static unsigned int nr_crowded_out;

static unsigned long replacement(unsigned long i)
{
	unsigned int k;

	for (k = 0; k < nr_crowded_out; k++)
		if (crowded_out[k] == i)
			i += 1UL << 22;
	return i;
}

unsigned int stack_make(unsigned long *ips, unsigned long i)
{
	uint64_t r = prng_mix(opt.seed * 0x10001 + replacement(i));
	unsigned int nr = 2 + r % 9;
	unsigned int k;

	/* The first frame tells the stacks apart, whatever the dice say. */
	ips[0] = 0x81000000UL + i;
	for (k = 1; k < nr; k++)
		ips[k] = (unsigned long)prng_mix(r + k) | 1UL << 31;
	return nr;
}

int get(struct subject *s, const unsigned long *ips, unsigned int nr)
{
	return subject_get_id(subject_map(s), ips, nr);
}

int get_nth(struct subject *s, unsigned long i)
{
	unsigned long ips[MAX_DEPTH];

	return get(s, ips, stack_make(ips, i));
}

void fill_pool(struct subject *s, unsigned long first, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n; i++) {
		unsigned long before = host_me->seen[HP_READ];
		int id = get_nth(s, first + i);

		if (id == -ENOSPC && host_me->seen[HP_READ] - before >= PROBES &&
		    nr_crowded_out < 64) {
			crowded_out[nr_crowded_out++] = first + i;
			id = get_nth(s, first + i);
		}
		check(id >= 0, "stack %u of %u was refused: %d", i, n, id);
	}
}
