// SPDX-License-Identifier: GPL-2.0
/*
 * main.c - the module's files in debugfs, directory stackmap_torture
 *
 *	run     write "seconds=5 seed=1 fault=none off=0 ..."; returns when the run has ended
 *	report  lines "key value" of the run in progress or the last one
 *	nmi     what this machine offers and what was delivered
 *	pump    write a rate in Hz: interrupts for the end-to-end scenarios; 0 ends them
 *	distinct  write a number: so many events, each from a stack of its own
 */
#include <linux/debugfs.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/uaccess.h>
#include "kmod.h"

static struct dentry *dir;

static ssize_t run_write(struct file *file, const char __user *ubuf, size_t n, loff_t *pos)
{
	char *words = n < PAGE_SIZE ? memdup_user_nul(ubuf, n) : ERR_PTR(-EINVAL);
	int ret;

	if (IS_ERR(words))
		return PTR_ERR(words);
	ret = run_once(words);
	kfree(words);
	return ret ?: n;
}

static const struct file_operations run_fops = {
	.owner = THIS_MODULE, .open = simple_open, .write = run_write,
};

static ssize_t number_write(const char __user *ubuf, size_t n, int (*set)(unsigned int v))
{
	unsigned int v;
	int ret = kstrtouint_from_user(ubuf, n, 0, &v) ?: set(v);

	return ret ?: n;
}

static ssize_t pump_write(struct file *file, const char __user *ubuf, size_t n, loff_t *pos)
{
	return number_write(ubuf, n, pump_set);
}

static ssize_t distinct_write(struct file *file, const char __user *ubuf, size_t n, loff_t *pos)
{
	return number_write(ubuf, n, distinct_fire);
}

static const struct file_operations distinct_fops = {
	.owner = THIS_MODULE, .open = simple_open, .write = distinct_write,
};

static const struct file_operations pump_fops = {
	.owner = THIS_MODULE, .open = simple_open, .write = pump_write,
};

DEFINE_SHOW_ATTRIBUTE(report);

static int nmi_show(struct seq_file *m, void *v)
{
	nmi_report(m);
	pump_report(m);
	return 0;
}
DEFINE_SHOW_ATTRIBUTE(nmi);

static int __init stackmap_torture_init(void)
{
	int ret = nmi_register();

	if (ret)
		return ret;
	dir = debugfs_create_dir("stackmap_torture", NULL);
	debugfs_create_file("run", 0200, dir, NULL, &run_fops);
	debugfs_create_file("report", 0400, dir, NULL, &report_fops);
	debugfs_create_file("nmi", 0400, dir, NULL, &nmi_fops);
	debugfs_create_file("pump", 0200, dir, NULL, &pump_fops);
	debugfs_create_file("distinct", 0200, dir, NULL, &distinct_fops);
	return 0;
}

static void __exit stackmap_torture_exit(void)
{
	debugfs_remove(dir);
	pump_set(0);
	nmi_unregister();
	run_free();
}

module_init(stackmap_torture_init);
module_exit(stackmap_torture_exit);
MODULE_DESCRIPTION("Torture of ftrace's stackmap, in a private instance");
MODULE_LICENSE("GPL");
