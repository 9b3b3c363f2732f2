/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The seam of the host rung. On one side the kernel's own trace_stackmap.c, compiled against
 * include/linux/ without any libc header; on the other side programs with a libc: the shims'
 * implementation, the tests, the runner. This page is all they know of each other, so it uses
 * neither kernel nor libc types.
 *
 * A thread is a CPU. Every annotated access the subject makes passes host_point(), where a test
 * can stop the CPU, run an "NMI" on it, or note what was touched.
 */
#ifndef STRESS_HOST_H
#define STRESS_HOST_H

#include <stdbool.h>
#include <stddef.h>

#define HOST_CPUS	8

enum host_point {
	HP_READ, HP_WRITE, HP_ACQUIRE, HP_RELEASE, HP_RMW, HP_COPY, HP_CLEAR, HP_COMPARE, HP_HASH,
	HP_LOCK, HP_UNLOCK, HP_RCU_LOCK, HP_RCU_UNLOCK, HP_GP, HP_SHOW, HP_USER, HP_KINDS
};

struct host_touch {
	const volatile void *addr;
	size_t size;
	enum host_point kind;
};

struct host_cpu {
	unsigned int id;
	unsigned long rcu;		/* grace period number and nesting, see shim/rcu.c */
	unsigned int nmi;		/* in_nmi() */
	bool not_watching;		/* rcu_is_watching() says false */
	unsigned int locks;		/* mutexes held */
	volatile enum host_point waiting; /* HP_GP or HP_LOCK while blocked there, else HP_READ */
	unsigned long work;		/* annotated accesses made so far */
	unsigned long seen[HP_KINDS];	/* the same, by kind */
	unsigned long words_hashed, bytes_copied;
	void (*hook)(struct host_cpu *me, enum host_point kind, const volatile void *addr);
	void *hook_arg;
	struct host_touch *touched;	/* room for max_touched, or NULL */
	unsigned int nr_touched, max_touched;
};

extern __thread struct host_cpu *host_me;
extern struct host_cpu host_cpu[HOST_CPUS];

/* The calling thread becomes CPU @id. */
void host_cpu_enter(unsigned int id);

void host_point_slow(struct host_cpu *me, enum host_point kind, const volatile void *addr,
		     size_t size);

static inline void host_point(enum host_point kind, const volatile void *addr, size_t size)
{
	struct host_cpu *me = host_me;

	me->work++;
	me->seen[kind]++;
	if (__builtin_expect(me->hook || me->touched, 0))
		host_point_slow(me, kind, addr, size);
}

/* A claim is false, or the subject did what a kernel would splat on: report and end the test. */
void host_fail(const char *fmt, ...) __attribute__((noreturn, format(printf, 1, 2)));

/* RCU */
void host_rcu_lock(void);
void host_rcu_unlock(void);
void host_synchronize_rcu(const char *which);

/* Locks: memory for a pthread object; zeroed memory is an unlocked one. */
struct host_lock {
	unsigned long opaque[8];
	unsigned int owner;	/* CPU + 1 */
	const char *name;
};
void host_mutex_lock(struct host_lock *l);
bool host_mutex_trylock(struct host_lock *l);
void host_mutex_unlock(struct host_lock *l);
void host_rwsem_read(struct host_lock *l);
void host_rwsem_write(struct host_lock *l);
void host_rwsem_unlock(struct host_lock *l, bool write);
void host_spin_lock(struct host_lock *l);
void host_spin_unlock(struct host_lock *l);

/* Memory: the nth allocation from now fails if host_fail_alloc is n; 0: none does. */
enum host_mem { HM_KMALLOC = 1, HM_VMALLOC = 2, HM_PERCPU = 4 };
extern int host_fail_alloc;
extern long host_live;		/* allocations not yet freed */
extern long host_allocs;	/* allocations asked for, ever */
void *host_alloc(enum host_mem kind, size_t n, size_t size, bool zero);
void host_free(const void *p, int kinds, const char *who);

#define HOST_PERCPU_STRIDE	256UL

/* GOLDEN_RATIO_64 or _32 of linux/hash.h: what hash_long() multiplies by */
#define HOST_GOLDEN_RATIO \
	((unsigned long)(sizeof(long) == 8 ? 0x61c8864680b583ebULL : 0x61c88647ULL))

/* What get_random_*() returns next, and jhash2()'s last initval: the map's seed. */
extern unsigned long host_random;
extern unsigned int host_hash_seed;

/* User memory: accesses from this address on fault; NULL: none does. */
extern const char *host_fault_from;

/* What tracing_check_open_get_tr() returns; added by trace_adjust_address(). */
extern int host_open_error;
extern unsigned long host_adjust;

int host_format(char *buf, size_t size, const char *fmt, __builtin_va_list ap);

/* The subject, see subject.c */
enum subject_file { STACK_MAP, STACK_MAP_STAT, STACK_MAP_BIN, SUBJECT_FILES };
struct subject;
struct subject_fd;

struct subject *subject_new(int *err);		/* NULL and *err if create failed */
void subject_free(struct subject *s);
void *subject_map(struct subject *s);
long subject_refs(struct subject *s);		/* of the trace array */
void subject_hide_map(struct subject *s, bool hide); /* as if there was no map */
int subject_get_id(void *map, const unsigned long *ips, unsigned int nr);
void *subject_create_raw(void);			/* ftrace_stackmap_create()'s own result */
void subject_destroy_raw(void *map);
bool subject_has(enum subject_file which);
const char *subject_file_name(enum subject_file which);
struct subject_fd *subject_open(struct subject *s, enum subject_file which, int *err);
long subject_read(struct subject_fd *f, char *buf, size_t n);
long subject_write(struct subject_fd *f, const char *buf, size_t n);
long subject_seek(struct subject_fd *f, long offset);
void subject_close(struct subject_fd *f);

#endif
