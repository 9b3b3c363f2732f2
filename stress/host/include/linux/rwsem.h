/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HOST_LINUX_RWSEM_H
#define HOST_LINUX_RWSEM_H

#include <linux/cleanup.h>
#include <linux/types.h>

struct rw_semaphore {
	struct host_lock l;
};

#define DECLARE_RWSEM(name)	struct rw_semaphore name
#define init_rwsem(s)		((s)->l = (struct host_lock){ .name = #s })
#define down_read(s)		host_rwsem_read(&(s)->l)
#define up_read(s)		host_rwsem_unlock(&(s)->l, false)
#define down_write(s)		host_rwsem_write(&(s)->l)
#define up_write(s)		host_rwsem_unlock(&(s)->l, true)

DEFINE_GUARD(rwsem_read, struct rw_semaphore *, down_read(_T), up_read(_T))
DEFINE_GUARD(rwsem_write, struct rw_semaphore *, down_write(_T), up_write(_T))

#endif
