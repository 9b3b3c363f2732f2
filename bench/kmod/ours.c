// SPDX-License-Identifier: GPL-2.0
/* ours.c - the series, or what STACKMAP_C names instead of it */
#define IMPL	ours
#include "instance.h"
