// SPDX-License-Identifier: GPL-2.0
/* One result line of KTAP: "[not ]ok N [- ]name [# DIRECTIVE text]". */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "report.h"

static void trim(char *s)
{
	size_t n = strlen(s);

	while (n && (s[n - 1] == ' ' || s[n - 1] == '\t'))
		s[--n] = '\0';
}

bool ktap_parse(const char *line, struct ktap_result *out)
{
	const char *p = line, *hash;
	char *end;

	*out = (struct ktap_result){ .ok = true };
	if (starts(p, "not ")) {
		out->ok = false;
		p += 4;
	}
	if (!starts(p, "ok "))
		return false;
	p += 3 + strspn(p + 3, " ");
	out->number = strtol(p, &end, 10);
	if (end == p || out->number < 1 || (*end && *end != ' '))
		return false;
	p = end + strspn(end, " ");
	if (starts(p, "- "))
		p += 2;
	hash = strstr(p, "# ");
	out->name = hash ? xstrndup(p, hash - p) : xstrdup(p);
	out->directive = xstrdup(hash ? hash + 2 : "");
	trim(out->name);
	out->skip = out->ok && !strncasecmp(out->directive, "SKIP", 4);
	out->todo = !strncasecmp(out->directive, "TODO", 4);
	return true;
}
