/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HOST_LINUX_MUTEX_H
#define HOST_LINUX_MUTEX_H

#include <linux/cleanup.h>
#include <linux/types.h>

struct mutex {
	struct host_lock l;
};

#define DEFINE_MUTEX(name)	struct mutex name
#define mutex_init(m)		((m)->l = (struct host_lock){ .name = #m })
#define mutex_destroy(m)	do { } while (0)
#define mutex_lock(m)		host_mutex_lock(&(m)->l)
#define mutex_trylock(m)	host_mutex_trylock(&(m)->l)
#define mutex_unlock(m)		host_mutex_unlock(&(m)->l)
#define mutex_is_locked(m)	((m)->l.owner != 0)
#define mutex_lock_interruptible(m)	(mutex_lock(m), 0)
#define mutex_lock_killable(m)	(mutex_lock(m), 0)
#define lockdep_assert_held(m)	do {					\
	if ((m)->l.owner != host_me->id + 1)				\
		host_fail("%s:%d: " #m " is not held", __func__, __LINE__); \
} while (0)

DEFINE_GUARD(mutex, struct mutex *, mutex_lock(_T), mutex_unlock(_T))

#endif
