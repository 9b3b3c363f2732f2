/* SPDX-License-Identifier: GPL-2.0 */
/* A warning is what would splat: it ends the test. Messages are dropped. */
#ifndef HOST_LINUX_PRINTK_H
#define HOST_LINUX_PRINTK_H

#include <linux/compiler.h>

static inline __printf(1, 2) void host_no_printk(const char *fmt, ...) { (void)fmt; }

#define printk(...)		host_no_printk(__VA_ARGS__)
#define pr_info(...)		host_no_printk(__VA_ARGS__)
#define pr_warn(...)		host_no_printk(__VA_ARGS__)
#define pr_err(...)		host_no_printk(__VA_ARGS__)
#define pr_debug(...)		host_no_printk(__VA_ARGS__)
#define pr_info_once(...)	host_no_printk(__VA_ARGS__)
#define pr_warn_once(...)	host_no_printk(__VA_ARGS__)
#define pr_warn_ratelimited(...)	host_no_printk(__VA_ARGS__)
#define KERN_INFO
#define KERN_WARNING
#define KERN_ERR

#define WARN_ON(c) ({							\
	if (c)								\
		host_fail("WARNING: %s:%d: %s", __FILE__, __LINE__, #c);	\
	false;								\
})
#define WARN_ON_ONCE(c)		WARN_ON(c)
#define WARN(c, ...)		WARN_ON(c)
#define WARN_ONCE(c, ...)	WARN_ON(c)
#define BUG_ON(c)		((void)WARN_ON(c))
#define BUG()			BUG_ON(1)

#endif
