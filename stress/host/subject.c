// SPDX-License-Identifier: GPL-2.0
/*
 * The subject's other half: what the VFS and trace.c would do with it. Compiled like the
 * subject, against the shims, and knows nothing of it but the names in trace_stackmap.h.
 */
#include <linux/fs.h>
#include <linux/slab.h>

#include "trace.h"
#include "trace_stackmap.h"

extern const struct file_operations ftrace_stackmap_stat_fops __weak;
extern const struct file_operations ftrace_stackmap_bin_fops __weak;

struct subject {
	struct trace_array tr;
	struct ftrace_stackmap *map;
	struct inode inode;
};

struct subject_fd {
	unsigned int used;
	struct file file;
	struct inode *inode;
	const struct file_operations *fops;
};

static const struct file_operations *subject_fops(enum subject_file which)
{
	switch (which) {
	case STACK_MAP: return &ftrace_stackmap_fops;
	case STACK_MAP_STAT: return &ftrace_stackmap_stat_fops;
	default: return &ftrace_stackmap_bin_fops;
	}
}

bool subject_has(enum subject_file which)
{
	return subject_fops(which) != NULL;
}

const char *subject_file_name(enum subject_file which)
{
	static const char * const names[] = { "stack_map", "stack_map_stat", "stack_map_bin" };

	return names[which];
}

/* The subject's memory is counted; this page's own must not be. */
static struct subject static_subject;

struct subject *subject_new(int *err)
{
	struct subject *s = &static_subject;

	__builtin_memset(s, 0, sizeof(*s));
	s->tr.ref = 1;
	s->tr.array_buffer.tr = &s->tr;
	s->inode.i_private = &s->tr;
	s->map = ftrace_stackmap_create(&s->tr);
	*err = IS_ERR(s->map) ? PTR_ERR(s->map) : 0;
	if (IS_ERR_OR_NULL(s->map)) {
		ftrace_stackmap_destroy(s->map);
		return NULL;
	}
	s->tr.stackmap = s->map;
	return s;
}

void subject_free(struct subject *s)
{
	ftrace_stackmap_destroy(s->map);
}

void *subject_map(struct subject *s)
{
	return s->map;
}

long subject_refs(struct subject *s)
{
	return __atomic_load_n(&s->tr.ref, __ATOMIC_RELAXED);
}

void subject_hide_map(struct subject *s, bool hide)
{
	s->tr.stackmap = hide ? NULL : s->map;
}

int subject_get_id(void *map, const unsigned long *ips, unsigned int nr)
{
	return ftrace_stackmap_get_id(map, ips, nr);
}

void *subject_create_raw(void)
{
	static struct trace_array tr;

	return ftrace_stackmap_create(&tr);
}

void subject_destroy_raw(void *map)
{
	ftrace_stackmap_destroy(map);
}

struct subject_fd *subject_open(struct subject *s, enum subject_file which, int *err)
{
	static struct subject_fd fds[64];
	unsigned int i;

	for (i = 0; __atomic_exchange_n(&fds[i].used, 1, __ATOMIC_ACQUIRE); i++)
		if (i == 63)
			host_fail("more than 64 open files: raise fds[] in stress/host/subject.c");
	__builtin_memset(&fds[i].file, 0, sizeof(fds[i].file));
	fds[i].fops = subject_fops(which);
	fds[i].inode = &s->inode;
	fds[i].file.f_inode = &s->inode;
	fds[i].file.f_mode = FMODE_READ | (which == STACK_MAP ? FMODE_WRITE : 0);
	*err = fds[i].fops->open(&s->inode, &fds[i].file);
	if (!*err)
		return &fds[i];
	__atomic_store_n(&fds[i].used, 0, __ATOMIC_RELEASE);
	return NULL;
}

long subject_read(struct subject_fd *f, char *buf, size_t n)
{
	loff_t pos = f->file.f_pos;
	ssize_t ret = f->fops->read(&f->file, buf, n, &pos);

	f->file.f_pos = pos;
	return ret;
}

long subject_write(struct subject_fd *f, const char *buf, size_t n)
{
	loff_t pos = f->file.f_pos;

	return f->fops->write(&f->file, buf, n, &pos);
}

long subject_seek(struct subject_fd *f, long offset)
{
	return f->fops->llseek(&f->file, offset, SEEK_SET);
}

void subject_close(struct subject_fd *f)
{
	if (f->fops->release)
		f->fops->release(f->inode, &f->file);
	__atomic_store_n(&f->used, 0, __ATOMIC_RELEASE);
}
