/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HOST_LINUX_SPINLOCK_H
#define HOST_LINUX_SPINLOCK_H

#include <linux/preempt.h>
#include <linux/types.h>

typedef struct { struct host_lock l; } spinlock_t;
typedef spinlock_t raw_spinlock_t;
typedef spinlock_t arch_spinlock_t;

#define DEFINE_SPINLOCK(name)	spinlock_t name
#define DEFINE_RAW_SPINLOCK(name)	raw_spinlock_t name
#define spin_lock_init(s)	((s)->l = (struct host_lock){ .name = #s })
#define raw_spin_lock_init(s)	spin_lock_init(s)
#define spin_lock(s)		(host_rcu_lock(), host_spin_lock(&(s)->l))
#define spin_unlock(s)		(host_spin_unlock(&(s)->l), host_rcu_unlock())
#define raw_spin_lock(s)	spin_lock(s)
#define raw_spin_unlock(s)	spin_unlock(s)
#define spin_lock_irqsave(s, f)	do { (f) = 0; spin_lock(s); } while (0)
#define spin_unlock_irqrestore(s, f)	do { (void)(f); spin_unlock(s); } while (0)
#define raw_spin_lock_irqsave(s, f)	spin_lock_irqsave(s, f)
#define raw_spin_unlock_irqrestore(s, f)	spin_unlock_irqrestore(s, f)
#define arch_spin_lock(s)	host_spin_lock(&(s)->l)
#define arch_spin_unlock(s)	host_spin_unlock(&(s)->l)

#endif
