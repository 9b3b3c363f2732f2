// SPDX-License-Identifier: GPL-2.0
/* The variants of seq_open(): with private data, and with one record. */
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

void *__seq_open_private(struct file *file, const struct seq_operations *op, int size)
{
	void *private = kzalloc(size, GFP_KERNEL);
	struct seq_file *m;

	if (!private)
		return NULL;
	if (seq_open(file, op)) {
		kfree(private);
		return NULL;
	}
	m = file->private_data;
	m->private = private;
	return private;
}

int seq_open_private(struct file *file, const struct seq_operations *op, int size)
{
	return __seq_open_private(file, op, size) ? 0 : -ENOMEM;
}

int seq_release_private(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;

	kfree(m->private);
	m->private = NULL;
	return seq_release(inode, file);
}

static void *single_start(struct seq_file *m, loff_t *pos)
{
	(void)m;
	return *pos ? NULL : SEQ_START_TOKEN;
}

static void *single_next(struct seq_file *m, void *v, loff_t *pos)
{
	(void)m;
	(void)v;
	++*pos;
	return NULL;
}

static void single_stop(struct seq_file *m, void *v)
{
	(void)m;
	(void)v;
}

int single_open(struct file *file, int (*show)(struct seq_file *m, void *v), void *data)
{
	struct seq_operations *op = kzalloc(sizeof(*op), GFP_KERNEL);
	int ret = -ENOMEM;

	if (!op)
		return ret;
	op->start = single_start;
	op->next = single_next;
	op->stop = single_stop;
	op->show = show;
	ret = seq_open(file, op);
	if (ret)
		kfree(op);
	else
		((struct seq_file *)file->private_data)->private = data;
	return ret;
}

int single_open_size(struct file *file, int (*show)(struct seq_file *m, void *v), void *data,
		     size_t size)
{
	(void)size;
	return single_open(file, show, data);
}

int single_release(struct inode *inode, struct file *file)
{
	const struct seq_operations *op = ((struct seq_file *)file->private_data)->op;
	int ret = seq_release(inode, file);

	kfree(op);
	return ret;
}

void seq_put_decimal_ull(struct seq_file *m, const char *delimiter, unsigned long long num)
{
	seq_printf(m, "%s%llu", delimiter, num);
}
