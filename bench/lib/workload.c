// SPDX-License-Identifier: GPL-2.0
/* workload.c - what is traced: slab allocations, and functions of the VFS, of this process alone */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
#include "retain.h"

static void pid_to(const char *file)
{
	char pid[16];

	snprintf(pid, sizeof(pid), "%d", getpid());
	tracefs_must_write(file, pid);
}

/* These files are lists: a write adds to them, opening with O_TRUNC empties them. */
static void empty(const char *file)
{
	int fd = tracefs_open(file, O_WRONLY | O_TRUNC);

	if (fd < 0)
		die("%s: emptying it: %m", file);
	close(fd);
}

static void slab_on(void)
{
	pid_to("set_event_pid");
	tracefs_must_write("options/stacktrace", "1");
	tracefs_must_write("events/kmem/kmem_cache_alloc/enable", "1");
}

static void slab_off(void)
{
	tracefs_must_write("events/kmem/kmem_cache_alloc/enable", "0");
	tracefs_must_write("options/stacktrace", "0");
	empty("set_event_pid");
}

static void function_on(void)
{
	pid_to("set_ftrace_pid");
	/* One pattern a write is all the file takes. */
	tracefs_must_write("set_ftrace_filter", "vfs_*");
	tracefs_must_write("set_ftrace_filter", "d_*");
	tracefs_must_write("set_ftrace_filter", "do_*");
	tracefs_must_write("set_ftrace_filter", "file_*");
	tracefs_must_write("current_tracer", "function");
	tracefs_must_write("options/func_stack_trace", "1");
}

static void function_off(void)
{
	tracefs_must_write("options/func_stack_trace", "0");
	tracefs_must_write("current_tracer", "nop");
	empty("set_ftrace_filter");
	empty("set_ftrace_pid");
}

const struct workload workloads[] = {
	{ "kmem_cache_alloc", "kmem/kmem_cache_alloc", slab_on, slab_off },
	{ "function_tracer", "ftrace/function", function_on, function_off },
	{ 0 }
};
