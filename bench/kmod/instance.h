/* SPDX-License-Identifier: GPL-2.0 */
/*
 * instance.h - one trace_stackmap.c (STACKMAP_C), included as text: a private instance named IMPL
 *
 * What it needs from ftrace and does not get in a module is replaced by a line here. On the paths
 * that are measured nothing is replaced.
 */
#include <linux/cpu.h>
#include <linux/hash.h>
#include <linux/jhash.h>
#include <linux/mutex.h>
#include <linux/random.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include <linux/vmalloc.h>
#include "bench.h"

#define PASTE_(a, b)	a##_##b
#define PASTE(a, b)	PASTE_(a, b)
#define STRING_(a)	#a
#define STRING(a)	STRING_(a)

/* Two of them live in one module. */
#define ftrace_stackmap_create		PASTE(IMPL, create)
#define ftrace_stackmap_destroy		PASTE(IMPL, destroy)
#define ftrace_stackmap_get_id		PASTE(IMPL, get_id)
#define ftrace_stackmap_fops		PASTE(IMPL, fops)
#define ftrace_stackmap_stat_fops	PASTE(IMPL, stat_fops)
#define ftrace_stackmap_bin_fops	PASTE(IMPL, bin_fops)

#include "trace.h"
#include "trace_stackmap.h"

/* Not exported, and there is no trace array behind this map. */
#define tracing_check_open_get_tr(tr)	((tr) ? 0 : -ENODEV)
#define trace_array_put(tr)		((void)(tr))
#define trace_adjust_address(tr, addr)	((void)(tr), (addr))
/* The "user" is this module. */
#undef copy_from_user
#define copy_from_user(to, from, n)	({ memcpy(to, (const void __force *)(from), n); 0UL; })

#define get_random_u32()		BENCH_SEED
#define synchronize_rcu()		bench_synchronize_rcu()

#ifdef INSTANCE_HOOKS
#include INSTANCE_HOOKS
#endif

#include STACKMAP_C

static void *instance_create(void)
{
	static struct trace_array *tr;
	struct ftrace_stackmap *map;

	if (!tr)
		tr = kzalloc(sizeof(*tr), GFP_KERNEL);
	if (!tr)
		return ERR_PTR(-ENOMEM);
	map = ftrace_stackmap_create(tr);
	return map ? map : ERR_PTR(-ENOMEM);
}

static void instance_destroy(void *map)
{
	ftrace_stackmap_destroy(map);
}

/* Through the file, as user space does it. */
static int instance_reset(void *map)
{
	struct seq_file m = { .private = map };
	struct file *file = kzalloc(sizeof(*file), GFP_KERNEL);
	ssize_t n;

	if (!file)
		return -ENOMEM;
	file->private_data = &m;
	n = ftrace_stackmap_fops.write(file, (const char __user __force *)"reset", 5,
				       &file->f_pos);
	kfree(file);
	return n < 0 ? n : 0;
}

const struct impl PASTE(impl, IMPL) = {
	.name = STRING(IMPL),
	.create = instance_create,
	.destroy = instance_destroy,
	/* Called as it is, with a map of another type: pointers are passed alike. */
	.get_id = (bench_fn)ftrace_stackmap_get_id,
	.reset = instance_reset,
};
