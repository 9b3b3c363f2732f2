// SPDX-License-Identifier: GPL-2.0
/*
 * svg.c - all bench numbers of a record as bars: one panel for each test, unit and direction,
 * numbers written out, and on the drawing what machine, what kernel and what method they come from
 */
#include <math.h>
#include <string.h>
#include "host.h"
#include "stats.h"
#include "text.h"

#define WIDTH	900
#define LEFT	300
#define RIGHT	120
#define BAR	16

struct pen {
	FILE *f;
	int y;
};

static void say(struct pen *p, int x, const char *class, const char *s)
{
	fprintf(p->f, "<text x=\"%d\" y=\"%d\" class=\"%s\">", x, p->y + 12, class);
	put_xml(p->f, s);
	fputs("</text>\n", p->f);
}

static double value(const struct metric *m)
{
	return stats_median(m->samples, m->nr_samples);
}

static bool together(const struct metric *a, const struct metric *b)
{
	return !strcmp(a->test, b->test) && !strcmp(a->unit, b->unit) &&
	       !strcmp(a->better, b->better);
}

static void bar(struct pen *p, const struct metric *m, double most)
{
	double wide = most > 0 ? (WIDTH - LEFT - RIGHT) * fabs(value(m)) / most : 0;

	say(p, 8, "n", m->name);
	fprintf(p->f, "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" class=\"%s\"/>\n", LEFT,
		p->y + 2, wide, BAR - 4, strncmp(m->name, "ours", 4) ? "b" : "o");
	say(p, LEFT + (int)wide + 4, "n", number_text(value(m)));
	p->y += BAR;
}

/* All of one test and unit, the first of which is at @i */
static void panel(struct pen *p, const struct run *r, size_t i)
{
	const struct metric *first = &r->metrics[i];
	char title[200];
	double most = 0;

	for (size_t k = i; k < r->nr_metrics; k++)
		if (together(first, &r->metrics[k]))
			most = fmax(most, fabs(value(&r->metrics[k])));
	snprintf(title, sizeof(title), "%s [%s]%s", first->test, first->unit,
		 strcmp(first->better, "none") ? "" : " (no better or worse)");
	if (!strcmp(first->better, "lower") || !strcmp(first->better, "higher"))
		snprintf(title, sizeof(title), "%s [%s], %s is better", first->test, first->unit,
			 first->better);
	p->y += 10;
	say(p, 8, "t", title);
	p->y += BAR + 4;
	for (size_t k = i; k < r->nr_metrics; k++)
		if (together(first, &r->metrics[k]))
			bar(p, &r->metrics[k], most);
}

static bool is_first(const struct run *r, size_t i)
{
	if (!is_bench(&r->metrics[i]))
		return false;
	for (size_t k = 0; k < i; k++)
		if (together(&r->metrics[k], &r->metrics[i]))
			return false;
	return true;
}

/* Words until about 130 columns, then the next line */
static void paragraph(struct pen *p, const char *s)
{
	while (*s) {
		size_t n = strlen(s), cut = n > 130 ? 130 : n;
		char line[132];

		while (cut < n && cut > 1 && s[cut] != ' ')
			cut--;
		snprintf(line, sizeof(line), "%.*s", (int)cut, s);
		say(p, 8, "m", line);
		p->y += BAR;
		s += cut + (s[cut] == ' ');
	}
}

static void heading(struct pen *p, const struct run *r)
{
	char line[300];

	snprintf(line, sizeof(line), "stackmap: %s, Linux %s, %s", run_fact(r, "arch"),
		 run_fact(r, "kernel_release"), run_fact(r, "compiler"));
	say(p, 8, "t", line);
	p->y += BAR + 4;
	snprintf(line, sizeof(line), "%s under %s, %s vCPUs; series %s; measured: %s; run %s",
		 run_fact(r, "machine"), run_fact(r, "accel"), run_fact(r, "smp"),
		 run_fact(r, "series_hash"), run_fact(r, "measured"), r->id);
	paragraph(p, line);
	for (size_t i = 0; i < r->nr_metrics; i++)
		if (is_bench(&r->metrics[i]) &&
		    (!i || strcmp(r->metrics[i].test, r->metrics[i - 1].test)))
			paragraph(p, method_of(r->metrics[i].test));
}

static int draw(FILE *f, const struct run *r)
{
	struct pen p = { f, 8 };

	heading(&p, r);
	for (size_t i = 0; i < r->nr_metrics; i++)
		if (is_first(r, i))
			panel(&p, r, i);
	return p.y + 12;
}

void svg(FILE *f, const struct run *r)
{
	FILE *nowhere = create_file("/dev/null");
	int height = draw(nowhere, r);

	close_file(nowhere, "/dev/null");
	fprintf(f, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		   "<!-- SPDX-License-Identifier: GPL-2.0 -->\n"
		   "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
		   "viewBox=\"0 0 %d %d\">\n<style>text{font:12px sans-serif}.t{font-weight:bold;"
		   "font-size:14px}.m{fill:#555}.b{fill:#999}.o{fill:#06c}</style>\n"
		   "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
		WIDTH, height, WIDTH, height);
	draw(f, r);
	fputs("</svg>\n", f);
}
