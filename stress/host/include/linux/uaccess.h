/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HOST_LINUX_UACCESS_H
#define HOST_LINUX_UACCESS_H

#include <linux/err.h>
#include <linux/types.h>

/* Both return how many bytes could not be copied. */
unsigned long copy_from_user(void *to, const void __user *from, unsigned long n);
unsigned long copy_to_user(void __user *to, const void *from, unsigned long n);
long strncpy_from_user(char *to, const char __user *from, long n);
void *memdup_user_nul(const void __user *from, size_t n);

#define get_user(x, p) (copy_from_user(&(x), (p), sizeof(x)) ? -EFAULT : 0)
#define put_user(x, p)                                                                             \
	({                                                                                         \
		__typeof__(*(p)) __v = (x);                                                        \
		copy_to_user((p), &__v, sizeof(__v)) ? -EFAULT : 0;                                \
	})

#endif
