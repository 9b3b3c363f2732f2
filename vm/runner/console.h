/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Console knowledge: the table of patterns, and the watcher that assembles splats from lines.
 * The watcher is fed by whoever reads the console; it neither reads nor waits itself.
 */
#ifndef CONSOLE_H
#define CONSOLE_H

#include <regex.h>

#include "util.h"

enum how { HOW_START, HOW_PART, HOW_ANY };

struct table {
	struct row {
		char *kind;
		enum how how;
		bool fatal;
		regex_t re;
		char *pattern;
		unsigned int hits;
	} *row;
	size_t n;
	struct allow {
		char *pattern, *reason;
		regex_t re;
		unsigned int hits;
	} *allow;
	size_t n_allow;
};

/* NULL, or a sentence: unreadable, malformed or without rows. A watcher that knows nothing sees
 * nothing. */
char *table_load(struct table *t, const char *path);
/* First row that matches a line without time stamp, or NULL; allow-listed lines count a hit and
 * match none. */
struct row *table_match(struct table *t, const char *text);

struct splat {
	const char *kind;
	char *title;
	unsigned int line; /* of console.log, from 1 */
	double t, last; /* first and latest line, seconds on the caller's clock */
	struct str text;
	char caller[16]; /* printk's [T12] or [C1]; empty without CONFIG_PRINTK_CALLER */
	unsigned int lines;
	bool fatal, open, panicked, truncated, interleaved;
};

struct console {
	struct table *table;
	struct splat *splat;
	size_t n;
	unsigned int lines; /* delivered so far */
	unsigned int kernel_lines; /* of them with printk's time stamp */
	unsigned int user_lines; /* would have matched, but no kernel printed them */
	double last; /* time of the latest line */
	char *last_text;
};

void console_line(struct console *c, const char *line, double t);
/* Close splats that have been silent; call it now and then. */
void console_tick(struct console *c, double t);
/* No more lines will come; orderly says that the guest itself asked for the end. Open splats are
 * cut short. */
void console_end(struct console *c, bool orderly);
/* A fatal splat that has said what it had to say (closed, or silent for a while), or NULL. */
struct splat *console_dead(struct console *c, double t);

/* Text behind printk's time stamp, caller copied out ("" when there is none); NULL: no kernel
 * line. */
const char *console_strip(const char *line, char caller[16]);

#endif
