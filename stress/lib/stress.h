/* SPDX-License-Identifier: GPL-2.0 */
/*
 * stress.h - the contents page of the library every scenario is linked with
 *
 * A scenario is one file stress/<name>.c that defines a const struct scenario; main() is in the
 * library (main.c). What a scenario claims is printed as KTAP, what was delivered as "# floor",
 * what was measured as "# stat" (docs/protocol.rst, section 5).
 */
#ifndef STRESS_H
#define STRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct run;

struct scenario {
	const char	*name;
	unsigned int	claims;		/* how many check() calls it makes, no more and no less */
	unsigned int	seconds;	/* default duration */
	const char	*needs[8];	/* files in tracefs without which it is a SKIP */
	bool		module;		/* loads need /sys/kernel/debug/stackmap_torture */
	bool		resets_while_tracing; /* other versions refuse that: a SKIP */
	int (*setup)(struct run *r); /* 0, or -errno: the scenario cannot start */
	void		(*load)(struct run *r);	/* runs for r->seconds, prints nothing but notes */
	void		(*judge)(struct run *r);	/* check(), floor_at_least(), stat_*() */
};

/* One execution of a scenario. Each thread of it draws from its own generator. */
struct run {
	const struct scenario	*sc;
	unsigned int		seconds;
	uint64_t		seed;
	int			cpus;
	int			argc;
	char			**argv;
	volatile bool		stop;	/* set when the time is over; every thread looks at it */
};

extern const struct scenario scenario;

/* report.c: the report channel. Every line is one write, so threads do not mix theirs. */
void report_begin(unsigned int claims);
bool check(bool ok, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void note(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void stat_u64(const char *name, const char *unit, const char *better, uint64_t value);
void stat_f(const char *name, const char *unit, const char *better, double value);
void floor_at_least(const char *name, uint64_t required, uint64_t delivered);
void report_line(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
int report_end(void);			/* exit code: 0 every claim held, 1 not */
/* What is not there: a SKIP, but a failure where the contract is tested (CONTRACT=strict). */
_Noreturn void absent(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void report_skip(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void die(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#define TRACEFS "/sys/kernel/tracing/"

/* tracefs.c: files under /sys/kernel/tracing; names are relative to it */
bool tracefs_has(const char *name);
int tracefs_open(const char *name, int flags);
int tracefs_write(const char *name, const char *text);		/* 0 or -errno */
void tracefs_must_write(const char *name, const char *text);	/* dies, naming file and errno */
char *tracefs_read(const char *name, size_t *len); /* malloced, NUL added; NULL: errno */
void tracefs_clear(void);	/* empties the ring buffer: opening trace with O_TRUNC does */
char *file_read(const char *path, size_t *len);
unsigned int tracefs_enable_events(const char *const *names);	/* those that exist; how many */
int map_reset(void);						/* 0, -EBUSY, or -errno */
int map_reset_paused(void);	/* the same, with tracing off for it where it must be */

/* clock.c */
uint64_t now_ns(void);
void sleep_ms(unsigned int ms);
void run_for(struct run *r);		/* sleeps r->seconds, then sets r->stop */

/* prng.c: splitmix64 over (seed, stream); the same pair gives the same sequence */
struct prng { uint64_t s; };
void prng_init(struct prng *p, uint64_t seed, uint64_t stream);
uint64_t prng_u64(struct prng *p);
uint32_t prng_below(struct prng *p, uint32_t n);	/* 0 .. n-1 */

/* hist.c: latency histogram, power-of-two buckets, exact minimum and maximum */
struct hist { uint64_t n, sum, min, max, bucket[64]; };
void hist_add(struct hist *h, uint64_t v);
void hist_merge(struct hist *into, const struct hist *from);
uint64_t hist_quantile(const struct hist *h, double q);	/* upper edge of the bucket */
void hist_report(const struct hist *h, const char *name, const char *unit);

/* thread.c: threads of a run, started together, joined by run_threads_join() */
struct worker {
	struct run	*r;
	unsigned int	n;	/* number among its kind */
	struct prng	prng;
	void		(*fn)(struct worker *w);
	void		*arg;
	uint64_t	count;	/* what the worker delivered */
};
void worker_start(struct run *r, unsigned int n, const char *kind, void (*fn)(struct worker *),
		  void *arg);
uint64_t workers_join(void);		/* sum of count over all; forgets them */
void pin_to_cpu(int cpu);

/* load.c: work whose events come from every context a program can cause */
void load_start(struct run *r, unsigned int per_cpu);	/* threads; they end with r->stop */
unsigned int load_events_on(void);			/* enables the tracepoints, how many */
void recording_start(void);
void recording_stop(void);	/* every recorded event has its stack when it returns */

/* loads.c: real programs beside a scenario, as LOAD= says; main() calls these */
#define LOADS_IMAGE	"/load"		/* where their disk is mounted */
unsigned int loads_wanted(void);	/* how many: so many claims more */
void loads_start(const struct run *r);
void loads_stop(void);
void loads_judge(void);

/* perf.c: sampling through perf_event_open(); nothing reads the samples */
struct perf_storm { int n; int fd[256]; int err; };
int perf_storm_open(struct perf_storm *s, uint32_t type, uint64_t config, uint64_t period);
void perf_storm_close(struct perf_storm *s);
int perf_has_cycles(void);		/* 0: this CPU's cycle counter can sample; or -errno */

/* nmi.c: what this machine can deliver, found by looking, and what it did deliver */
struct nmi_counts {
	uint64_t	nmi_row;	/* sum of the NMI row of /proc/interrupts */
	uint64_t	pmu_row;	/* sum of rows that name a PMU */
	bool		has_nmi_row, has_pmu_row;
};
void nmi_count(struct nmi_counts *c);
void nmi_count_parse(const char *text, struct nmi_counts *c);
void nmi_requester(struct worker *w);	/* arg: how many a second, as text */
bool dmesg_has(const char *words, char *line, size_t len);

/* module.c: the torture module's files in debugfs */
bool module_has(void);
int module_write(const char *file, const char *text);
char *module_read(const char *file);
long long module_value(const char *text, const char *key, long long fallback);

/* sampler.c: the statistics series, 4 Hz by default (SAMPLE_HZ) */
struct map_stat { uint64_t entries, capacity, table_size, successes, drops; };
int map_stat_read(struct map_stat *st);			/* 0 or -errno */
int map_stat_parse(const char *text, struct map_stat *st);
struct percpu_stat { uint64_t entries, overrun, commit_overrun, bytes, dropped; };
int percpu_stat_parse(const char *text, struct percpu_stat *st);
void percpu_stat_sum(struct percpu_stat *st);
extern void (*sampler_source)(char *line, size_t len);	/* instead of the real map's numbers */
void sampler_start(struct run *r);
void sampler_stop(void);
extern _Atomic unsigned long resets_done, resets_busy;	/* counted by map_reset() */

#endif
