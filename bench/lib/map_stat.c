// SPDX-License-Identifier: GPL-2.0
/* map_stat.c of the stress programs, which the benches need as well */
#include "stress/lib/map_stat.c"
