/* SPDX-License-Identifier: GPL-2.0 */
/* timeline.h - the statistics series of a run record, as one drawing */
#ifndef TIMELINE_H
#define TIMELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct line {
	char	*key;
	bool	gauge;		/* a level; else a counter, drawn as its rate */
	size_t	n;
	double	*t, *v;		/* seconds; level or 1/s */
	double	max;
};

struct timeline {
	char		title[200];
	double		seconds;
	size_t		n;
	struct line	*line;
};

/* run.json -> series. Returns 0, or -1 after saying on stderr what is wrong with the file. */
int timeline_load(struct timeline *tl, const char *path);
void timeline_svg(const struct timeline *tl, FILE *out);
void timeline_table(const struct timeline *tl, FILE *out);
void timeline_free(struct timeline *tl);

/* The next 1, 2 or 5 times a power of ten: the top of an axis. */
double nice_ceiling(double v);

#endif
