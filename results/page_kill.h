/* SPDX-License-Identifier: GPL-2.0 */
/* Parts of the kill matrix's page with a file of their own. */
#ifndef PAGE_KILL_H
#define PAGE_KILL_H

#include "site.h"

/* kill_runs: the guest runs of planted bugs, mutants against places. */
void kill_runs(struct site *s, FILE *f);

#endif
