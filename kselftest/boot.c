// SPDX-License-Identifier: GPL-2.0
/*
 * trace_options=stackmap,stacktrace on the command line: until the map exists the events carry
 * full stacks, from then on ids, and none is without. Looks at what was traced since boot, so it
 * must run before anything clears the ring buffer; the other tests do. Its name sorts first.
 */
#include <fcntl.h>

#include "kselftest_harness.h"

#include "lib/report.h"
#include "lib/ring.h"
#include "lib/stackmap.h"
#include "lib/tracefs.h"

FIXTURE(boot) {
	struct ring ring;
	bool was_on;
};

/* Does the command line word @key= hold @value in its comma separated list? */
static bool booted_with(const char *key, const char *value)
{
	int fd = open("/proc/cmdline", O_RDONLY);
	char *text = fd < 0 ? NULL : fd_read_all(fd, 4096, NULL), *save, *list;
	bool found = false;

	close(fd);
	for (char *w = strtok_r(text, " \n", &save); w; w = strtok_r(NULL, " \n", &save)) {
		if (strncmp(w, key, strlen(key)) || w[strlen(key)] != '=')
			continue;
		for (char *v = strtok_r(w + strlen(key) + 1, ",", &list); v && !found;
		     v = strtok_r(NULL, ",", &list))
			found = !value || !strcmp(v, value);
	}
	free(text);
	return found;
}

FIXTURE_SETUP(boot)
{
	char *on;

	NEED_STACKMAP();
	if (!booted_with("trace_options", "stackmap") ||
	    !booted_with("trace_options", "stacktrace"))
		SKIP(return, "not booted with trace_options=stackmap,stacktrace");
	on = tracefs_read("tracing_on");
	ASSERT_NE(NULL, on);
	self->was_on = *on == '1';
	tracefs_put("tracing_on", "0");
	ASSERT_TRUE(ring_read(&self->ring, "trace"));
}

FIXTURE_TEARDOWN(boot)
{
	if (self->was_on)
		tracefs_put("tracing_on", "1");
	ring_free(&self->ring);
}

TEST_F(boot, options_are_on)
{
	char *map = tracefs_read("options/stackmap");
	char *trace = tracefs_read("options/stacktrace");

	ASSERT_NE(NULL, map);
	ASSERT_NE(NULL, trace);
	if (!self->ring.nr && *map == '0')
		SKIP(return, "another test ran before this one");
	EXPECT_STREQ("1\n", map);
	EXPECT_STREQ("1\n", trace);
}

#define NEED_BOOT_TRACE() do {							\
	if (!booted_with("trace_event", NULL))					\
		SKIP(return, "no event was traced from boot (trace_event=)");	\
	if (!self->ring.ids && !self->ring.fulls)				\
		SKIP(return, "the trace of the boot was cleared: run this first after boot"); \
} while (0)

TEST_F(boot, ids_are_recorded_and_resolve)
{
	struct sm_map map;

	NEED_BOOT_TRACE();
	EXPECT_LT(0, self->ring.ids);
	ASSERT_TRUE(sm_read(&map)) TH_LOG("%s", map.error);
	for (size_t i = 0; i < self->ring.nr; i++) {
		if (self->ring.entry[i].kind != RING_ID)
			continue;
		EXPECT_NE(NULL, sm_find(&map, self->ring.entry[i].id))
			TH_LOG("%s: not in stack_map", self->ring.entry[i].line);
	}
	FLOOR("boot_ids", 1, self->ring.ids);
	sm_free(&map);
}

/* First full stacks, then ids. The CPUs need not cross over in the same instant. */
TEST_F(boot, crossover)
{
	long cpus = sysconf(_SC_NPROCESSORS_CONF), late = 0;
	size_t before = 0;
	bool crossed = false;

	NEED_BOOT_TRACE();
	for (size_t i = 0; i < self->ring.nr; i++) {
		const struct ring_entry *e = &self->ring.entry[i];

		crossed |= e->kind == RING_ID;
		if (e->kind != RING_FULL || e->depth > SM_MAX_DEPTH)
			continue;
		before += !crossed;
		late += crossed;
	}
	EXPECT_GE(cpus, late)
		TH_LOG("full stacks after the first id");
	EXPECT_TRUE(crossed);
	FLOOR("boot_full_stacks", 1, before);
}

TEST_F(boot, nothing_is_lost)
{
	NEED_BOOT_TRACE();
	if (ring_lost())
		SKIP(return, "the ring buffer wrapped since boot, so the sums tell nothing");
	EXPECT_EQ(self->ring.events, self->ring.ids + self->ring.fulls);
	FLOOR("boot_events", 2, self->ring.events);
}

TEST_HARNESS_MAIN
