// SPDX-License-Identifier: GPL-2.0
/* Opening and closing the files: errors, references, memory (contract section 7). */
#include <errno.h>
#include <stdlib.h>

#include "../test.h"

#define for_each_file(w)                                                                           \
	for (enum subject_file w = STACK_MAP; w < SUBJECT_FILES; w++)                              \
		if (subject_has(w))

TEST(pins, "open.pins", "an open file pins the trace array, closing it lets go, for each file")
{
	struct subject *s = fresh();
	struct subject_fd *f[3];
	int err, i;

	for_each_file(w)
	{
		for (i = 0; i < 3; i++) {
			f[i] = subject_open(s, w, &err);
			check(f[i], "%s: error %d", subject_file_name(w), err);
			check(subject_refs(s) == 2 + i, "%s: %ld references with %d files open",
			      subject_file_name(w), subject_refs(s), i + 1);
		}
		for (i = 0; i < 3; i++)
			subject_close(f[i]);
		check(subject_refs(s) == 1, "%s: %ld references after the last close",
		      subject_file_name(w), subject_refs(s));
	}
	finish(s);
}

TEST(no_map, "open.no_map", "without a map open is -ENODEV and pins nothing")
{
	struct subject *s = fresh();
	int err;

	subject_hide_map(s, true);
	for_each_file(w)
	{
		check(!subject_open(s, w, &err) && err == -ENODEV, "%s: error %d",
		      subject_file_name(w), err);
		check(subject_refs(s) == 1, "%s: %ld references", subject_file_name(w),
		      subject_refs(s));
	}
	subject_hide_map(s, false);
	finish(s);
}

TEST(refused, "open.refused", "lockdown (-EPERM) and disabled tracing (-ENODEV) are passed on")
{
	struct subject *s = fresh();
	int err;

	for_each_file(w)
	{
		host_open_error = -EPERM;
		check(!subject_open(s, w, &err) && err == -EPERM, "%s: error %d under lockdown",
		      subject_file_name(w), err);
		host_open_error = -ENODEV;
		check(!subject_open(s, w, &err) && err == -ENODEV,
		      "%s: error %d with tracing disabled", subject_file_name(w), err);
		host_open_error = 0;
		check(subject_refs(s) == 1, "%s: %ld references", subject_file_name(w),
		      subject_refs(s));
	}
	finish(s);
}

TEST(no_memory, "open.no_memory",
     "an allocation failing in open is -ENOMEM: nothing pinned, leaked, locked")
{
	struct subject *s = fresh();
	struct subject_fd *f;
	int err, nth;

	fill_pool(s, 0, 100);
	for_each_file(w)
	{
		for (nth = 1;; nth++) {
			long live = host_live;

			check(nth < 20, "%s: more than 20 allocations in open",
			      subject_file_name(w));
			host_fail_alloc = nth;
			f = subject_open(s, w, &err);
			if (f) {
				host_fail_alloc = 0;
				subject_close(f);
				break;
			}
			host_fail_alloc = 0;
			check(err == -ENOMEM, "%s: allocation %d failing gives %d",
			      subject_file_name(w), nth, err);
			check(subject_refs(s) == 1,
			      "%s: allocation %d failing leaves %ld references",
			      subject_file_name(w), nth, subject_refs(s));
			check(host_live == live, "%s: allocation %d failing leaks %ld",
			      subject_file_name(w), nth, host_live - live);
			check(!host_me->locks, "%s: allocation %d failing leaves a lock held",
			      subject_file_name(w), nth);
		}
		check(nth > 1, "%s: open allocates nothing", subject_file_name(w));
	}
	finish(s);
}

TEST(no_leak, "open.no_leak",
     "opening, reading and closing a file a hundred times leaves no memory behind")
{
	struct subject *s = fresh();
	long live = host_live;
	size_t len;
	int i;

	fill_pool(s, 0, 50);
	for_each_file(w)
	{
		for (i = 0; i < 100; i++)
			free(slurp(s, w, 512, &len));
		check(host_live == live, "%s: %ld allocations left", subject_file_name(w),
		      host_live - live);
	}
	finish(s);
}
