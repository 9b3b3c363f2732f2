// SPDX-License-Identifier: GPL-2.0
/*
 * Console watcher: lines in, splats out. A splat is collected with its whole body, counted once,
 * and flagged when death cut it short or another CPU's report ran into it; nothing is dropped.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "console.h"

#define SILENCE 1.0 /* seconds without a line of its own that end a splat */
#define JUST_ENDED 2.0 /* a panic this soon after a splat is its consequence */
#define MAX_LINES 600 /* of one splat; a looping report must not fill memory */

static const char *digits(const char *p, int least)
{
	const char *q = p;

	while (isdigit((unsigned char)*q))
		q++;
	return q - p >= least ? q : NULL;
}

/* "[   12.345678] " at p, or NULL; returns what follows the bracket. */
static const char *stamp(const char *p)
{
	if (*p++ != '[')
		return NULL;
	p += strspn(p, " ");
	p = digits(p, 1);
	if (!p || *p++ != '.')
		return NULL;
	p = digits(p, 6);
	return p && *p == ']' ? p + 1 : NULL;
}

const char *console_strip(const char *line, char caller[16])
{
	const char *p = NULL, *q;

	caller[0] = '\0';
	/* Output of a program without newline may stand in front of the kernel's line. */
	for (q = strchr(line, '['); q && !p; q = strchr(q + 1, '['))
		p = stamp(q);
	if (!p)
		return NULL;
	if (*p == '[' && (q = strchr(p, ']')) && q - p < 16) {
		const char *id = p + 1 + strspn(p + 1, " ");

		if (*id == 'T' || *id == 'C') {
			memcpy(caller, id, q - id);
			caller[q - id] = '\0';
			p = q + 1;
		}
	}
	return *p == ' ' ? p + 1 : p;
}

static struct splat *begin(struct console *c, const struct row *r, const char *text,
			   const char *caller, double t)
{
	struct splat *s;

	c->splat = grow(c->splat, c->n, sizeof(*c->splat));
	s = &c->splat[c->n++];
	*s = (struct splat){ .kind = r->kind,
			     .title = xstrdup(text),
			     .line = c->lines,
			     .t = t,
			     .fatal = r->fatal,
			     .open = true };
	strcpy(s->caller, caller);
	for (size_t i = 0; i + 1 < c->n; i++)
		if (c->splat[i].open)
			c->splat[i].interleaved = s->interleaved = true;
	return s;
}

/* The splat this line belongs to: the caller's own, else the latest that is open. */
static struct splat *owner(struct console *c, const char *caller)
{
	struct splat *latest = NULL;

	for (size_t i = c->n; i-- > 0;) {
		struct splat *s = &c->splat[i];

		if (!s->open)
			continue;
		if (!*caller || same(s->caller, caller))
			return s;
		if (!latest)
			latest = s;
	}
	return latest;
}

/* Where a matching line goes on, or NULL when it starts a splat of its own. */
static struct splat *continues(struct console *c, const struct row *r, struct splat *open,
			       double t)
{
	struct splat *last = c->n ? &c->splat[c->n - 1] : NULL;

	if (r->how == HOW_START)
		return NULL;
	if (r->how == HOW_PART)
		return open && open->fatal ? open : NULL;
	if (!open && r->fatal && last && t - last->last < JUST_ENDED)
		open = last;
	return open;
}

static void body(struct splat *s, const char *line, const char *text, double t)
{
	if (s->lines++ < MAX_LINES)
		str_addf(&s->text, "%s\n", line);
	s->last = t;
	if (starts(text, "---[ end ") || (s->lines > 1 && starts(text, "==========")))
		s->open = false;
}

void console_line(struct console *c, const char *line, double t)
{
	char caller[16];
	const char *text = console_strip(line, caller);
	struct splat *open, *s;
	struct row *r;

	console_tick(c, t);
	c->lines++;
	c->last = t;
	free(c->last_text);
	c->last_text = xstrdup(line);
	if (text)
		c->kernel_lines++;
	open = owner(c, caller);
	r = table_match(c->table, text ? text : line);
	if (!text && c->kernel_lines) {
		/* The kernel stamps its lines here; this one is a program's, or the rest of a
		 * torn one. */
		c->user_lines += r != NULL;
		r = NULL;
	}
	text = text ? text : line;
	if (!r) {
		if (open)
			body(open, line, text, t);
		return;
	}
	s = continues(c, r, open, t);
	if (!s)
		s = begin(c, r, text, caller, t);
	if (r->fatal) {
		s->fatal = s->open = true;
		s->panicked |= same(r->kind, "panic");
	}
	body(s, line, text, t);
}

void console_tick(struct console *c, double t)
{
	for (size_t i = 0; i < c->n; i++)
		if (c->splat[i].open && t - c->splat[i].last > SILENCE)
			c->splat[i].open = false;
}

void console_end(struct console *c, bool orderly)
{
	for (size_t i = 0; i < c->n; i++) {
		struct splat *s = &c->splat[i];

		/* With panic=-1 the kernel reboots where it would print the end marker. */
		s->truncated = s->open && (!orderly || (s->fatal && !s->panicked));
		s->open = false;
	}
}

struct splat *console_dead(struct console *c, double t)
{
	console_tick(c, t);
	for (size_t i = 0; i < c->n; i++)
		if (c->splat[i].fatal && !c->splat[i].open)
			return &c->splat[i];
	return NULL;
}
