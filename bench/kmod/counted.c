// SPDX-License-Identifier: GPL-2.0
/*
 * counted.c - the source of ours.c once more, with its look-ups of keys and its lost races counted
 *
 * Times under emulation say nothing about contention; these counts do. A u32 that is read with
 * READ_ONCE() is a key; a cmpxchg() of a u32 that gives something else than 0 is a lost race.
 */
#define IMPL	counted
#include <linux/atomic.h>
#include <linux/compiler.h>
#include "bench.h"

DEFINE_PER_CPU(struct inside, inside);

#define INSTANCE_HOOKS	"counted_hooks.h"
#include "instance.h"
