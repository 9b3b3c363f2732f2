// SPDX-License-Identifier: GPL-2.0
// Argument parsing for verbs; see options.h.
#include "options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const struct option_spec *find(const struct option_spec *o, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(o[i].name, name))
			return &o[i];
	return NULL;
}

int options(const struct verb *v, int argc, char **argv, const struct option_spec *o, size_t n)
{
	int kept = 0;

	for (int i = 1; i < argc; i++) {
		const struct option_spec *f;

		if (strncmp(argv[i], "--", 2)) {
			argv[++kept] = argv[i];
			continue;
		}
		f = find(o, n, argv[i] + 2);
		if (!f)
			usage_die(v, "unknown option %s", argv[i]);
		if (f->flag)
			*f->flag = true;
		else if (i + 1 == argc)
			usage_die(v, "%s needs a value", argv[i]);
		else
			*f->value = argv[++i];
	}
	return kept;
}

long number_arg(const char *name, const char *text, long min, long max)
{
	char *end;
	long v;

	errno = 0;
	v = strtol(text, &end, 10);
	if (errno || end == text || *end || v < min || v > max)
		die("%s '%s' is not a number from %ld to %ld", name, text, min, max);
	return v;
}
