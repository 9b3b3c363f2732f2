// SPDX-License-Identifier: GPL-2.0
/* report.c of the stress programs, which the benches need as well */
#include "stress/lib/report.c"
