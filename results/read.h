/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reading typed values out of JSON. The first complaint sticks in err, later calls do nothing and
 * return defaults, so a reader is written straight down and checked once at its end.
 */
#ifndef READ_H
#define READ_H

#include "model.h"

#include <jansson.h>

struct reader {
	struct arena *arena;
	char *err;
	size_t errlen;
};

bool read_failed(const struct reader *rd);
void read_complain(struct reader *rd, const char *fmt, ...) PRINTF(2, 3);

/* where names the object for the complaint ("tests[3]"); a required key must be there. */
char *read_string(struct reader *rd, json_t *o, const char *where, const char *key, bool required);
double read_number(struct reader *rd, json_t *o, const char *where, const char *key, bool required);
bool read_bool(struct reader *rd, json_t *o, const char *where, const char *key);
/* read_array / read_object: NULL when absent (fine) or of a wrong type (complained about). */
json_t *read_array(struct reader *rd, json_t *o, const char *where, const char *key);
json_t *read_object(struct reader *rd, json_t *o, const char *where, const char *key);
/* read_choice: a string that must be one of the words, which are separated by spaces. */
char *read_choice(struct reader *rd, json_t *o, const char *where, const char *key,
		  const char *words);

/* The lists of a record, in read_lists.c. */
void read_tests(struct reader *rd, struct run *r, json_t *root);
void read_metrics(struct reader *rd, struct run *r, json_t *root);
void read_evidence(struct reader *rd, struct run *r, json_t *root);

#endif
