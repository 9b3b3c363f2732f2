/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HOST_LINUX_CPUMASK_H
#define HOST_LINUX_CPUMASK_H

#include <linux/compiler.h>

#define nr_cpu_ids		HOST_CPUS
#define num_possible_cpus()	HOST_CPUS
#define num_online_cpus()	HOST_CPUS
#define for_each_possible_cpu(cpu)	for ((cpu) = 0; (cpu) < HOST_CPUS; (cpu)++)
#define for_each_online_cpu(cpu)	for_each_possible_cpu(cpu)
/* A CPU that went offline is one RCU does not watch. */
#define cpu_online(cpu)		(!host_cpu[cpu].not_watching)

#endif
