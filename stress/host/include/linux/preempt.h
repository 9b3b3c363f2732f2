/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HOST_LINUX_PREEMPT_H
#define HOST_LINUX_PREEMPT_H

#include <linux/compiler.h>

#define preempt_disable()		host_rcu_lock()
#define preempt_enable()		host_rcu_unlock()
#define preempt_disable_notrace()	host_rcu_lock()
#define preempt_enable_notrace()	host_rcu_unlock()
#define in_nmi()			(host_me->nmi != 0)
#define in_task()			(host_me->nmi == 0)
#define might_sleep()			do { } while (0)
#define local_irq_save(f)		do { (f) = 0; host_rcu_lock(); } while (0)
#define local_irq_restore(f)		do { (void)(f); host_rcu_unlock(); } while (0)

#endif
