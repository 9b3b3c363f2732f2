/* SPDX-License-Identifier: GPL-2.0 */
#ifndef HOST_STDBOOL_H
#define HOST_STDBOOL_H

typedef _Bool bool;
#define true	1
#define false	0

#endif
