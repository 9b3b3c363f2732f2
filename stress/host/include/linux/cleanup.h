/* SPDX-License-Identifier: GPL-2.0 */
/* guard(mutex)(&m), scoped_guard() and __free(kfree) on the compiler's cleanup attribute. */
#ifndef HOST_LINUX_CLEANUP_H
#define HOST_LINUX_CLEANUP_H

#include <linux/compiler.h>

#define __cleanup(f)	__attribute__((cleanup(f)))
#define DEFINE_GUARD(name, type, enter, leave)				\
typedef type host_guard_##name##_t;					\
static inline __maybe_unused type host_guard_##name##_enter(type _T)	\
{									\
	enter;								\
	return _T;							\
}									\
static inline __maybe_unused void host_guard_##name##_leave(type *p)	\
{									\
	type _T = *p;							\
									\
	if (_T) {							\
		leave;							\
	}								\
}
#define HOST_CAT2(a, b)	a##b
#define HOST_CAT(a, b)	HOST_CAT2(a, b)
#define guard(name)							\
	host_guard_##name##_t HOST_CAT(host_guard_, __LINE__)		\
	__cleanup(host_guard_##name##_leave) __maybe_unused = host_guard_##name##_enter
#define scoped_guard(name, arg)						\
	for (host_guard_##name##_t						\
	     host_scope __cleanup(host_guard_##name##_leave) = host_guard_##name##_enter(arg), \
	     host_once = host_scope; host_once; host_once = NULL)
#define DEFINE_FREE(name, type, how)					\
static inline __maybe_unused void host_free_##name(void *p)		\
{									\
	type _T = *(type *)p;						\
									\
	how;								\
}
#define __free(name)	__cleanup(host_free_##name)
#define no_free_ptr(p)	({ __typeof__(p) __p = (p); (p) = NULL; __p; })
#define return_ptr(p)	return no_free_ptr(p)

#endif
