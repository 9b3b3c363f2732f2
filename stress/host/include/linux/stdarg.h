/* SPDX-License-Identifier: GPL-2.0 */
#include <stddef.h>
#include <linux/types.h>
