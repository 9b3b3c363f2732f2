// SPDX-License-Identifier: GPL-2.0
/* core.c - the torture core, shared with the user-space rung, as one unit of this module */
#include "core/payload.c"
#include "core/torture.c"
#include "core/audit.c"
