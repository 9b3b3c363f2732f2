/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The torture: what one context does in one step, and the oracles that watch it.
 *
 *	struct torture t;			one per map
 *	struct torture_ctx c[];			one per (cpu, kind of context), never shared
 *	torture_step(&t, &c[i]);		as often as the context fires
 *	torture_reset_begin/_end(&t)		around every reset
 *	torture_audit_*()			over every record a reader sees
 *	torture_conserved(), torture_digest()	at the end
 *
 * The first violation wins: it is kept in t->failure, and from then on the contexts stop
 * recording their last steps, so that what led to it can still be printed.
 */
#ifndef STRESS_CORE_TORTURE_H
#define STRESS_CORE_TORTURE_H

#include "payload.h"
#include "prng.h"
#include "types.h"

#define TORTURE_IDS    32768 /* ids stay below the table's size */
#define TORTURE_EPOCHS 65536 /* told apart by the pipe */
#define TORTURE_STEPS  16    /* last steps kept per context */

/* The oracles, numbered as in the issue that asked for them. */
enum oracle {
	ORACLE_NONE,
	ORACLE_PAYLOAD,	     /* 1 a record is whole */
	ORACLE_PIPE,	     /* 2 no record outlives a reset, unless its call overlapped it */
	ORACLE_CONSERVATION, /* 3 calls = successes + drops + uncounted */
	ORACLE_IDENTITY,     /* 4 an id means one stack per epoch */
	ORACLE_CAPACITY,     /* 5 ids below the table's size, capacity exact */
	ORACLE_BOUND,	     /* 6 bounded work */
	ORACLE_TERMINATION,  /* 7 readers and resets end */
	ORACLE_NR
};

enum torture_result {
	TORTURE_SUCCESS,
	TORTURE_EINVAL,
	TORTURE_E2BIG,
	TORTURE_EAGAIN,
	TORTURE_ENOSPC,
	TORTURE_OTHER,
	TORTURE_RESULTS
};

struct torture_step {
	u32 pos;
	u32 epoch;
	u32 nr;
	int ret;
};

struct torture_ctx {
	struct prng prng;
	u32 cpu;
	u32 kind; /* the surroundings' number for task, irq, NMI ... */
	unsigned long calls;
	unsigned long results[TORTURE_RESULTS];
	unsigned long overlapped; /* successes whose epoch is uncertain: not judged by identity */
	u32 pos_base;		  /* added to what the dice say */
	u64 digest;		  /* of the sequence of operations, results left out */
	u32 nr_steps;
	struct torture_step steps[TORTURE_STEPS];
	unsigned long ips[PAYLOAD_MAX_DEPTH + 1]; /* here because an NMI stack is small */
};

struct torture_failure {
	enum oracle oracle;
	u32 cpu;
	u32 kind;
	unsigned long want;
	unsigned long got;
	struct torture_step step;
};

struct torture {
	u32 seed;
	u32 positions;	  /* distinct stacks per epoch, at most PAYLOAD_MAX_POS */
	u32 odd_one_in;	  /* one call in this many has a bad depth; 0: none */
	u32 nr_contexts;  /* that may race: bounds the ids one stack can get */
	u32 oracles_off;  /* bit N: oracle N says nothing, to show what only it can see */
	u32 strict_below; /* stacks below were made and passed where a reset has to wait */
	int (*get_id)(void *map, const unsigned long *ips, unsigned int nr);
	void *map;

	u32 begun; /* resets */
	u32 done;
	u32 failed; /* set once, by whoever writes failure */
	struct torture_failure failure;
	/* By epoch: a call that began in it met a reset; a record of it was seen after its reset.
	 */
	unsigned char excused[TORTURE_EPOCHS];
	unsigned char suspect[TORTURE_EPOCHS];
	u32 owner[TORTURE_IDS]; /* which stack an id was given for, and in which epoch */
};

/* A reader's pass over the records of one map. */
struct torture_audit {
	struct torture *t;
	u32 epoch_at_start;
	long last_id;
	unsigned long records;
	unsigned long refs;
	unsigned long pipe[3]; /* age in epochs at the start of the pass: 0, 1, 2 or more */
	unsigned long foreign;
};

void torture_init(struct torture *t, u32 seed, u32 positions, u32 nr_contexts);
void torture_ctx_init(struct torture *t, struct torture_ctx *c, u32 cpu, u32 kind);

/* One call of get_id with a stack drawn by the context's dice, judged. Returns get_id's result. */
int torture_step(struct torture *t, struct torture_ctx *c);

/* Calls from one place at a time: around the reset that succeeded, or that may have. */
void torture_reset_begin(struct torture *t);
void torture_reset_end(struct torture *t);

/* Report a violation found outside, e.g. by a clock. Only the first is kept. */
void torture_fail(struct torture *t, enum oracle oracle, const struct torture_ctx *c,
		  unsigned long want, unsigned long got);

/* A pass of a reader: every record in the order it is shown; quiet: nothing else is running. */
void torture_audit_start(struct torture *t, struct torture_audit *a);
void torture_audit_record(struct torture_audit *a, long id, long ref, const unsigned long *ips,
			  unsigned int nr, bool quiet);

/* Oracle 2, when every context has ended: false if a record outlived its reset. */
bool torture_pipe_clean(struct torture *t);

/* Oracle 3 for one context. */
bool torture_conserved(struct torture *t, const struct torture_ctx *c);

const char *torture_oracle_name(enum oracle oracle);

#endif
