/* SPDX-License-Identifier: GPL-2.0 */
/* As asm-generic/local.h has it: an atomic_long_t that only its own CPU writes. */
#ifndef HOST_ASM_LOCAL_H
#define HOST_ASM_LOCAL_H

#include <linux/atomic.h>

#define LOCAL_INIT(i)		{ ATOMIC_LONG_INIT(i) }
#define local_read(l)		atomic_long_read(&(l)->a)
#define local_set(l, i)		atomic_long_set(&(l)->a, (i))
#define local_inc(l)		atomic_long_inc(&(l)->a)
#define local_dec(l)		atomic_long_dec(&(l)->a)
#define local_add(i, l)		atomic_long_add((i), &(l)->a)
#define local_add_return(i, l)	atomic_long_add_return((i), &(l)->a)
#define local_inc_return(l)	atomic_long_inc_return(&(l)->a)
#define local_cmpxchg(l, o, n)	atomic_long_cmpxchg(&(l)->a, (o), (n))
#define local_try_cmpxchg(l, o, n)	atomic_long_try_cmpxchg(&(l)->a, (o), (n))
#define local_add_unless(l, v, u)	atomic_long_add_unless(&(l)->a, (v), (u))

#endif
