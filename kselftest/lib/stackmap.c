// SPDX-License-Identifier: GPL-2.0
#include "stackmap.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tracefs.h"

struct cursor {
	char *at;
	unsigned int line;
};

static bool fail(struct sm_map *map, const struct cursor *c, const char *what)
{
	snprintf(map->error, sizeof(map->error), "line %u: expected %s, found '%.60s'", c->line,
		 what, c->at);
	map->error[strcspn(map->error, "\n")] = '\0';
	return false;
}

static bool eat(char **at, const char *text)
{
	size_t len = strlen(text);

	if (strncmp(*at, text, len))
		return false;
	*at += len;
	return true;
}

/* A decimal number as %u prints it: no sign, no blank, no leading zero. */
static bool eat_number(char **at, unsigned int *value)
{
	char *end;

	if (!isdigit((unsigned char)**at) || (**at == '0' && isdigit((unsigned char)(*at)[1])))
		return false;
	errno = 0;
	*value = strtoul(*at, &end, 10);
	*at = end;
	return !errno;
}

static bool eat_hex(char **at)
{
	size_t n;

	if (!eat(at, "0x"))
		return false;
	n = strspn(*at, "0123456789abcdef");
	*at += n;
	return n > 0;
}

/* What %pS prints: name+0x1/0x2, perhaps a [module]; or an address without a name. */
static bool eat_symbol(char **at)
{
	size_t n = strcspn(*at, "+\n ");

	if (eat(at, "[FTRACE TRAMPOLINE]"))
		return true;
	if (n && (*at)[n] == '+') {
		*at += n + 1;
		if (!eat_hex(at) || !eat(at, "/") || !eat_hex(at))
			return false;
		if (eat(at, " [")) {
			*at += strcspn(*at, "]\n");
			return eat(at, "]");
		}
		return true;
	}
	return eat_hex(at);
}

static bool parse_record(struct sm_map *map, struct cursor *c, struct sm_record *rec)
{
	char *p = c->at;

	if (!eat(&p, "stack_id ") || !eat_number(&p, &rec->id) || !eat(&p, " [ref ") ||
	    !eat_number(&p, &rec->ref) || !eat(&p, ", depth ") || !eat_number(&p, &rec->depth) ||
	    !eat(&p, "]\n"))
		return fail(map, c, "'stack_id N [ref N, depth N]'");
	if (rec->id >= SM_SLOTS || !rec->ref || !rec->depth || rec->depth > SM_MAX_DEPTH)
		return fail(map, c, "an id below 32768, a ref, a depth of 1 to 64");
	if (map->nr && map->rec[map->nr - 1].id >= rec->id)
		return fail(map, c, "a larger id than the one before");
	c->at = p;
	c->line++;
	rec->frames = p;
	for (unsigned int i = 0, n; i < rec->depth; i++) {
		p = c->at;
		if (!eat(&p, "  [") || !eat_number(&p, &n) || n != i || !eat(&p, "] ") ||
		    !eat_symbol(&p) || !eat(&p, "\n"))
			return fail(map, c, "'  [N] symbol+0xN/0xN' of the next frame");
		c->at = p;
		c->line++;
	}
	rec->len = c->at - rec->frames;
	if (!eat(&c->at, "\n"))
		return fail(map, c, "an empty line behind the last frame");
	c->line++;
	return true;
}

bool sm_parse(struct sm_map *map, char *text)
{
	struct cursor c = { .at = text, .line = 1 };
	size_t room = 0;

	memset(map, 0, sizeof(*map));
	map->text = text;
	while (*c.at) {
		if (map->nr == room) {
			room = room ? room * 2 : 64;
			map->rec = realloc(map->rec, room * sizeof(*map->rec));
			if (!map->rec)
				abort();
		}
		if (!parse_record(map, &c, &map->rec[map->nr]))
			return false;
		map->nr++;
	}
	return true;
}

bool sm_read(struct sm_map *map)
{
	char *text = tracefs_read("stack_map");

	if (text)
		return sm_parse(map, text);
	memset(map, 0, sizeof(*map));
	snprintf(map->error, sizeof(map->error), "stack_map: %s", strerror(errno));
	return false;
}

void sm_free(struct sm_map *map)
{
	free(map->rec);
	free(map->text);
	memset(map, 0, sizeof(*map));
}

static int by_id(const void *key, const void *rec)
{
	unsigned int a = *(const unsigned int *)key, b = ((const struct sm_record *)rec)->id;

	return (a > b) - (a < b);
}

const struct sm_record *sm_find(const struct sm_map *map, unsigned int id)
{
	if (!map->nr)
		return NULL;
	return bsearch(&id, map->rec, map->nr, sizeof(*map->rec), by_id);
}

bool sm_same_frames(const struct sm_record *a, const struct sm_record *b)
{
	return a->len == b->len && !memcmp(a->frames, b->frames, a->len);
}

unsigned long long sm_ref_sum(const struct sm_map *map)
{
	unsigned long long sum = 0;

	for (size_t i = 0; i < map->nr; i++)
		sum += map->rec[i].ref;
	return sum;
}

size_t sm_duplicates(const struct sm_map *map)
{
	size_t n = 0;

	for (size_t i = 0; i < map->nr; i++)
		for (size_t j = 0; j < i; j++)
			if (sm_same_frames(&map->rec[i], &map->rec[j])) {
				n++;
				break;
			}
	return n;
}
