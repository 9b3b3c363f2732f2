// SPDX-License-Identifier: GPL-2.0
/* The trace array: counted references, an open that can be refused, an address adjustment. */
#include "trace.h"

struct mutex trace_types_lock;
bool tracing_disabled;
int host_open_error;
unsigned long host_adjust;

int trace_array_get(struct trace_array *tr)
{
	__atomic_fetch_add(&tr->ref, 1, __ATOMIC_RELAXED);
	return 0;
}

void trace_array_put(struct trace_array *tr)
{
	if (__atomic_fetch_sub(&tr->ref, 1, __ATOMIC_RELAXED) <= 1)
		host_fail("trace_array_put() of the last reference: put without get");
}

int tracing_check_open_get_tr(struct trace_array *tr)
{
	if (host_open_error)
		return host_open_error;
	if (tracing_disabled)
		return -ENODEV;
	return trace_array_get(tr);
}

int tracing_open_generic_tr(struct inode *inode, struct file *file)
{
	int ret = tracing_check_open_get_tr(inode->i_private);

	if (!ret)
		file->private_data = inode->i_private;
	return ret;
}

int tracing_release_generic_tr(struct inode *inode, struct file *file)
{
	(void)file;
	trace_array_put(inode->i_private);
	return 0;
}

int tracing_single_release_tr(struct inode *inode, struct file *file)
{
	trace_array_put(inode->i_private);
	return single_release(inode, file);
}

unsigned long trace_adjust_address(struct trace_array *tr, unsigned long addr)
{
	if (!tr)
		host_fail("trace_adjust_address() without a trace array");
	return addr + host_adjust;
}

bool tracer_tracing_is_on(struct trace_array *tr)
{
	return tr->tracing_on;
}

void tracing_reset_online_cpus(struct array_buffer *buf)
{
	(void)buf;
}

void tracing_reset_all_online_cpus(void)
{
}
