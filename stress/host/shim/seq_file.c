// SPDX-License-Identifier: GPL-2.0
/*
 * seq_file as its users see it: a page to begin with, doubled when one record does not fit; a
 * read ends at a record or where the caller's buffer does; a read somewhere else starts over
 * and walks there. A next that forgets to move is reported.
 */
#include <linux/seq_file.h>
#include <linux/minmax.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

int seq_open(struct file *file, const struct seq_operations *op)
{
	struct seq_file *m = kzalloc(sizeof(*m), GFP_KERNEL);

	if (!m)
		return -ENOMEM;
	mutex_init(&m->lock);
	m->op = op;
	m->file = file;
	file->private_data = m;
	return 0;
}

int seq_release(struct inode *inode, struct file *file)
{
	struct seq_file *m = file->private_data;

	(void)inode;
	kvfree(m->buf);
	kfree(m);
	return 0;
}

static void seq_overflow(struct seq_file *m)
{
	m->count = m->size;
}

static int seq_grow(struct seq_file *m)
{
	size_t size = m->size ? m->size * 2 : PAGE_SIZE;

	kvfree(m->buf);
	m->count = 0;
	m->size = 0;
	m->buf = kvmalloc(size, GFP_KERNEL);
	if (!m->buf)
		return -ENOMEM;
	m->size = size;
	return 0;
}

static void *seq_next(struct seq_file *m, void *p)
{
	loff_t was = m->index;

	p = m->op->next(m, p, &m->index);
	if (m->index == was)
		host_fail("seq_file: next did not move the position from %lld", was);
	return p;
}

/* One record into the buffer: 1 if there is something now, 0 at the end, or an error. */
static int seq_first(struct seq_file *m)
{
	for (;;) {
		void *p = m->op->start(m, &m->index);
		int err = PTR_ERR(p);

		while (p && !IS_ERR(p)) {
			err = m->op->show(m, p);
			if (err < 0)
				break;
			if (err > 0)
				m->count = 0;
			if (m->count && !seq_has_overflowed(m)) {
				/* The position is behind what is in the buffer. */
				p = seq_next(m, p);
				m->private_next = p;
				return 1;
			}
			if (m->count)
				break;
			p = seq_next(m, p);
			err = PTR_ERR(p);
		}
		m->op->stop(m, p);
		if (!p || IS_ERR(p) || err < 0) {
			m->count = 0;
			return err;
		}
		err = seq_grow(m);
		if (err)
			return err;
	}
}

/* More records behind the first, as many as fit whole and the caller has room for. */
static void seq_fill(struct seq_file *m, size_t room)
{
	void *p = m->private_next;

	while (p && !IS_ERR(p) && m->count < room) {
		size_t whole = m->count;
		int err = m->op->show(m, p);

		if (err > 0)
			m->count = whole;
		if (err < 0 || seq_has_overflowed(m)) {
			m->count = whole;
			break;
		}
		p = seq_next(m, p);
	}
	m->op->stop(m, p);
}

/* The next byte to deliver is at *pos: forget the buffer and walk there from the start. */
static int seq_walk_to(struct seq_file *m, loff_t pos)
{
	loff_t at = 0;
	void *p;
	int err = 0;

	m->index = 0;
	m->count = m->from = 0;
	if (!pos)
		return 0;
	for (;;) {
		if (!m->buf && seq_grow(m))
			return -ENOMEM;
		p = m->op->start(m, &m->index);
		while (p && !IS_ERR(p)) {
			err = m->op->show(m, p);
			if (err < 0)
				break;
			if (err > 0)
				m->count = 0;
			if (seq_has_overflowed(m))
				break;
			p = seq_next(m, p);
			if (at + (loff_t)m->count > pos) {
				m->from = pos - at;
				m->count -= m->from;
				at = pos;
				break;
			}
			at += m->count;
			m->count = 0;
			if (at == pos)
				break;
		}
		m->op->stop(m, p);
		if (err < 0 || !p || IS_ERR(p) || at == pos)
			return err < 0 ? err : 0;
		/* A record larger than the buffer: larger buffer, from the beginning. */
		m->index = 0;
		at = 0;
		if (seq_grow(m))
			return -ENOMEM;
	}
}

static size_t seq_deliver(struct seq_file *m, char __user *buf, size_t n, bool *fault)
{
	size_t part = min(m->count, n);

	if (copy_to_user(buf, m->buf + m->from, part)) {
		*fault = true;
		return 0;
	}
	m->count -= part;
	m->from += part;
	return part;
}

ssize_t seq_read(struct file *file, char __user *buf, size_t n, loff_t *pos)
{
	struct seq_file *m = file->private_data;
	size_t copied = 0;
	bool fault = false;
	int err = 0;

	if (!n)
		return 0;
	mutex_lock(&m->lock);
	if (!*pos || *pos != m->read_pos) {
		err = seq_walk_to(m, *pos);
		m->read_pos = err ? 0 : *pos;
	}
	if (!err && !m->buf)
		err = seq_grow(m);
	if (!err && m->count)
		copied = seq_deliver(m, buf, n, &fault);
	if (!err && !fault && copied < n) {
		m->from = 0;
		m->count = 0;
		err = seq_first(m);
		if (err > 0) {
			seq_fill(m, n - copied);
			copied += seq_deliver(m, buf + copied, n - copied, &fault);
			err = 0;
		}
	}
	if (fault && !copied)
		err = -EFAULT;
	*pos += copied;
	m->read_pos += copied;
	mutex_unlock(&m->lock);
	return copied ? (ssize_t)copied : err;
}

loff_t seq_lseek(struct file *file, loff_t offset, int whence)
{
	struct seq_file *m = file->private_data;
	loff_t ret = -EINVAL;

	mutex_lock(&m->lock);
	if (whence == SEEK_CUR)
		offset += file->f_pos;
	if (whence != SEEK_END && offset >= 0) {
		ret = offset;
		if (offset != m->read_pos && seq_walk_to(m, offset)) {
			ret = -EINVAL;
			offset = 0;
		}
		m->read_pos = offset;
		file->f_pos = offset;
	}
	mutex_unlock(&m->lock);
	return ret;
}

int seq_write(struct seq_file *m, const void *data, size_t len)
{
	if (m->count + len < m->size) {
		__builtin_memcpy(m->buf + m->count, data, len);
		m->count += len;
		return 0;
	}
	seq_overflow(m);
	return -1;
}

void seq_printf(struct seq_file *m, const char *fmt, ...)
{
	__builtin_va_list ap;
	size_t len;

	host_point(HP_SHOW, m, 0);
	if (m->count >= m->size)
		return;
	__builtin_va_start(ap, fmt);
	len = host_format(m->buf + m->count, m->size - m->count, fmt, ap);
	__builtin_va_end(ap);
	if (m->count + len < m->size)
		m->count += len;
	else
		seq_overflow(m);
}

void seq_puts(struct seq_file *m, const char *s)
{
	host_point(HP_SHOW, m, 0);
	seq_write(m, s, strlen(s));
}

void seq_putc(struct seq_file *m, char c)
{
	seq_write(m, &c, 1);
}
