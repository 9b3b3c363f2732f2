/* SPDX-License-Identifier: GPL-2.0 */
#include <linux/log2.h>
