/* SPDX-License-Identifier: GPL-2.0 */
/* What trace_stackmap.c finds in kernel/trace/trace.h, and no more. */
#ifndef HOST_TRACE_H
#define HOST_TRACE_H

#include <linux/fs.h>
#include <linux/kernel.h>
#include <linux/mutex.h>
#include <linux/seq_file.h>

struct ftrace_stackmap;

struct array_buffer {
	struct trace_array *tr;
};

struct trace_array {
	struct array_buffer array_buffer;
	struct ftrace_stackmap *stackmap;
	long ref;
	bool tracing_on;
};

#define FTRACE_TRAMPOLINE_MARKER	((unsigned long)INT_MAX)
#define TRACE_ARRAY_FL_GLOBAL		1

extern struct mutex trace_types_lock;
extern bool tracing_disabled;

int trace_array_get(struct trace_array *tr);
void trace_array_put(struct trace_array *tr);
int tracing_check_open_get_tr(struct trace_array *tr);
int tracing_open_generic_tr(struct inode *inode, struct file *file);
int tracing_release_generic_tr(struct inode *inode, struct file *file);
int tracing_single_release_tr(struct inode *inode, struct file *file);
unsigned long trace_adjust_address(struct trace_array *tr, unsigned long addr);
bool tracer_tracing_is_on(struct trace_array *tr);
void tracing_reset_online_cpus(struct array_buffer *buf);
void tracing_reset_all_online_cpus(void);

#define DEFINE_SHOW_ATTRIBUTE(name)						\
static int name##_open(struct inode *inode, struct file *file)			\
{										\
	return single_open(file, name##_show, inode->i_private);		\
}										\
static const struct file_operations name##_fops = {				\
	.open = name##_open, .read = seq_read, .llseek = seq_lseek,		\
	.release = single_release,						\
}

/* Boot parameters are not parsed here: the default is tested. */
#define early_param(name, fn)	__maybe_unused static void *HOST_CAT(host_param_, fn) = fn
#define __setup(name, fn)	early_param(name, fn)
#define module_param(...)	_Static_assert(1, "")
#define core_initcall(fn)	_Static_assert(1, "")
#define EXPORT_SYMBOL_GPL(s)	_Static_assert(1, "")
#define MODULE_LICENSE(s)	_Static_assert(1, "")
#define IS_ENABLED(x)		0

#endif
