// SPDX-License-Identifier: GPL-2.0
/*
 * main.c - the module's files in debugfs, directory stackmap_bench
 *
 *	cost	write a number of repeats: calibration and all subjects of all implementations are
 *		measured that often; returns when they are
 *	log	what the passes between the markers were, in order: "insn IMPL.SUBJECT PASSES"
 */
#include <linux/debugfs.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include <linux/seq_file.h>
#include <linux/uaccess.h>
#include "bench.h"

static struct dentry *dir;
static DEFINE_MUTEX(running);

void (*bench_in_reset)(void);

void bench_synchronize_rcu(void)
{
	if (bench_in_reset)
		bench_in_reset();
	synchronize_rcu();
}

static ssize_t cost_write(struct file *file, const char __user *ubuf, size_t n, loff_t *pos)
{
	unsigned int repeats;
	int ret = kstrtouint_from_user(ubuf, n, 0, &repeats);

	if (ret)
		return ret;
	if (!repeats)
		return -EINVAL;
	guard(mutex)(&running);
	log_clear();
	calibrate(repeats);
	ret = subjects(&impl_ours, repeats) ?: subjects(&impl_straightforward, repeats);
	return ret ?: n;
}

static const struct file_operations cost_fops = {
	.owner = THIS_MODULE, .open = simple_open, .write = cost_write,
};

DEFINE_SHOW_ATTRIBUTE(log);

static int __init stackmap_bench_init(void)
{
	dir = debugfs_create_dir("stackmap_bench", NULL);
	debugfs_create_file("cost", 0200, dir, NULL, &cost_fops);
	debugfs_create_file("log", 0400, dir, NULL, &log_fops);
	return 0;
}

static void __exit stackmap_bench_exit(void)
{
	debugfs_remove(dir);
}

module_init(stackmap_bench_init);
module_exit(stackmap_bench_exit);
MODULE_DESCRIPTION("What ftrace's stackmap costs, in a private instance");
MODULE_LICENSE("GPL");
