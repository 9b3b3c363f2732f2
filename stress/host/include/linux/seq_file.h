/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HOST_LINUX_SEQ_FILE_H
#define HOST_LINUX_SEQ_FILE_H

#include <linux/fs.h>
#include <linux/mutex.h>

struct seq_operations;

struct seq_file {
	char *buf;
	size_t size;
	size_t from;
	size_t count;
	loff_t index;
	loff_t read_pos;
	struct mutex lock;
	const struct seq_operations *op;
	const struct file *file;
	void *private;
	void *private_next;	/* the shim's: what follows the record in the buffer */
};

struct seq_operations {
	void *(*start)(struct seq_file *m, loff_t *pos);
	void (*stop)(struct seq_file *m, void *v);
	void *(*next)(struct seq_file *m, void *v, loff_t *pos);
	int (*show)(struct seq_file *m, void *v);
};

#define SEQ_SKIP	1
#define SEQ_START_TOKEN	((void *)1)

int seq_open(struct file *file, const struct seq_operations *op);
int seq_open_private(struct file *file, const struct seq_operations *op, int size);
void *__seq_open_private(struct file *file, const struct seq_operations *op, int size);
int seq_release(struct inode *inode, struct file *file);
int seq_release_private(struct inode *inode, struct file *file);
int single_open(struct file *file, int (*show)(struct seq_file *m, void *v), void *data);
int single_open_size(struct file *file, int (*show)(struct seq_file *m, void *v), void *data,
		     size_t size);
int single_release(struct inode *inode, struct file *file);
ssize_t seq_read(struct file *file, char __user *buf, size_t n, loff_t *pos);
loff_t seq_lseek(struct file *file, loff_t offset, int whence);

__printf(2, 3) void seq_printf(struct seq_file *m, const char *fmt, ...);
void seq_puts(struct seq_file *m, const char *s);
void seq_putc(struct seq_file *m, char c);
int seq_write(struct seq_file *m, const void *data, size_t len);
void seq_put_decimal_ull(struct seq_file *m, const char *delimiter, unsigned long long num);

static inline bool seq_has_overflowed(struct seq_file *m)
{
	return m->count == m->size;
}

#endif
