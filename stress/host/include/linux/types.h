/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HOST_LINUX_TYPES_H
#define HOST_LINUX_TYPES_H

#include <linux/compiler.h>

typedef __UINT8_TYPE__ u8;
typedef __UINT16_TYPE__ u16;
typedef __UINT32_TYPE__ u32;
typedef unsigned long long u64;
typedef signed char s8;
typedef short s16;
typedef int s32;
typedef long long s64;
typedef u8 __u8;
typedef u16 __u16;
typedef u32 __u32;
typedef u64 __u64;
typedef s32 __s32;
typedef s64 __s64;
typedef long ssize_t;
typedef long long loff_t;
typedef unsigned int gfp_t;
typedef unsigned int fmode_t;
typedef unsigned short umode_t;
typedef unsigned int uint;
typedef unsigned long uintptr_t;

typedef struct { int counter; } atomic_t;
typedef struct { long counter; } atomic_long_t;
typedef struct { s64 counter __aligned(8); } atomic64_t;
typedef struct { atomic_long_t a; } local_t;

#define BITS_PER_LONG	(8 * __SIZEOF_LONG__)

#endif
