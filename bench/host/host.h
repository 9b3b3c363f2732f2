/* SPDX-License-Identifier: GPL-2.0 */
/*
 * host.h - the host's part of the benches: counts into the run record, tables, charts, comparison
 *
 *	main.c      verbs
 *	passes.c    what the counting plugin wrote
 *	assign.c    which pass was which subject; calibration; agreement of repeats
 *	count.c     verb count: the two above, into run.json
 *	show.c svg.c   verb show: table, CSV, chart
 *	compare.c   verb compare: two records, exit 1 on an exact regression
 *
 * The record's model, the statistics and the escaping are those of results/.
 */
#ifndef BENCH_HOST_H
#define BENCH_HOST_H

#include <stdint.h>
#include "model.h"

struct passes {
	size_t n;
	uint64_t *count; /* of each pass, in order */
};

/* NULL, or a sentence: the file is no complete one of the plugin, or a marker lost its partner. */
char *passes_parse(struct arena *a, const char *text, struct passes *p);

struct subject {
	char *name;
	size_t n;
	uint64_t *raw; /* points into the passes */
	double net; /* minus the empty call; valid when they agree */
	bool agree;
};

struct subjects {
	size_t n;
	struct subject *of;
	uint64_t empty;
};

/*
 * NOTES are the record's; those of the form "insn NAME PASSES" name the passes in order. NULL, or a
 * sentence: counts that do not fit together, no calibration, a calibration that is off.
 */
char *assign(struct arena *a, char **notes, size_t nr_notes, const struct passes *p,
	     struct subjects *s);
/* The first subject whose repeats differ, as a sentence; NULL when all agree. */
char *disagreement(struct arena *a, const struct subjects *s);

#define CALIBRATION "reference.nops_1000"
#define EMPTY_CALL "reference.empty"

/* dies, naming the file; DIR is a run directory or its run.json */
struct run *record_read(struct arena *a, const char *dir);

/* What a bench measured, as opposed to what every run reports (boot time, interrupts) */
bool is_bench(const struct metric *m);

/* A count in full, anything else with six digits; valid until the next call. */
const char *number_text(double v);

int verb_count(int argc, char **argv);
int verb_show(int argc, char **argv);
int verb_compare(int argc, char **argv);

/* One sentence on how the numbers of a test came about: on the chart and under the table. */
const char *method_of(const char *test);
void svg(FILE *f, const struct run *r);

#endif
