/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HOST_LINUX_SMP_H
#define HOST_LINUX_SMP_H

#include <linux/cpumask.h>

#define smp_processor_id()	((int)host_me->id)
#define raw_smp_processor_id()	smp_processor_id()
#define get_cpu()		(host_rcu_lock(), smp_processor_id())
#define put_cpu()		host_rcu_unlock()

#endif
