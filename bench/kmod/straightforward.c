// SPDX-License-Identifier: GPL-2.0
/* straightforward.c - patches/variants/straightforward.c, what the series is held against */
#define IMPL	straightforward
#include "instance.h"
