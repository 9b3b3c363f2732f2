/* SPDX-License-Identifier: GPL-2.0 */
/*
 * bench.h - the bench module's contents page
 *
 *	main.c       load, unload, debugfs files
 *	measure.c    one pass between the two markers; the log
 *	calibrate.c  the empty call, instructions of known number, the hash alone
 *	subjects.c   what is measured of an implementation
 *	state.c      bringing a map into the state a subject wants
 *	event.c      the whole recording path of an event
 *	contend.c counted.c   one map, many CPUs: probes, lost races, duplicates
 *	stackdepot.c the kernel's other store of stacks, for comparison
 *	ours.c straightforward.c   implementations: text-included sources, private instances
 *
 * An implementation is only known by its contract (ids are slot numbers, results, "reset"), so any
 * version of trace_stackmap.c can be measured.
 */
#ifndef STACKMAP_BENCH_H
#define STACKMAP_BENCH_H

#include <linux/errno.h>
#include <linux/percpu.h>
#include <linux/types.h>

struct seq_file;

#define BENCH_MAX_DEPTH		64
#define BENCH_CAPACITY		16384
#define BENCH_SLOTS		32768
#define BENCH_SEED		0x5eed5eedU	/* instead of a random one: runs repeat */

typedef int (*bench_fn)(void *map, const unsigned long *ips, unsigned int nr);

struct impl {
	const char	*name;
	void		*(*create)(void);	/* or ERR_PTR() */
	void		(*destroy)(void *map);
	bench_fn	get_id;
	int		(*reset)(void *map);	/* through the file's write() */
};

extern const struct impl impl_ours, impl_straightforward, impl_counted;

/* counted.c: what happened inside impl_counted on this CPU since it was cleared */
struct inside { unsigned long probes, lost; };
DECLARE_PER_CPU(struct inside, inside);
int contend(unsigned int cpus, unsigned int ops, unsigned int stacks);
int occupancy(unsigned int percent);

/* What the map runs instead of waiting for a grace period; NULL: it waits. */
extern void (*bench_in_reset)(void);
void bench_synchronize_rcu(void);

/* measure.c. WANT: a negative errno, or BENCH_ID for any id, BENCH_ANY for any result. */
#define BENCH_ID	0
#define BENCH_ANY	1
struct call {
	bench_fn		fn;
	void			*map;
	const unsigned long	*ips;
	unsigned int		nr;
	int			want;
};
void measure(const struct call *c);	/* one pass; the result is held against c->want */
/* Says in the log that the passes since the last call belong to the subject of this name. */
void measured(const char *impl, const char *subject);
int log_show(struct seq_file *m, void *v);
void log_clear(void);
void log_add(const char *fmt, ...) __printf(1, 2);

/* state.c */
void stack_fill(unsigned long *ips, unsigned int nr, unsigned int number);
/* Empties the pool; *free_home gets the numbers of @n stacks of @depth whose first slot is free. */
int state_exhaust(const struct impl *impl, void *map, unsigned int depth, unsigned int *free_home,
		  unsigned int n);
void state_fill_table(const struct impl *impl, void *map);

void calibrate(unsigned int repeats);
void event_measure(const char *name, unsigned int repeats);
void event_fire(unsigned int n);
int subjects(const struct impl *impl, unsigned int repeats);
int stackdepot_subjects(unsigned int repeats);

#endif
