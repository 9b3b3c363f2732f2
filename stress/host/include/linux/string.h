/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HOST_LINUX_STRING_H
#define HOST_LINUX_STRING_H

#include <linux/types.h>

/* The second half of a copy or a clear is its own host_point(): a test can stop in the middle. */
void *host_memcpy(void *d, const void *s, size_t n);
void *host_memset(void *d, int c, size_t n);
int host_memcmp(const void *a, const void *b, size_t n);

#define memcpy(d, s, n)		host_memcpy(d, s, n)
#define memmove(d, s, n)	host_memcpy(d, s, n)
#define memset(d, c, n)		host_memset(d, c, n)
#define memcmp(a, b, n)		host_memcmp(a, b, n)
#define bcmp(a, b, n)		host_memcmp(a, b, n)
#define memzero_explicit(d, n)	host_memset(d, 0, n)
#define memset_after(o, v, m)	\
	host_memset((char *)(o) + __builtin_offsetof(__typeof__(*(o)), m) + sizeof((o)->m), v, \
		    sizeof(*(o)) - __builtin_offsetof(__typeof__(*(o)), m) - sizeof((o)->m))

size_t strlen(const char *s);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t n);
char *strchr(const char *s, int c);
char *strim(char *s);
char *skip_spaces(const char *s);
char *strstrip(char *s);
bool sysfs_streq(const char *a, const char *b);

#endif
