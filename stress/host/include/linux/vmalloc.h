/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HOST_LINUX_VMALLOC_H
#define HOST_LINUX_VMALLOC_H

#include <linux/slab.h>

#define vmalloc(size)			host_alloc(HM_VMALLOC, 1, size, false)
#define vzalloc(size)			host_alloc(HM_VMALLOC, 1, size, true)
#define vmalloc_array(n, size)		host_alloc(HM_VMALLOC, n, size, false)
#define vcalloc(n, size)		host_alloc(HM_VMALLOC, n, size, true)
#define __vmalloc(size, gfp)		host_alloc(HM_VMALLOC, 1, size, (gfp) & __GFP_ZERO)
#define vfree(p)			host_free(p, HM_VMALLOC, "vfree")

#endif
