/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What is known of planted bugs besides their runs: what they are (the headers of patches/mutants),
 * and the tables that `make mutants`, `mutant-times` and `mutant-twins` write (docs/mutants.rst).
 */
#ifndef MUTANTS_H
#define MUTANTS_H

#include "store.h"

struct mutant {
	char *name, *what, *breaks;
};

/* Who has to see a mutant on a rung, and who did. */
struct kill {
	char *mutant, *rung, *verdict, *killer, *seen;
	double seconds;
	long runs;
};

/* How long a storm took to meet a race, over several seeds. */
struct race {
	char *mutant, *build, *test;
	long killed, seeds;
	double median_ms, worst_ms;
};

/* An oracle on the correct source: how many runs gave no false alarm. */
struct twin {
	char *build, *oracle;
	long clean, runs;
};

void store_put_mutant(struct store *s, const struct mutant *m);
/* store_put_wanted: this oracle of this rung has to kill the mutant. */
void store_put_wanted(struct store *s, const char *mutant, const char *rung, const char *oracle);
void store_put_kill(struct store *s, const struct kill *k);
void store_put_race(struct store *s, const struct race *r);
void store_put_twin(struct store *s, const struct twin *t);

struct mutant *query_mutants(struct store *s, struct arena *a, size_t *n); /* by name */
/*
 * query_kills: by mutant and rung, the newest of each; verdict "" where a rung has to kill a mutant
 * and no record says that it did.
 */
struct kill *query_kills(struct store *s, struct arena *a, size_t *n);
struct race *query_races(struct store *s, struct arena *a, size_t *n);
struct twin *query_twins(struct store *s, struct arena *a, size_t *n);

#endif
