/* SPDX-License-Identifier: GPL-2.0 */
/* slab.h - the slab workload of the benches */
#ifndef BENCH_SLAB_H
#define BENCH_SLAB_H

/* Some dozens of allocations; leaves nothing behind. */
void slab_round(void);

#endif
