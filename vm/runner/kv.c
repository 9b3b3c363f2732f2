// SPDX-License-Identifier: GPL-2.0
/* KEY=VALUE data files. */
#include <stdlib.h>
#include <string.h>

#include "kv.h"
#include "util.h"

void kv_set(struct kv *kv, const char *key, const char *value)
{
	for (size_t i = 0; i < kv->n; i++) {
		if (!same(kv->pair[i].key, key))
			continue;
		free(kv->pair[i].value);
		kv->pair[i].value = xstrdup(value);
		return;
	}
	kv->pair = grow(kv->pair, kv->n, sizeof(*kv->pair));
	kv->pair[kv->n++] = (struct kv_pair){ xstrdup(key), xstrdup(value) };
}

void kv_load(struct kv *kv, const char *path)
{
	char *text = read_file(path, NULL), *line;
	int no = 0;

	if (!text)
		die("%s: %m", path);
	for (char *p = text; (line = strsep(&p, "\n"));) {
		no++;
		line += strspn(line, " \t");
		if (!*line || *line == '#')
			continue;
		char *eq = strchr(line, '=');

		if (!eq || eq == line)
			die("%s:%d: '%s' is not KEY=VALUE", path, no, line);
		*eq = '\0';
		kv_set(kv, line, eq + 1);
	}
	free(text);
}

const char *kv_get(const struct kv *kv, const char *key, const char *fallback)
{
	for (size_t i = 0; i < kv->n; i++)
		if (same(kv->pair[i].key, key))
			return kv->pair[i].value;
	return fallback;
}

const char *kv_need(const struct kv *kv, const char *key, const char *path)
{
	const char *v = kv_get(kv, key, "");

	if (!*v)
		die("%s: the key %s is missing; add a line %s=...", path, key, key);
	return v;
}
