/* SPDX-License-Identifier: GPL-2.0 */
/* Parts of a run's page with a file of their own. */
#ifndef PAGE_RUN_H
#define PAGE_RUN_H

#include "site.h"

/* run_console: the console with its splats marked; from the run directory, else what the store
 * kept. */
void run_console(FILE *f, struct arena *a, const struct run *r);
/* run_timeline: the stack_map statistics over time, a chart and a table per test. */
void run_timeline(FILE *f, struct arena *a, const struct run *r);

#endif
