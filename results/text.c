// SPDX-License-Identifier: GPL-2.0
// Escaping for each output format; see text.h.
#include "text.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

uint32_t utf8_next(const char **s)
{
	const unsigned char *p = (const unsigned char *)*s;
	int more = *p < 0x80 ? 0 : *p >= 0xf0 ? 3 : *p >= 0xe0 ? 2 : 1;
	static const uint32_t least[] = { 0, 0x80, 0x800, 0x10000 };
	uint32_t c = more ? *p & (0x3f >> more) : *p;

	if (!c && !more)
		return 0;
	++*s;
	if ((*p >= 0x80 && *p < 0xc2) || *p > 0xf4)
		return 0xfffd;
	for (int i = 1; i <= more; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0xfffd;
		c = c << 6 | (p[i] & 0x3f);
	}
	if (c < least[more] || (c >= 0xd800 && c <= 0xdfff) || c > 0x10ffff)
		return 0xfffd;
	*s += more;
	return c;
}

static void put_utf8(FILE *f, uint32_t c)
{
	if (c >= 0x10000)
		fprintf(f, "%c%c%c%c", (int)(0xf0 | c >> 18), (int)(0x80 | (c >> 12 & 0x3f)),
			(int)(0x80 | (c >> 6 & 0x3f)), (int)(0x80 | (c & 0x3f)));
	else if (c >= 0x800)
		fprintf(f, "%c%c%c", (int)(0xe0 | c >> 12), (int)(0x80 | (c >> 6 & 0x3f)),
			(int)(0x80 | (c & 0x3f)));
	else if (c >= 0x80)
		fprintf(f, "%c%c", (int)(0xc0 | c >> 6), (int)(0x80 | (c & 0x3f)));
	else
		fputc(c, f);
}

/* What no markup may contain: C0 but tab and newline, C1, noncharacters, direction overrides. */
static bool unprintable(uint32_t c)
{
	return (c < 0x20 && c != '\t' && c != '\n') || (c >= 0x7f && c <= 0x9f) ||
	       (c & 0xfffe) == 0xfffe || (c >= 0xfdd0 && c <= 0xfdef) ||
	       (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

static void put_markup(FILE *f, const char *s, bool pictures)
{
	for (uint32_t c; (c = utf8_next(&s));) {
		if (c == '&')
			fputs("&amp;", f);
		else if (c == '<')
			fputs("&lt;", f);
		else if (c == '>')
			fputs("&gt;", f);
		else if (c == '"')
			fputs("&quot;", f);
		else if (c == '\'')
			fputs("&#39;", f);
		else if (unprintable(c))
			/* U+2400 and on are pictures of the control characters */
			put_utf8(f, pictures && c < 0x20 ? 0x2400 + c : 0xfffd);
		else
			put_utf8(f, c);
	}
}

void put_html(FILE *f, const char *s)
{
	put_markup(f, s, true);
}

void put_xml(FILE *f, const char *s)
{
	put_markup(f, s, false);
}

void put_json(FILE *f, const char *s)
{
	fputc('"', f);
	for (uint32_t c; (c = utf8_next(&s));) {
		if (c == '"' || c == '\\')
			fprintf(f, "\\%c", (int)c);
		else if (c == '<' || c == '>' || c == '&' || c == 0x2028 || c == 0x2029 ||
			 c == '\n' || c == '\t' || (unprintable(c) && c < 0x10000))
			fprintf(f, "\\u%04x", c);
		else
			put_utf8(f, c);
	}
	fputc('"', f);
}

void put_csv(FILE *f, const char *s)
{
	const char *plain =
		"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _-./:;()";
	/* =, +, -, @ and tab start a formula in spreadsheets; numbers are not passed here */
	bool formula = *s && strchr("=+-@\t\r", *s);

	if (!formula && strspn(s, plain) == strlen(s)) {
		fputs(s, f);
		return;
	}
	fputs(formula ? "\"'" : "\"", f);
	for (uint32_t c; (c = utf8_next(&s));) {
		if (c == '"')
			fputs("\"\"", f);
		else
			put_utf8(f, unprintable(c) ? ' ' : c);
	}
	fputc('"', f);
}

void put_line(FILE *f, const char *s, bool ktap)
{
	for (uint32_t c; (c = utf8_next(&s));)
		put_utf8(f, c < 0x20 || unprintable(c) || (ktap && c == '#') ? ' ' : c);
}

void put_slug(FILE *f, const char *s)
{
	for (; *s; s++)
		fputc(isalnum((unsigned char)*s) && (unsigned char)*s < 0x80 ? *s :
		      *s == '_'						     ? '_' :
									       '-',
		      f);
}

char *slug(struct arena *a, const char *s)
{
	char *p = arena_strdup(a, s);

	for (char *c = p; *c; c++)
		if (!isalnum((unsigned char)*c) && *c != '_')
			*c = '-';
	return p;
}

void put_number(FILE *f, double v)
{
	if (!isfinite(v))
		fputs("0", f);
	else if (v == floor(v) && fabs(v) < 1e15)
		fprintf(f, "%.0f", v);
	else
		fprintf(f, "%.6g", v);
}
