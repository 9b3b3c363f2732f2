/* SPDX-License-Identifier: GPL-2.0 */
/*
 * RCU, of which every flavour is one: a section is what synchronize_rcu() waits for. Disabled
 * preemption, interrupts off and NMIs are sections as well, as in the kernel.
 */
#ifndef HOST_LINUX_RCUPDATE_H
#define HOST_LINUX_RCUPDATE_H

#include <asm/barrier.h>
#include <linux/preempt.h>
#include <linux/types.h>

#define rcu_read_lock()			host_rcu_lock()
#define rcu_read_unlock()		host_rcu_unlock()
#define rcu_read_lock_sched()		host_rcu_lock()
#define rcu_read_unlock_sched()		host_rcu_unlock()
#define rcu_read_lock_sched_notrace()	host_rcu_lock()
#define rcu_read_unlock_sched_notrace()	host_rcu_unlock()
#define rcu_is_watching()		(!host_me->not_watching)

#define synchronize_rcu()		host_synchronize_rcu("synchronize_rcu")
#define synchronize_rcu_expedited()	host_synchronize_rcu("synchronize_rcu_expedited")
#define synchronize_rcu_tasks_rude()	host_synchronize_rcu("synchronize_rcu_tasks_rude")
#define synchronize_rcu_tasks()		host_synchronize_rcu("synchronize_rcu_tasks")
#define synchronize_sched()		host_synchronize_rcu("synchronize_sched")

#define rcu_dereference(p)		READ_ONCE(p)
#define rcu_dereference_sched(p)	READ_ONCE(p)
#define rcu_dereference_raw(p)		READ_ONCE(p)
#define rcu_access_pointer(p)		READ_ONCE(p)
#define rcu_dereference_protected(p, c)	(p)
#define rcu_assign_pointer(p, v)	smp_store_release(&(p), (v))
#define RCU_INIT_POINTER(p, v)		WRITE_ONCE(p, v)

#endif
