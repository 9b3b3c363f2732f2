// SPDX-License-Identifier: GPL-2.0
/* svg.c - one panel per key, one time axis; every axis says its unit */
#include <math.h>
#include "timeline.h"

#define WIDTH	900
#define LEFT	150
#define RIGHT	20
#define TOP	40
#define PANEL	70
#define GAP	22

double nice_ceiling(double v)
{
	double p = v > 0 ? pow(10, floor(log10(v))) : 1;

	for (int i = 0; i < 3; i++) {
		static const double step[] = { 1, 2, 5 };

		if (v <= step[i] * p * (1 + 1e-9))
			return step[i] * p;
	}
	return 10 * p;
}

static void text(FILE *out, double x, double y, const char *anchor, const char *s)
{
	fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
	for (; *s; s++) {
		switch (*s) {
		case '&': fputs("&amp;", out); break;
		case '<': fputs("&lt;", out); break;
		case '>': fputs("&gt;", out); break;
		default: fputc(*s, out);
		}
	}
	fputs("</text>\n", out);
}

static void panel(FILE *out, const struct line *l, double y, double seconds)
{
	double top = nice_ceiling(l->max), wide = WIDTH - LEFT - RIGHT;
	char label[120];

	fprintf(out, "<rect x=\"%d\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" class=\"p\"/>\n", LEFT,
		y, wide, PANEL);
	snprintf(label, sizeof(label), "%s [%s]", l->key, l->gauge ? "count" : "1/s");
	text(out, 8, y + PANEL / 2.0 + 4, "start", label);
	snprintf(label, sizeof(label), "%g", top);
	text(out, LEFT - 4, y + 10, "end", label);
	text(out, LEFT - 4, y + PANEL, "end", "0");
	fputs("<polyline points=\"", out);
	for (size_t i = 0; i < l->n; i++)
		fprintf(out, "%.1f,%.1f ", LEFT + wide * (seconds > 0 ? l->t[i] / seconds : 0),
			y + PANEL - PANEL * l->v[i] / top);
	fputs("\"/>\n", out);
}

static void time_axis(FILE *out, double y, double seconds)
{
	double step = nice_ceiling(seconds / 10), wide = WIDTH - LEFT - RIGHT;
	char label[32];

	for (double t = 0; t <= seconds * 1.0001 && seconds > 0; t += step) {
		double x = LEFT + wide * t / seconds;

		fprintf(out, "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%.1f\"/>\n", x, TOP, x,
			y);
		snprintf(label, sizeof(label), "%g", t);
		text(out, x, y + 14, "middle", label);
	}
	text(out, LEFT + wide / 2, y + 30, "middle", "time since the first sample [s]");
}

void timeline_svg(const struct timeline *tl, FILE *out)
{
	int height = TOP + tl->n * (PANEL + GAP) + 40;

	fprintf(out,
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		"<!-- SPDX-License-Identifier: GPL-2.0 -->\n"
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
		"viewBox=\"0 0 %d %d\">\n<style>text{font:12px sans-serif}.p{fill:none;stroke:#999}"
		"line{stroke:#ddd}polyline{fill:none;stroke:#06c;stroke-width:1.5}</style>\n"
		"<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
		WIDTH, height, WIDTH, height);
	text(out, 8, 22, "start", tl->title);
	time_axis(out, TOP + tl->n * (PANEL + GAP) - GAP, tl->seconds);
	for (size_t i = 0; i < tl->n; i++)
		panel(out, &tl->line[i], TOP + i * (PANEL + GAP), tl->seconds);
	fputs("</svg>\n", out);
}

void timeline_table(const struct timeline *tl, FILE *out)
{
	fprintf(out, "%-14s %-6s %12s %12s %8s\n", "series", "unit", "mean", "max", "samples");
	for (size_t i = 0; i < tl->n; i++) {
		const struct line *l = &tl->line[i];
		double sum = 0;

		for (size_t k = 0; k < l->n; k++)
			sum += l->v[k];
		fprintf(out, "%-14s %-6s %12.1f %12.1f %8zu\n", l->key, l->gauge ? "count" : "1/s",
			l->n ? sum / l->n : 0, l->max, l->n);
	}
}
