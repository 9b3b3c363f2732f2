// SPDX-License-Identifier: GPL-2.0
/*
 * subject.c - the tree's own trace_stackmap.c, included as text: a private instance
 *
 * What it needs from ftrace and does not get in a module is replaced by a line here. The
 * primitives at which a window opens are replaced by the same primitive plus a call into
 * window.c; the fault hooks do nothing unless a fault is planted (fault.c).
 */
#include <linux/cpu.h>
#include <linux/hash.h>
#include <linux/jhash.h>
#include <linux/mutex.h>
#include <linux/random.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>
#include "trace.h"
#include "trace_stackmap.h"
#include "kmod.h"

/* Not exported, and there is no trace array behind this map. */
#define tracing_check_open_get_tr(tr)	((tr) ? 0 : -ENODEV)
#define trace_array_put(tr)		((void)(tr))
#define trace_adjust_address(tr, addr)	((void)(tr), (addr))
/* Versions that reset only while tracing is off, and clear the ring buffer: here is neither. */
#define tracer_tracing_is_on(tr)	((void)(tr), false)
#define tracing_reset_online_cpus(buf)	((void)(buf))
/* Not every version has them. */
extern const struct file_operations ftrace_stackmap_stat_fops __weak;
extern const struct file_operations ftrace_stackmap_bin_fops __weak;
/* The "user" is this module. */
#undef copy_from_user
#define copy_from_user(to, from, n)	({ memcpy(to, (const void __force *)(from), n); 0UL; })
#define simple_read_from_buffer(to, n, pos, from, len) \
	memory_read_from_buffer((void __force *)(to), n, pos, from, len)

#define is_type(p, type)	__builtin_types_compatible_p(typeof(p), type)

/* An int is "resetting", a u32 is a key, a pointer is a slot's record. */
#undef READ_ONCE
#define READ_ONCE(x) ({							\
	if (is_type(&(x), u32 *))					\
		hook_probe(&(x));					\
	__READ_ONCE(x);							\
})

#undef smp_load_acquire
#define smp_load_acquire(p) ({						\
	typeof(*(p)) __v = __smp_load_acquire(p);			\
	if (is_type(p, int *))						\
		hook_admitted();					\
	__v;								\
})

#undef cmpxchg
#define cmpxchg(p, o, n) ({						\
	typeof(*(p)) __r;						\
	instrument_atomic_read_write(p, sizeof(*(p)));			\
	__r = raw_cmpxchg(p, o, n);					\
	if (is_type(p, u32 *) && !__r)					\
		hook_window(WINDOW_CLAIM);				\
	if (is_type(p, int *) && !__r)					\
		atomic_inc(&resets_claimed);				\
	__r;								\
})

#undef smp_store_release
#define smp_store_release(p, v) do {					\
	if (is_type(p, struct stackmap_record **)) {			\
		fault_torn((void *)(unsigned long)(v));			\
		hook_window(WINDOW_PUBLISH);				\
		hook_publish();						\
	}								\
	kcsan_release();						\
	__smp_store_release(p, v);					\
} while (0)

struct stackmap_record;
struct ftrace_stackmap;
static void fault_torn(struct stackmap_record *rec);
static void fault_keep(struct ftrace_stackmap *smap);
static void fault_put_back(struct ftrace_stackmap *smap);

/* FAULT_MISCOUNT, FAULT_LEAK: counters that lie */
#define atomic_long_add_unless(v, a, u) \
	(fault_now(FAULT_MISCOUNT) ? true : (atomic_long_add_unless)(v, a, u))
#undef atomic_set
#define atomic_set(v, i) raw_atomic_set(v, !(i) && fault_now(FAULT_LEAK) ? 1 : (i))

#include STACKMAP_C

static struct trace_array *tr;
static struct inode *inode;
static struct ftrace_stackmap *map;

/* One bit of a frame that neither identity nor the checksum's place depends on. */
static void fault_torn(struct stackmap_record *rec)
{
	if (rec->nr > 3 && fault_now(FAULT_TORN))
		rec->ips[2] ^= 1;
}

/*
 * FAULT_STALE: one record of the first epoch is there again after every reset of the storm, as if
 * it had not been cleared. One of a protected caller: those have no excuse for an old epoch.
 */
static struct stackmap_record kept;

