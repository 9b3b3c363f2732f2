/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HOST_LINUX_ERRNO_H
#define HOST_LINUX_ERRNO_H

#define EPERM		1
#define ENOENT		2
#define EINTR		4
#define E2BIG		7
#define EAGAIN		11
#define ENOMEM		12
#define EACCES		13
#define EFAULT		14
#define EBUSY		16
#define EEXIST		17
#define ENODEV		19
#define EINVAL		22
#define EFBIG		27
#define ENOSPC		28
#define ESPIPE		29
#define EROFS		30
#define ERANGE		34
#define EOVERFLOW	75
#define EOPNOTSUPP	95
#define ESTALE		116

#endif
