/* SPDX-License-Identifier: GPL-2.0 */
/* bench.h - what the bench programs share, beyond the stress programs' library (stress.h) */
#ifndef BENCH_H
#define BENCH_H

#include "stress/lib/stress.h"

/* module.c: files of the bench module in debugfs; they die, naming file and errno */
void module_must_write(const char *file, const char *text);
char *module_must_read(const char *file);

#endif
