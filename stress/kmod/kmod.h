/* SPDX-License-Identifier: GPL-2.0 */
/*
 * kmod.h - the torture module's contents page
 *
 *	main.c     load, unload, debugfs files
 *	run.c      one run: storm, then the quiet phases that count to the last call
 *	subject.c  the kernel's trace_stackmap.c, private instance, primitives hooked
 *	walk.c     reading the private instance through its own file operations
 *	window.c   what happens inside the windows: a nested call, a delay
 *	ctx.c      contexts and one judged operation of one of them
 *	task.c irq.c nmi.c   where operations come from
 *	reset.c reader.c trouble.c   resets; readers; CPU hotplug, stutter
 *	quiet.c    conservation, duplicates, capacity
 *	fault.c    planted faults, one per oracle
 *	report.c   the report file
 *	pump.c distinct.c    interrupts, and distinct stacks, for the end-to-end scenarios
 */
#ifndef STACKMAP_TORTURE_H
#define STACKMAP_TORTURE_H

#include <linux/atomic.h>
#include <linux/cpumask.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/seq_file.h>
#include <linux/types.h>
#include "core/torture.h"

#define pr_torture(fmt, ...)	pr_alert("torture: " fmt, ##__VA_ARGS__)

enum kind {
	KIND_PINNED, KIND_MIGRATING, KIND_FIFO, KIND_SOFTIRQ, KIND_HARDIRQ, KIND_NMI,
	KIND_NESTED,	/* inside a window of another context, from a kprobe */
	KIND_NR
};

/* Where a kprobe or a delay is put: what a nested call or another CPU can come between. */
enum window {
	WINDOW_ADMIT,	/* admission was tested, the table not looked at yet */
	WINDOW_CLAIM,	/* the slot is claimed, the record not filled */
	WINDOW_PUBLISH,	/* the record is filled, not published */
	WINDOW_NR
};

enum fault {
	FAULT_NONE, FAULT_TORN, FAULT_STALE, FAULT_MISCOUNT, FAULT_MERGE, FAULT_LEAK, FAULT_PROBE,
	FAULT_BACKWARDS, FAULT_NR
};

struct params {
	unsigned int seed, seconds, ops, positions, onoff, stutter, resets, fault, off;
};

/* One context. core must be first: what the core judges is found again from it. */
struct tctx {
	struct torture_ctx	core;
	enum kind		kind;
	bool			active;		/* has a source on this machine */
	unsigned long		limit;		/* operations, 0: no limit */
	struct prng dice; /* for windows; the core's dice are for operations */
	u32			countdown;	/* operations until a window is used */
	u32			claimed_at;	/* resets claimed when the call was admitted */
	const void		*last_slot;
	u32			probes;		/* of the call in progress */
	u32			most_probes;
	unsigned long		full_probes;	/* calls that used every probe */
	unsigned long		longest;	/* call, in ticks of get_cycles() */
	unsigned long		in_window[WINDOW_NR];	/* nested calls, by window */
	unsigned long		nmi_seen;		/* calls with in_nmi() */
	unsigned long		checked;		/* ids resolved at once */
	unsigned long before[TORTURE_RESULTS]; /* quiet phase: results at its start */
	u64			digest;			/* of the storm, i.e. of the first ops */
};

extern struct params params;
extern struct torture *torture;
extern struct tctx *contexts;		/* KIND_NR * nr_cpu_ids */
extern bool run_active, run_paused;
extern struct mutex run_memory;
static inline struct tctx *ctx_of(enum kind kind, unsigned int cpu)
{
	return &contexts[kind * nr_cpu_ids + cpu];
}
extern const char * const kind_name[KIND_NR];
extern const char * const window_name[WINDOW_NR];
extern const char * const fault_name[FAULT_NR];

/* subject.c: the map. Every name of trace_stackmap.c that is not its contract stays in there. */
int subject_create(void);
void subject_destroy(void);
int subject_get_id(void *map, const unsigned long *ips, unsigned int nr);
int subject_reset(void);
/* What @id resolves to; only where no reset can complete, i.e. with preemption off. */
unsigned int subject_resolve(int id, const unsigned long **ips);
unsigned int subject_gravestones(void);
#define SUBJECT_CAPACITY	16384
#define SUBJECT_MAX_PROBES	64

/* walk.c, on top of two openers in subject.c */
struct subject_stat { unsigned long entries, successes, drops; };
int subject_stat(struct subject_stat *st);
int walk_bin(struct torture_audit *a, bool quiet, void (*each)(void *arg, int id,
	     const unsigned long *ips, unsigned int nr), void *arg);
int walk_text(struct prng *dice, unsigned long *records);
enum subject_file { SUBJECT_TEXT, SUBJECT_STAT, SUBJECT_BIN };
bool subject_has(enum subject_file which);
struct file *subject_open(enum subject_file which);
unsigned int subject_refs(int id);	/* of a quiet map */
void subject_close(enum subject_file which, struct file *file);
ssize_t subject_read_bin(struct file *file, void *to, size_t len, loff_t *pos);

/* window.c, called by the primitives of the subject */
extern atomic_t resets_claimed;		/* how many times "resetting" was taken */
void hook_admitted(void);
void hook_window(enum window w);
void hook_publish(void);
void hook_probe(const void *slot);
int window_start(void);
void window_stop(void);
void window_reset_done(unsigned int claimed);

/* ctx.c */
DECLARE_PER_CPU(struct tctx *, ctx_current);
void ctx_init(void);
struct tctx *ctx_running(void);
int ctx_step(struct tctx *c, bool protect);	/* one operation, in any context */
bool ctx_finished(struct tctx *c);
bool ctx_all_finished(void);

/* sources: start returns 0 or -errno; stop waits until nothing of it runs */
int task_start(void);
void task_stop(void);
int irq_start(void);
void irq_stop(void);
int nmi_start(void);
void nmi_stop(void);
void nmi_kick(void);			/* NMI IPIs, where there are any */
int nmi_register(void);
void nmi_unregister(void);
void nmi_report(struct seq_file *m);
extern unsigned long nmi_ipi_sent;
void ipi_nmi_send(const struct cpumask *mask);
bool ipi_nmi_has(void);

/* reset.c, reader.c, trouble.c */
int reset_start(void);
void reset_stop(void);
int reset_once(void);
void reset_report(struct seq_file *m);
int reader_start(void);
void reader_stop(void);
void reader_report(struct seq_file *m);
int trouble_start(void);
void trouble_stop(void);
void trouble_report(struct seq_file *m);

/* quiet.c */
void quiet_gravestones(void);
void quiet_conservation(void);
void quiet_capacity(void);
void quiet_report(struct seq_file *m);

/* fault.c: false unless the planted fault of that name is on and its moment has come */
enum phase { PHASE_STORM, PHASE_COUNT, PHASE_CAPACITY };
extern enum phase run_phase;
bool fault_now(enum fault f);
bool fault_acts(enum fault f);		/* on, and this is its phase */

/* run.c, report.c, pump.c */
int run_once(char *words);
void run_free(void);
void run_failed(enum oracle o, unsigned long want, unsigned long got);
int report_show(struct seq_file *m, void *v);
void report_failure(void);
void report_verdict(void);
int pump_set(unsigned int hz);
void pump_report(struct seq_file *m);
int distinct_fire(unsigned int n);

#endif
