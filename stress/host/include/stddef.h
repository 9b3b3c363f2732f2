/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HOST_STDDEF_H
#define HOST_STDDEF_H

typedef __SIZE_TYPE__ size_t;
#define NULL	((void *)0)

#endif
