// SPDX-License-Identifier: GPL-2.0
// What importers share; see import.h.
#include "import.h"

#include <string.h>

extern const struct importer __start_result_importers[], __stop_result_importers[];

const struct importer *importer_of(const char *text)
{
	for (const struct importer *i = __start_result_importers; i < __stop_result_importers; i++)
		if (i->mine(text))
			return i;
	return NULL;
}

static size_t split(char *line, char **words, size_t max)
{
	size_t n = 0;
	char *w;

	while (n < max && (w = strsep(&line, " \t")))
		if (*w)
			words[n++] = w;
	return n;
}

size_t import_row(char **text, size_t *nr, char **words, size_t max)
{
	char *line;
	size_t n;

	while ((line = strsep(text, "\n"))) {
		++*nr;
		n = *line == '#' ? 0 : split(line, words, max);
		if (n)
			return n;
	}
	return 0;
}

bool import_has_head(const char *text, const char *head)
{
	while (*text == '#' || *text == '\n') {
		text += strcspn(text, "\n");
		text += *text == '\n';
	}
	while (*head) {
		size_t n = strcspn(head, " ");

		if (strncmp(text, head, n) || !strchr(" \t\n", text[n]))
			return false;
		text += n;
		text += strspn(text, " \t");
		head += n;
		head += strspn(head, " ");
	}
	return true;
}

bool import_one_of(const char *word, const char *words)
{
	size_t n = strlen(word);

	for (const char *p = words; (p = strstr(p, word)); p += n)
		if (n && (p == words || p[-1] == ' ') && (!p[n] || p[n] == ' '))
			return true;
	return false;
}
