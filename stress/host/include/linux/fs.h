/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HOST_LINUX_FS_H
#define HOST_LINUX_FS_H

#include <linux/err.h>
#include <linux/limits.h>
#include <linux/types.h>

#define FMODE_READ	1U
#define FMODE_WRITE	2U
#define O_ACCMODE	3
#define SEEK_SET	0
#define SEEK_CUR	1
#define SEEK_END	2
#define THIS_MODULE	NULL

struct inode {
	void *i_private;
	loff_t i_size;
};

struct file {
	void *private_data;
	struct inode *f_inode;
	fmode_t f_mode;
	unsigned int f_flags;
	loff_t f_pos;
};

struct file_operations {
	void *owner;
	loff_t (*llseek)(struct file *file, loff_t offset, int whence);
	ssize_t (*read)(struct file *file, char __user *buf, size_t n, loff_t *pos);
	ssize_t (*write)(struct file *file, const char __user *buf, size_t n, loff_t *pos);
	int (*open)(struct inode *inode, struct file *file);
	int (*release)(struct inode *inode, struct file *file);
};

static inline struct inode *file_inode(const struct file *file)
{
	return file->f_inode;
}

loff_t default_llseek(struct file *file, loff_t offset, int whence);
loff_t generic_file_llseek(struct file *file, loff_t offset, int whence);
loff_t fixed_size_llseek(struct file *file, loff_t offset, int whence, loff_t size);
loff_t noop_llseek(struct file *file, loff_t offset, int whence);
ssize_t simple_read_from_buffer(void __user *to, size_t count, loff_t *ppos, const void *from,
				size_t available);
ssize_t simple_write_to_buffer(void *to, size_t available, loff_t *ppos, const void __user *from,
			       size_t count);
int nonseekable_open(struct inode *inode, struct file *file);
int stream_open(struct inode *inode, struct file *file);

#define tracing_lseek	seq_lseek

#endif
