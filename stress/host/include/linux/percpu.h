/* SPDX-License-Identifier: GPL-2.0 */
/* Per-CPU memory: the copy of CPU n lies n strides behind the pointer. */
#ifndef HOST_LINUX_PERCPU_H
#define HOST_LINUX_PERCPU_H

#include <linux/atomic.h>
#include <linux/cpumask.h>
#include <linux/preempt.h>
#include <linux/slab.h>
#include <linux/smp.h>

#define alloc_percpu(type) ({							\
	_Static_assert(sizeof(type) <= HOST_PERCPU_STRIDE,			\
		       "per-CPU object larger than HOST_PERCPU_STRIDE in stress/host/host.h"); \
	(type *)host_alloc(HM_PERCPU, HOST_CPUS, HOST_PERCPU_STRIDE, true);	\
})
#define alloc_percpu_gfp(type, gfp)	alloc_percpu(type)
#define free_percpu(p)			host_free(p, HM_PERCPU, "free_percpu")

#define per_cpu_ptr(p, cpu)	((__typeof__(p))((unsigned long)(p) + (cpu) * HOST_PERCPU_STRIDE))
#define this_cpu_ptr(p)		per_cpu_ptr(p, host_me->id)
#define raw_cpu_ptr(p)		this_cpu_ptr(p)
#define get_cpu_ptr(p)		(host_rcu_lock(), this_cpu_ptr(p))
#define put_cpu_ptr(p)		do { (void)(p); host_rcu_unlock(); } while (0)

#define this_cpu_add(v, i) do {							\
	host_point(HP_RMW, this_cpu_ptr(&(v)), sizeof(v));			\
	__atomic_fetch_add(this_cpu_ptr(&(v)), (i), __ATOMIC_RELAXED);		\
} while (0)
#define this_cpu_inc(v)		this_cpu_add(v, 1)
#define raw_cpu_inc(v)		this_cpu_add(v, 1)
#define __this_cpu_inc(v)	(*this_cpu_ptr(&(v)) += 1)
#define this_cpu_read(v)	READ_ONCE(*this_cpu_ptr(&(v)))
#define this_cpu_write(v, i)	WRITE_ONCE(*this_cpu_ptr(&(v)), i)
#define this_cpu_cmpxchg(v, o, n)	cmpxchg(this_cpu_ptr(&(v)), o, n)

#endif
