/* SPDX-License-Identifier: GPL-2.0 */
/* The odds and ends; including it brings in every small helper header. */
#ifndef HOST_LINUX_KERNEL_H
#define HOST_LINUX_KERNEL_H

#include <linux/err.h>
#include <linux/limits.h>
#include <linux/log2.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/overflow.h>
#include <linux/printk.h>
#include <linux/string.h>

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))
#define container_of(p, type, member)	\
	((type *)((char *)(p) - __builtin_offsetof(type, member)))
#define offsetof(t, m)	__builtin_offsetof(t, m)
#define sizeof_field(t, m)	sizeof(((t *)0)->m)
#define DIV_ROUND_UP(n, d)	(((n) + (d) - 1) / (d))
#define BIT(n)		(1UL << (n))
#define ALIGN(x, a)	(((x) + (a) - 1) & ~((__typeof__(x))(a) - 1))

int kstrtouint(const char *s, unsigned int base, unsigned int *res);
int kstrtoul(const char *s, unsigned int base, unsigned long *res);
int kstrtoint(const char *s, unsigned int base, int *res);
int kstrtobool(const char *s, bool *res);

#endif
