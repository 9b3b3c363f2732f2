/* SPDX-License-Identifier: GPL-2.0 */
/* /proc/kallsyms, to tell whether an address is what a text calls it. */
#ifndef KSELFTEST_SYMBOLS_H
#define KSELFTEST_SYMBOLS_H

#include <stdbool.h>
#include <stdint.h>

struct symbols {
	char *text;
};

/* False if there is no such file or its addresses are hidden. */
bool symbols_read(struct symbols *syms);
void symbols_free(struct symbols *syms);

/*
 * Is @ip what @frame, "name+0x1/0x2" and on, says? 1 yes, -1 no, 0 if it cannot be told (no name,
 * or not in the table).
 */
int symbols_match(const struct symbols *syms, uint64_t ip, const char *frame);

#endif
