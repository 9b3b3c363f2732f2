// SPDX-License-Identifier: GPL-2.0
/* passes.c - the file of bench/plugin: "# insncount 1", lines "VCPU COUNT", "# end PASSES LOST" */
#include <inttypes.h>
#include <string.h>
#include "host.h"

/* The last line: complete, and no marker without its partner? */
static char *ends(struct arena *a, const char *line, size_t n)
{
	unsigned long long passes, lost;

	if (sscanf(line, "# end %llu %llu", &passes, &lost) != 2)
		return arena_printf(a, "'%.60s' is no line of it", line);
	if (lost)
		return arena_printf(a,
				    "%llu markers without their partner: something else called the "
				    "marker functions",
				    lost);
	if (passes != n)
		return arena_printf(a, "%llu passes were counted, %zu are in the file", passes, n);
	return NULL;
}

char *passes_parse(struct arena *a, const char *text, struct passes *p)
{
	char *copy = arena_strdup(a, text), *line = strsep(&copy, "\n");

	*p = (struct passes){ 0 };
	if (strcmp(line, "# insncount 1"))
		return arena_printf(a, "it does not begin with '# insncount 1'");
	while ((line = strsep(&copy, "\n")) && copy) {
		unsigned int vcpu;
		uint64_t count;
		char rest;

		if (*line == '#') {
			char *why = ends(a, line, p->n);

			return why || !*copy ? why : arena_printf(a, "text behind its last line");
		}
		if (sscanf(line, "%u %" SCNu64 "%c", &vcpu, &count, &rest) != 2)
			return arena_printf(a, "'%.60s' is no line of it", line);
		*APPEND(a, p->count, p->n) = count;
	}
	return arena_printf(a, "it ends after %zu passes, without '# end': QEMU did not end by "
			       "itself", p->n);
}