static void fault_keep(struct ftrace_stackmap *smap)
{
	struct payload p = { .seed = torture->seed };
	unsigned int i;

	for (i = 0; i < STACKMAP_NR_SLOTS && !kept.nr; i++) {
		struct stackmap_record *rec = __smp_load_acquire(&smap->slots[i].val);

		if (rec && payload_judge(&p, rec->ips, rec->nr) == PAYLOAD_WHOLE &&
		    p.pos < torture->strict_below)
			kept = *rec;
	}
}

static void fault_put_back(struct ftrace_stackmap *smap)
{
	if (kept.nr)
		ftrace_stackmap_get_id(smap, kept.ips, kept.nr);
}

int subject_create(void)
{
	tr = kzalloc(sizeof(*tr), GFP_KERNEL);
	inode = kzalloc(sizeof(*inode), GFP_KERNEL);
	map = ftrace_stackmap_create(tr);
	if (!tr || !inode || IS_ERR_OR_NULL(map)) {
		subject_destroy();
		return -ENOMEM;
	}
	tr->stackmap = map;
	inode->i_private = tr;
	kept.nr = 0;
	return 0;
}

void subject_destroy(void)
{
	ftrace_stackmap_destroy(map);
	map = NULL;
	kfree(inode);
	kfree(tr);
	inode = NULL;
	tr = NULL;
}

/* FAULT_MERGE: a stack at an odd position is stored and found as the one before it. */
static noinline notrace int fault_merge(const unsigned long *ips, unsigned int nr)
{
	struct payload p = { .seed = torture->seed };
	unsigned long other[PAYLOAD_MAX_DEPTH];

	if (payload_judge(&p, ips, nr) != PAYLOAD_WHOLE || !(p.pos & 1))
		return ftrace_stackmap_get_id(map, ips, nr);
	p.pos--;
	return ftrace_stackmap_get_id(map, other, payload_make(&p, other));
}

notrace int subject_get_id(void *unused, const unsigned long *ips, unsigned int nr)
{
	if (fault_acts(FAULT_MERGE))
		return fault_merge(ips, nr);
	return ftrace_stackmap_get_id(map, ips, nr);
}

/* Through the file, as user space does it. */
int subject_reset(void)
{
	struct seq_file m = { .private = map };
	struct file *file = kzalloc(sizeof(*file), GFP_KERNEL);
	ssize_t n;

	if (!file)
		return -ENOMEM;
	file->private_data = &m;
	if (fault_acts(FAULT_STALE))
		fault_keep(map);
	n = ftrace_stackmap_fops.write(file, (const char __user __force *)"reset", 5,
				       &file->f_pos);
	if (n > 0 && fault_acts(FAULT_STALE))
		fault_put_back(map);
	kfree(file);
	return n < 0 ? n : 0;
}

notrace unsigned int subject_resolve(int id, const unsigned long **ips)
{
	struct stackmap_record *rec = __smp_load_acquire(&map->slots[id].val);

	if (!rec)
		return 0;
	*ips = rec->ips;
	return __READ_ONCE(rec->nr);
}

unsigned int subject_refs(int id)
{
	struct stackmap_record *rec = map->slots[id].val;

	return rec ? atomic_read(&rec->ref_count) : 0;
}

unsigned int subject_gravestones(void)
{
	unsigned int i, n = 0;

	for (i = 0; i < STACKMAP_NR_SLOTS; i++)
		n += map->slots[i].key && !map->slots[i].val;
	return n;
}

static const struct file_operations * const fops[] = {
	[SUBJECT_TEXT] = &ftrace_stackmap_fops,
	[SUBJECT_STAT] = &ftrace_stackmap_stat_fops,
	[SUBJECT_BIN] = &ftrace_stackmap_bin_fops,
};

bool subject_has(enum subject_file which)
{
	return READ_ONCE(*(const void * const *)&fops[which]);
}

struct file *subject_open(enum subject_file which)
{
	struct file *file = kzalloc(sizeof(*file), GFP_KERNEL);
	int ret;

	if (!file)
		return ERR_PTR(-ENOMEM);
	file->f_mode = FMODE_READ;
	ret = fops[which]->open(inode, file);
	if (!ret)
		return file;
	kfree(file);
	return ERR_PTR(ret);
}

void subject_close(enum subject_file which, struct file *file)
{
	fops[which]->release(inode, file);
	kfree(file);
}

ssize_t subject_read_bin(struct file *file, void *to, size_t len, loff_t *pos)
{
	return fops[SUBJECT_BIN]->read(file, (char __user __force *)to, len, pos);
}
