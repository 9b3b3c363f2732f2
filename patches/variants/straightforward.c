// SPDX-License-Identifier: GPL-2.0
/*
 * The straightforward stackmap: what the contract asks for, written down without a thought about
 * cost. jhash2() over all words, memcmp() over all frames, two saturating atomics for each hit.
 *
 * It is what the series is held against: bench/kmod builds both into one module and counts them in
 * the same run. Recording and reset are complete, the files only take the writing of "reset".
 */
#include <linux/atomic.h>
#include <linux/err.h>
#include <linux/fs.h>
#include <linux/jhash.h>
#include <linux/mutex.h>
#include <linux/percpu.h>
#include <linux/random.h>
#include <linux/rcupdate.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/vmalloc.h>

#include "trace.h"
#include "trace_stackmap.h"

#define NR_RECORDS	BIT(FTRACE_STACKMAP_BITS)
#define SLOT_BITS	(FTRACE_STACKMAP_BITS + 1)
#define NR_SLOTS	BIT(SLOT_BITS)
#define MAX_PROBES	64

struct record {
	u32		nr;
	atomic_t	ref_count;
	unsigned long	ips[FTRACE_STACKMAP_MAX_DEPTH];
};

struct slot {
	u32		key;
	struct record	*val;
};

struct counters {
	atomic_long_t	successes;
	atomic_long_t	drops;
};

struct ftrace_stackmap {
	struct slot		*slots;
	struct record		*records;
	struct counters __percpu *counters;
	u32			seed;
	atomic_t		nr_used;
	int			resetting;
	struct mutex		reader_lock;
};

static notrace bool is_stack(struct record *rec, const unsigned long *ips, unsigned int nr)
{
	return rec && rec->nr == nr && !memcmp(rec->ips, ips, nr * sizeof(*ips));
}

static notrace int insert(struct ftrace_stackmap *smap, struct slot *slot,
			  const unsigned long *ips, unsigned int nr)
{
	unsigned int i = atomic_fetch_add_unless(&smap->nr_used, 1, NR_RECORDS);
	struct record *rec = &smap->records[i];

	if (i >= NR_RECORDS)
		return -ENOSPC;
	rec->nr = nr;
	atomic_set(&rec->ref_count, 1);
	memcpy(rec->ips, ips, nr * sizeof(*ips));
	smp_store_release(&slot->val, rec);
	return slot - smap->slots;
}

static notrace int find_or_insert(struct ftrace_stackmap *smap, const unsigned long *ips,
				  unsigned int nr)
{
	u32 hash = jhash2((const u32 *)ips, nr * (sizeof(*ips) / sizeof(u32)), smap->seed) ?: 1;
	unsigned int idx = hash >> (32 - SLOT_BITS), probes;

	for (probes = 0; probes < MAX_PROBES; probes++, idx = (idx + 1) % NR_SLOTS) {
		struct slot *slot = &smap->slots[idx];
		u32 key = READ_ONCE(slot->key);
		struct record *rec;

		if (!key && !cmpxchg(&slot->key, 0, hash))
			return insert(smap, slot, ips, nr);
		if (key != hash)
			continue;
		rec = smp_load_acquire(&slot->val);
		if (is_stack(rec, ips, nr)) {
			atomic_add_unless(&rec->ref_count, 1, INT_MAX);
			return idx;
		}
	}
	return -ENOSPC;
}

static notrace void count(struct ftrace_stackmap *smap, int ret)
{
	struct counters *counters = this_cpu_ptr(smap->counters);

	if (ret >= 0)
		atomic_long_add_unless(&counters->successes, 1, LONG_MAX);
	else if (ret == -EAGAIN || ret == -ENOSPC)
		atomic_long_add_unless(&counters->drops, 1, LONG_MAX);
}

static notrace int admit(struct ftrace_stackmap *smap)
{
	if (!rcu_is_watching() || !cpu_online(raw_smp_processor_id()))
		return -EAGAIN;
	return smp_load_acquire(&smap->resetting) ? -EINVAL : 0;
}

notrace int ftrace_stackmap_get_id(struct ftrace_stackmap *smap, const unsigned long *ips,
				   unsigned int nr)
{
	int ret;

	if (IS_ERR_OR_NULL(smap) || !nr)
		return -EINVAL;
	if (nr > FTRACE_STACKMAP_MAX_DEPTH)
		return -E2BIG;

	rcu_read_lock_sched_notrace();
	ret = admit(smap);
	if (!ret)
		ret = find_or_insert(smap, ips, nr);
	count(smap, ret);
	rcu_read_unlock_sched_notrace();
	return ret;
}

static void clear(struct ftrace_stackmap *smap)
{
	int cpu;

	memset(smap->slots, 0, NR_SLOTS * sizeof(*smap->slots));
	memset(smap->records, 0, NR_RECORDS * sizeof(*smap->records));
	atomic_set(&smap->nr_used, 0);
	for_each_possible_cpu(cpu) {
		atomic_long_set(&per_cpu_ptr(smap->counters, cpu)->successes, 0);
		atomic_long_set(&per_cpu_ptr(smap->counters, cpu)->drops, 0);
	}
}

static ssize_t write(struct file *file, const char __user *ubuf, size_t cnt, loff_t *ppos)
{
	struct ftrace_stackmap *smap = ((struct seq_file *)file->private_data)->private;

	if (cmpxchg(&smap->resetting, 0, 1))
		return -EBUSY;
	synchronize_rcu();
	mutex_lock(&smap->reader_lock);
	clear(smap);
	mutex_unlock(&smap->reader_lock);
	smp_store_release(&smap->resetting, 0);
	return cnt;
}

void ftrace_stackmap_destroy(struct ftrace_stackmap *smap)
{
	if (IS_ERR_OR_NULL(smap))
		return;
	free_percpu(smap->counters);
	vfree(smap->records);
	vfree(smap->slots);
	kfree(smap);
}

struct ftrace_stackmap *ftrace_stackmap_create(struct trace_array *tr)
{
	struct ftrace_stackmap *smap = kzalloc(sizeof(*smap), GFP_KERNEL);

	if (!smap)
		return ERR_PTR(-ENOMEM);
	smap->slots = vcalloc(NR_SLOTS, sizeof(*smap->slots));
	smap->records = vcalloc(NR_RECORDS, sizeof(*smap->records));
	smap->counters = alloc_percpu(struct counters);
	if (!smap->slots || !smap->records || !smap->counters) {
		ftrace_stackmap_destroy(smap);
		return ERR_PTR(-ENOMEM);
	}
	smap->seed = get_random_u32();
	mutex_init(&smap->reader_lock);
	return smap;
}

const struct file_operations ftrace_stackmap_fops = {
	.write = write,
};
