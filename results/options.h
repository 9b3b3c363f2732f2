/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Arguments of a verb: "--name VALUE" and "--flag" anywhere, the rest in order. Unknown ones are
 * errors.
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "results.h"

struct option_spec {
	const char *name; /* without the dashes */
	const char **value; /* takes a value, or */
	bool *flag; /* is a flag */
};

/* options: removes what it knows from argv; returns the number of remaining arguments, argv[1..n].
 */
int options(const struct verb *v, int argc, char **argv, const struct option_spec *o, size_t n);
/* number_arg: a whole number from min to max, or die naming the option. */
long number_arg(const char *name, const char *text, long min, long max);

#endif
