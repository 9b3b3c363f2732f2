// SPDX-License-Identifier: GPL-2.0
/*
 * main.c - the module's files in debugfs, directory stackmap_bench
 *
 *	cost	write a number of repeats: calibration and all subjects of all implementations are
 *		measured that often; returns when they are
 *	event	write "NAME REPEATS": the module's event, that often, as tracing is set up
 *	fire	write a number: so many of these events, not measured
 *	contend	write "CPUS OPERATIONS STACKS": so many on each CPU, over that many stacks
 *	occupancy  write a percentage of the pool: probes for each look-up of what is stored
 *	log	what the passes between the markers were, in order: "insn IMPL.SUBJECT PASSES"; for
 *		the others "stat NAME UNIT BETTER VALUE". A write to cost empties it.
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
	ret = subjects(&impl_ours, repeats) ?: subjects(&impl_straightforward, repeats) ?:
	      stackdepot_subjects(repeats);
	return ret ?: n;
}

static const struct file_operations cost_fops = {
	.owner = THIS_MODULE, .open = simple_open, .write = cost_write,
};

/* The words of a write, NUL-terminated; false: too many of them */
static bool words_of(const char __user *ubuf, size_t n, char words[64])
{
	if (n >= 64 || copy_from_user(words, ubuf, n))
		return false;
	words[n] = '\0';
	return true;
}

static ssize_t event_write(struct file *file, const char __user *ubuf, size_t n, loff_t *pos)
{
	char words[64], name[32];
	unsigned int repeats;

	if (!words_of(ubuf, n, words) || sscanf(words, "%31s %u", name, &repeats) != 2)
		return -EINVAL;
	guard(mutex)(&running);
	event_measure(name, repeats);
	return n;
}

static const struct file_operations event_fops = {
	.owner = THIS_MODULE, .open = simple_open, .write = event_write,
};

static ssize_t fire_write(struct file *file, const char __user *ubuf, size_t n, loff_t *pos)
{
	unsigned int events;
	int ret = kstrtouint_from_user(ubuf, n, 0, &events);

	if (ret)
		return ret;
	event_fire(events);
	return n;
}

static const struct file_operations fire_fops = {
	.owner = THIS_MODULE, .open = simple_open, .write = fire_write,
};

static ssize_t contend_write(struct file *file, const char __user *ubuf, size_t n, loff_t *pos)
{
	unsigned int cpus, ops, stacks;
	char words[64];

	if (!words_of(ubuf, n, words) || sscanf(words, "%u %u %u", &cpus, &ops, &stacks) != 3)
		return -EINVAL;
	guard(mutex)(&running);
	return contend(cpus, ops, stacks) ?: n;
}

static const struct file_operations contend_fops = {
	.owner = THIS_MODULE, .open = simple_open, .write = contend_write,
};

static ssize_t occupancy_write(struct file *file, const char __user *ubuf, size_t n, loff_t *pos)
{
	unsigned int percent;
	int ret = kstrtouint_from_user(ubuf, n, 0, &percent);

	if (ret)
		return ret;
	guard(mutex)(&running);
	return occupancy(percent) ?: n;
}

static const struct file_operations occupancy_fops = {
	.owner = THIS_MODULE, .open = simple_open, .write = occupancy_write,
};

DEFINE_SHOW_ATTRIBUTE(log);

static int __init stackmap_bench_init(void)
{
	dir = debugfs_create_dir("stackmap_bench", NULL);
	debugfs_create_file("cost", 0200, dir, NULL, &cost_fops);
	debugfs_create_file("event", 0200, dir, NULL, &event_fops);
	debugfs_create_file("fire", 0200, dir, NULL, &fire_fops);
	debugfs_create_file("contend", 0200, dir, NULL, &contend_fops);
	debugfs_create_file("occupancy", 0200, dir, NULL, &occupancy_fops);
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
