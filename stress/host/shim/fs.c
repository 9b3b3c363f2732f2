// SPDX-License-Identifier: GPL-2.0
/* User memory that can fault, and the simple file helpers. */
#include <linux/fs.h>
#include <linux/minmax.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

const char *host_fault_from;

static unsigned long reachable(const char *p, unsigned long n)
{
	const char *end = host_fault_from;

	if (!end || p + n <= end)
		return n;
	return p >= end ? 0 : (unsigned long)(end - p);
}

unsigned long copy_from_user(void *to, const void __user *from, unsigned long n)
{
	unsigned long ok = reachable(from, n);

	host_point(HP_USER, from, n);
	__builtin_memcpy(to, from, ok);
	__builtin_memset((char *)to + ok, 0, n - ok);
	return n - ok;
}

unsigned long copy_to_user(void __user *to, const void *from, unsigned long n)
{
	unsigned long ok = reachable(to, n);

	host_point(HP_USER, to, n);
	__builtin_memcpy(to, from, ok);
	return n - ok;
}

long strncpy_from_user(char *to, const char __user *from, long n)
{
	long i;

	for (i = 0; i < n; i++) {
		if (!reachable(from + i, 1))
			return -EFAULT;
		to[i] = from[i];
		if (!to[i])
			return i;
	}
	return n;
}

void *memdup_user_nul(const void __user *from, size_t n)
{
	char *p = kmalloc(n + 1, GFP_KERNEL);

	if (!p)
		return ERR_PTR(-ENOMEM);
	if (copy_from_user(p, from, n)) {
		kfree(p);
		return ERR_PTR(-EFAULT);
	}
	p[n] = 0;
	return p;
}

ssize_t simple_read_from_buffer(void __user *to, size_t count, loff_t *ppos, const void *from,
				size_t available)
{
	loff_t pos = *ppos;
	size_t left;

	if (pos < 0)
		return -EINVAL;
	if (pos >= (loff_t)available || !count)
		return 0;
	count = min(count, (size_t)(available - pos));
	left = copy_to_user(to, (const char *)from + pos, count);
	if (left == count)
		return -EFAULT;
	*ppos = pos + count - left;
	return count - left;
}

ssize_t simple_write_to_buffer(void *to, size_t available, loff_t *ppos, const void __user *from,
			       size_t count)
{
	loff_t pos = *ppos;
	size_t left;

	if (pos < 0)
		return -EINVAL;
	if (pos >= (loff_t)available || !count)
		return 0;
	count = min(count, (size_t)(available - pos));
	left = copy_from_user((char *)to + pos, from, count);
	if (left == count)
		return -EFAULT;
	*ppos = pos + count - left;
	return count - left;
}

loff_t noop_llseek(struct file *file, loff_t offset, int whence)
{
	(void)offset;
	(void)whence;
	return file->f_pos;
}

loff_t fixed_size_llseek(struct file *file, loff_t offset, int whence, loff_t size)
{
	if (whence == SEEK_CUR)
		offset += file->f_pos;
	if (whence == SEEK_END)
		offset += size;
	if (offset < 0 || offset > size)
		return -EINVAL;
	file->f_pos = offset;
	return offset;
}

loff_t default_llseek(struct file *file, loff_t offset, int whence)
{
	return fixed_size_llseek(file, offset, whence, LLONG_MAX);
}

loff_t generic_file_llseek(struct file *file, loff_t offset, int whence)
{
	return default_llseek(file, offset, whence);
}

int nonseekable_open(struct inode *inode, struct file *file)
{
	(void)inode;
	(void)file;
	return 0;
}

int stream_open(struct inode *inode, struct file *file)
{
	return nonseekable_open(inode, file);
}
