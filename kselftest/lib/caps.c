// SPDX-License-Identifier: GPL-2.0
#include "caps.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "load.h"
#include "ring.h"
#include "state.h"
#include "tracefs.h"

/* Each test is a process of its own: what the first one learned is for all of them. */
static struct caps *caps;

static void __attribute__((constructor)) share(void)
{
	caps = mmap(NULL, sizeof(*caps), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (caps == MAP_FAILED)
		abort();
}

static size_t events(void)
{
	struct ring ring;
	size_t n = 0;

	if (ring_read(&ring, "trace"))
		n = ring.events;
	ring_free(&ring);
	return n;
}

static void learn_stat_keys(void)
{
	char *text = tracefs_read("stack_map_stat"), *save, *line;
	size_t used = 0, n;

	if (!text)
		return;
	for (line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		n = strcspn(line, ":");
		if (used + n + 2 > sizeof(caps->stat_keys))
			break;
		used += n;
		strncat(caps->stat_keys, line, n);
		strcat(caps->stat_keys, " ");
		used++;
	}
	free(text);
}

const struct caps *caps_learn(int fd)
{
	size_t before;

	if (caps->known)
		return caps;
	caps->stat = tracefs_has("stack_map_stat");
	caps->bin = tracefs_has("stack_map_bin");
	learn_stat_keys();
	caps->reset_while_tracing = tracefs_put("stack_map", "0");
	/* any other error is one: the tests are to see it */
	caps->reset_while_on = caps->reset_while_tracing != -EBUSY;
	mark(fd, 3, 8);
	tracefs_put("tracing_on", "0");
	before = events();
	tracefs_put("stack_map", "0");
	caps->reset_keeps_buffer = !before || events() == before;
	tracing_clear();
	tracefs_put("tracing_on", "1");
	caps->known = true;
	return caps;
}

long map_reset(const char *word)
{
	bool pause = caps->known && !caps->reset_while_on;
	char *on = pause ? tracefs_read("tracing_on") : NULL;
	long ret;

	if (on && *on == '1')
		tracefs_put("tracing_on", "0");
	ret = tracefs_put("stack_map", word);
	if (on && *on == '1')
		tracefs_put("tracing_on", "1");
	free(on);
	return ret;
}
