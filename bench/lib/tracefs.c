// SPDX-License-Identifier: GPL-2.0
/* tracefs.c of the stress programs, which the benches need as well */
#include "stress/lib/tracefs.c"
