/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a test of the host rung is made of. One claim is one TEST(): its name is the oracle a
 * mutant is attributed to. Every test runs in its own process, so a crash, a hang or a sanitizer
 * report fails that test alone.
 */
#ifndef STRESS_HOST_TEST_H
#define STRESS_HOST_TEST_H

#include <stdint.h>

#include "host.h"

#define MAX_DEPTH 64
#define RECORDS	  16384
#define SLOTS	  32768
#define PROBES	  64

struct test {
	const char *name;
	const char *claim;
	void (*fn)(void);
	bool smp;
	struct test *next;
};

void test_register(struct test *t);

/* SMP: more than one thread takes part, so ThreadSanitizer has something to say. */
#define HOST_TEST(id, name_, claim_, smp_)                                                         \
	static void id(void);                                                                      \
	static void __attribute__((constructor)) id##_register(void)                               \
	{                                                                                          \
		static struct test t = {                                                           \
			.name = (name_), .claim = (claim_), .fn = (id), .smp = (smp_)};            \
												   \
		test_register(&t);                                                                 \
	}                                                                                          \
	static void id(void)
#define TEST(id, name, claim)	  HOST_TEST(id, name, claim, false)
#define TEST_SMP(id, name, claim) HOST_TEST(id, name, claim, true)

struct options {
	unsigned long seed;
	double duration;   /* of one storm, seconds */
	const char *build; /* plain, asan, tsan, m32 */
	bool slow;	   /* a sanitizer: exhaustive loops are cut, and say so */
	bool smp_only;	   /* ThreadSanitizer: only tests with more than one thread */
};
extern struct options opt;

#define check(cond, ...)                                                                           \
	do {                                                                                       \
		if (!(cond))                                                                       \
			test_failed(__FILE__, __LINE__, __VA_ARGS__);                              \
	} while (0)

void test_failed(const char *file, int line, const char *fmt, ...)
	__attribute__((noreturn, format(printf, 3, 4)));
/*
 * Is the contract what is tested? Not with CONTRACT=own: then what other people's versions leave
 * out is skipped, and what they have is judged.
 */
bool contract_is_strict(void);
/* This claim cannot be tested here, because of ... */
void test_skip(const char *fmt, ...) __attribute__((noreturn, format(printf, 1, 2)));
/* A number worth reading, printed as a KTAP comment. */
void note(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
double now(void);

/* An empty map with a seeded hash; finish() checks what every test must leave behind. */
struct subject *fresh(void);
void finish(struct subject *s);
/* Nothing held, nothing pinned, nothing leaked: for tests that free the map themselves. */
void check_clean(void);

/* Distinct, ordinary stacks: the @i-th. Never collide within one call of a test. */
unsigned int stack_make(unsigned long *ips, unsigned long i);
int get(struct subject *s, const unsigned long *ips, unsigned int nr);
int get_nth(struct subject *s, unsigned long i); /* get_id of the @i-th stack */
void fill_pool(struct subject *s, unsigned long first, unsigned int n);

/* Reading the files. */
struct record {
	long id, ref;
	unsigned int nr;
	unsigned long ips[MAX_DEPTH];
};
struct records {
	unsigned int n;
	struct record r[];
};
struct stats {
	long entries, capacity, table, successes, drops, rate;
};
char *slurp(struct subject *s, enum subject_file which, size_t chunk, size_t *len);
struct records *records_parse(const char *text); /* fails the test on a malformed byte */
struct records *records_read(struct subject *s);
const struct record *record_find(const struct records *r, long id);
void check_resolves(struct subject *s, int id, const unsigned long *ips, unsigned int nr);
struct stats stats_read(struct subject *s);
void need_file(enum subject_file which); /* or skip */
bool rcu_is_asked(void);	/* -EAGAIN where RCU is not watching? Of a map of its own */
void need_rcu_asked(void);	/* or skip */
long write_map(struct subject *s, const char *buf, size_t n);
void reset(struct subject *s); /* and it must succeed */

/* Stacks with a chosen hash, see craft.c */
bool hash_known(struct subject *s); /* learns hash and seed */
void need_craft(struct subject *s); /* the same, or skips */
uint32_t hash_of(const unsigned long *ips, unsigned int nr);
void craft(unsigned long *ips, unsigned int nr, uint32_t hash, unsigned long variant);
bool craft_pair(unsigned long *a, unsigned long *b, unsigned int nr, unsigned int frame);

/* Threads that are CPUs, see lane.c */
struct lane;
struct lane *lane_start(unsigned int cpu, void (*fn)(void *), void *arg);
struct lane *lane_start_paused(unsigned int cpu, void (*fn)(void *), void *arg, unsigned long at);
/* At its @at-th point of one kind. */
struct lane *lane_start_paused_at(unsigned int cpu, void (*fn)(void *), void *arg, unsigned long at,
				  enum host_point kind);
bool lane_paused(struct lane *l); /* waits: true if it stopped at its point, false if it ended */
bool lane_blocked(struct lane *l, enum host_point where); /* waits for either */
bool lane_done(struct lane *l);
void lane_resume(struct lane *l);
void lane_finish(struct lane *l); /* resumes if paused, joins */

/* Interrupt the calling CPU: fn runs as an NMI at its @at-th access from now (0: at each). */
void nmi_at(unsigned long at, void (*fn)(void *), void *arg);
unsigned long nmi_end(void); /* how many ran */
/*
 * The same at instruction boundaries, by single-stepping @body: from its @from-th access on (0: its
 * beginning) to the next one, with the NMI behind the @at-th instruction; @at 0: one NMI at each
 * instruction where none was yet. Returns how many boundaries were passed.
 */
unsigned long single_step(void (*body)(void *), void *arg, unsigned long from, unsigned long at,
			  void (*nmi)(void *), void *nmi_arg);
bool can_single_step(void);

#endif
