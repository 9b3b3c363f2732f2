/* SPDX-License-Identifier: GPL-2.0 */
/* Things that make the kernel record stacks. */
#ifndef KSELFTEST_LOAD_H
#define KSELFTEST_LOAD_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Marks: each write to trace_marker records one event and, by the trigger that marks_on() sets,
 * exactly one stack; nothing else does. On a quiet tracer all counts are exact.
 */
int marks_on(void);	/* a descriptor of trace_marker, or -errno */
void marks_off(int fd);
/*
 * Writes @n marks of @len characters from one call site: one and the same stack. The number
 * written; less than @n when the ring buffer takes no more.
 */
size_t mark(int fd, size_t n, size_t len);
/* The same through another system call each: a few different stacks. Returns how many marks. */
size_t mark_paths(int fd);

/*
 * Variety: allocation events with options/stacktrace while all kinds of system calls run.
 * Other processes add to it, so counts are lower bounds.
 */
int variety_on(void);	/* 0 or -errno */
void variety_off(void);
void variety(unsigned int rounds);

/*
 * Exact stacks need the module module/stackmap_stacks.c, which calls itself to order.
 * 0, or -errno if it is not there or does not load.
 */
int stacks_load(void);
/*
 * @count different stacks, all @levels calls deep on top of the base; number @first and so on.
 * The same numbers are the same stacks. 0 or -errno.
 */
int stacks_record(unsigned int levels, unsigned int first, unsigned int count);

#endif
