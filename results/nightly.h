/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The record results/nightly.sh keeps of one night: the file "cells" in out/nightly/<name>/,
 * tab-separated:
 *
 *   # stackmap night 1	<started>
 *   <verb> <arch> <scenario> <debug> <accel> <verdict> <seconds> <run id or -> <reason>
 */
#ifndef NIGHTLY_H
#define NIGHTLY_H

#include "store.h"

#define NIGHTLY_FILE "cells"

/* nightly_read: NULL and a sentence in err for anything else than such a file. */
struct nightly *nightly_read(struct arena *a, const char *path, char *err, size_t errlen);

#endif
