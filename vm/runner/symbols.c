// SPDX-License-Identifier: GPL-2.0
/* System.map: "ffffffff81000000 T _stext", sorted by address. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "symbols.h"
#include "util.h"

#define SYMBOL_MAX (1u << 20) /* farther from a symbol than this is not in it */

void symbols_load(struct symbols *s, const char *path)
{
	char *text = path ? read_file(path, NULL) : NULL, *line;

	*s = (struct symbols){ 0 };
	for (char *at = text; at && (line = strsep(&at, "\n"));) {
		char *end;
		uint64_t addr = strtoull(line, &end, 16);

		/* Only text: a data address on a stack says nothing about who called whom. */
		if (end == line || end[0] != ' ' || !strchr("tTwW", end[1]) || !end[1] ||
		    end[2] != ' ')
			continue;
		s->sym = grow(s->sym, s->n, sizeof(*s->sym));
		s->sym[s->n++] = (struct symbol){ addr, xstrdup(end + 3) };
	}
	free(text);
}

const struct symbol *symbols_find(const struct symbols *s, uint64_t addr)
{
	size_t lo = 0, hi = s->n;

	while (lo < hi) {
		size_t mid = (lo + hi) / 2;

		if (s->sym[mid].addr <= addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	/* User space lies below the first kernel symbol, or far above a last one. */
	if (!lo || addr - s->sym[lo - 1].addr >= SYMBOL_MAX || !s->sym[lo - 1].addr)
		return NULL;
	return &s->sym[lo - 1];
}

void symbols_free(struct symbols *s)
{
	for (size_t i = 0; i < s->n; i++)
		free(s->sym[i].name);
	free(s->sym);
	*s = (struct symbols){ 0 };
}
