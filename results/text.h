/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Escaping, by context. A console line is the kernel's, or an attacker's: every string that was not
 * written in this program's source goes through one of these.
 */
#ifndef TEXT_H
#define TEXT_H

#include "results.h"

#include <stdint.h>

/*
 * utf8_next: decodes one character and moves *s behind it; a broken byte gives U+FFFD and is
 * skipped, 0 ends.
 */
uint32_t utf8_next(const char **s);

/* put_html: text content and quoted attribute values. Control characters become their visible
 * pictures. */
void put_html(FILE *f, const char *s);
/* put_xml: the same for XML 1.0, where control characters do not exist at all. */
void put_xml(FILE *f, const char *s);
/*
 * put_json: a JSON string with its quotes, safe inside a script element: no <, >, &, U+2028,
 * U+2029.
 */
void put_json(FILE *f, const char *s);
/* put_csv: one field (RFC 4180); a field a spreadsheet would compute gets an apostrophe in front.
 */
void put_csv(FILE *f, const char *s);
/* put_line: one line of plain text: control characters become blanks, "#" too when ktap. */
void put_line(FILE *f, const char *s, bool ktap);
/* put_slug: letters, digits and dashes only; for file names and KCIDB paths. */
void put_slug(FILE *f, const char *s);
char *slug(struct arena *a, const char *s);

/* put_number: shortest form that reads well: 5012, 57.14, 1.2e+09; JSON-safe. */
void put_number(FILE *f, double v);

#endif
