/* SPDX-License-Identifier: GPL-2.0 */
/* Each allocation can be made to fail, is counted, and must be freed by its own kind of free. */
#ifndef HOST_LINUX_SLAB_H
#define HOST_LINUX_SLAB_H

#include <linux/cleanup.h>
#include <linux/err.h>
#include <linux/overflow.h>

#define GFP_KERNEL	    0x1U
#define GFP_ATOMIC	    0x2U
#define __GFP_ZERO	    0x100U
#define __GFP_NOWARN	    0x200U
#define __GFP_RETRY_MAYFAIL 0x400U

#define kmalloc(size, gfp) host_alloc(HM_KMALLOC, 1, size, (gfp)&__GFP_ZERO)
#define kzalloc(size, gfp) host_alloc(HM_KMALLOC, 1, size, ((void)(gfp), true))
#define kmalloc_array(n, size, gfp) host_alloc(HM_KMALLOC, n, size, (gfp)&__GFP_ZERO)
#define kcalloc(n, size, gfp) host_alloc(HM_KMALLOC, n, size, ((void)(gfp), true))
#define kvmalloc(size, gfp) host_alloc(HM_KMALLOC | HM_VMALLOC, 1, size, (gfp)&__GFP_ZERO)
#define kvzalloc(size, gfp) host_alloc(HM_KMALLOC | HM_VMALLOC, 1, size, ((void)(gfp), true))
#define kvmalloc_array(n, size, gfp) host_alloc(HM_KMALLOC | HM_VMALLOC, n, size, (gfp)&__GFP_ZERO)
#define kvcalloc(n, size, gfp) host_alloc(HM_KMALLOC | HM_VMALLOC, n, size, ((void)(gfp), true))
#define kzalloc_obj(p, ...) ((__typeof__(p) *)host_alloc(HM_KMALLOC, 1, sizeof(p), true))
#define kmalloc_obj(p, ...) ((__typeof__(p) *)host_alloc(HM_KMALLOC, 1, sizeof(p), false))
#define kzalloc_objs(p, n, ...) ((__typeof__(p) *)host_alloc(HM_KMALLOC, n, sizeof(p), true))
#define kvzalloc_objs(p, n, ...) \
	((__typeof__(p) *)host_alloc(HM_KMALLOC | HM_VMALLOC, n, sizeof(p), true))
#define kfree(p) host_free(p, HM_KMALLOC, "kfree")
#define kvfree(p) host_free(p, HM_KMALLOC | HM_VMALLOC, "kvfree")

DEFINE_FREE(kfree, void *, if (!IS_ERR_OR_NULL(_T)) kfree(_T))
DEFINE_FREE(kvfree, void *, if (!IS_ERR_OR_NULL(_T)) kvfree(_T))

#endif
