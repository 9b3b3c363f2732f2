/* SPDX-License-Identifier: GPL-2.0 */
/* Names for kernel text addresses, from System.map. */
#ifndef SYMBOLS_H
#define SYMBOLS_H

#include <stddef.h>
#include <stdint.h>

struct symbols {
	struct symbol {
		uint64_t addr;
		char *name;
	} *sym;
	size_t n;
};

void symbols_load(struct symbols *s, const char *path); /* empty when it cannot be read */
/* The text symbol an address lies in, or NULL. */
const struct symbol *symbols_find(const struct symbols *s, uint64_t addr);
void symbols_free(struct symbols *s);

#endif
