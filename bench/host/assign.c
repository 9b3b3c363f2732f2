// SPDX-License-Identifier: GPL-2.0
/*
 * assign.c - the guest says which passes it made, in order; the plugin says how long each was
 *
 * Net counts are those of a call minus those of an empty call through the same pointer: the two
 * markers and the call itself go out. 1000 instructions must then be counted as 1000.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "host.h"

static bool is_note(const char *note, char name[64], unsigned int *passes)
{
	return sscanf(note, "insn %63s %u", name, passes) == 2;
}

static char *split(struct arena *a, char **notes, size_t nr, const struct passes *p,
		   struct subjects *s)
{
	size_t used = 0;

	for (size_t i = 0; i < nr; i++) {
		unsigned int passes;
		char name[64];

		if (!is_note(notes[i], name, &passes))
			continue;
		if (!passes || passes > p->n - used)
			return arena_printf(a, "%s has %u passes, but %zu are left of %zu counted",
					    name, passes, p->n - used, p->n);
		*APPEND(a, s->of, s->n) = (struct subject){ arena_strdup(a, name), passes,
							    p->count + used, 0, true };
		used += passes;
	}
	if (used != p->n)
		return arena_printf(a, "the guest told of %zu passes, %zu were counted", used,
				    p->n);
	return s->n ? NULL : arena_printf(a, "the guest told of no pass");
}

static struct subject *find(struct subjects *s, const char *name)
{
	for (size_t i = 0; i < s->n; i++)
		if (!strcmp(s->of[i].name, name))
			return &s->of[i];
	return NULL;
}

char *assign(struct arena *a, char **notes, size_t nr_notes, const struct passes *p,
	     struct subjects *s)
{
	struct subject *empty, *nops;
	char *why;

	*s = (struct subjects){ 0 };
	why = split(a, notes, nr_notes, p, s);
	if (why)
		return why;
	empty = find(s, EMPTY_CALL);
	nops = find(s, CALIBRATION);
	if (!empty || !nops)
		return arena_printf(a, "there is no %s: not calibrated",
				    empty ? CALIBRATION : EMPTY_CALL);
	s->empty = empty->raw[0];
	for (size_t i = 0; i < s->n; i++) {
		struct subject *x = &s->of[i];

		x->net = (double)x->raw[0] - (double)s->empty;
		for (size_t k = 1; k < x->n; k++)
			x->agree &= x->raw[k] == x->raw[0];
	}
	if (nops->net != 1000)
		return arena_printf(a, "calibration: 1000 instructions were counted as %g",
				    nops->net);
	return NULL;
}

char *disagreement(struct arena *a, const struct subjects *s)
{
	for (size_t i = 0; i < s->n; i++) {
		const struct subject *x = &s->of[i];
		size_t k = 0;

		if (x->agree)
			continue;
		while (x->raw[k] == x->raw[0])
			k++;
		return arena_printf(a,
				    "%s does not repeat: %" PRIu64 " instructions in pass 1, "
				    "%" PRIu64 " in pass %zu",
				    x->name, x->raw[0], x->raw[k], k + 1);
	}
	return NULL;
}
