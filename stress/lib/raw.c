// SPDX-License-Identifier: GPL-2.0
/* raw.c - pages of the ring buffer: the benches' parser is the stress programs' as well */
#include "../../bench/lib/raw.c"
