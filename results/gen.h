/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Invented runs with a known story, for tests and benchmarks of everything behind the store. Run
 * number i is night i / cells of cell i % cells; the same seed gives the same bytes.
 */
#ifndef GEN_H
#define GEN_H

#include "results.h"

#include <stdint.h>
#include <jansson.h>

struct gen {
	uint64_t seed;
	bool files; /* console.log, report.ktap and so on, besides run.json */
	bool hostile; /* names, reasons and console lines that attack HTML, XML, JSON and terminals
		       */
};

/* The story, by night: what readers of these runs must find. */
enum {
	GEN_SCENARIOS = 5,
	GEN_ARCHES = 4,
	GEN_CELLS = GEN_SCENARIOS * GEN_ARCHES,
	GEN_BREAKS = 30, /* arm64 reset fails from this night on */
	GEN_SLOWS = 25, /* x86_64 bench: 7 instructions more, and 15 % more ns */
	GEN_FIXED = 20, /* riscv64 selftest failed until this night */
};

double gen_uniform(uint64_t *state); /* [0, 1) */
double gen_normal(uint64_t *state);

/* gen_record: run number i; the caller drops the reference. */
json_t *gen_record(const struct gen *g, long i, uint64_t *rng);
/* gen_lists: fills tests, metrics, floors, series of a record (gen_lists.c). */
void gen_lists(const struct gen *g, json_t *root, const char *arch, const char *scenario,
	       long night, uint64_t *rng);
/* gen_hostile: a string that breaks whoever does not escape. */
const char *gen_hostile(void);

/* gen_mutant: a record of mutant m (0..5), round i: killed or not; see the kill matrix. */
json_t *gen_mutant(const struct gen *g, long m, long i, uint64_t *rng);

#endif
