// SPDX-License-Identifier: GPL-2.0
/*
 * trace_options=stackmap,stacktrace on the command line: until the map exists the events carry
 * full stacks, from then on ids, and none is without.
 *
 * Needs events from before the map, such as trace_event=sched:sched_process_fork gives, and the
 * word trace_clock=local: without it a machine with an unstable clock changes to another late in
 * the boot, and empties the ring buffer for it.
 *
 * Looks at what was traced since boot. The suite's guest keeps that in BOOT_STATE; elsewhere the
 * ring buffer has it until somebody clears it, as the other tests do: this name sorts first.
 */
#include <fcntl.h>

#include "kselftest_harness.h"

#include "lib/report.h"
#include "lib/ring.h"
#include "lib/stackmap.h"
#include "lib/tracefs.h"

#define BOOT_STATE "/run/boot"

FIXTURE(boot) {
	struct ring ring;
	bool complete;	/* the ring buffer did not wrap */
	bool kept;	/* in BOOT_STATE */
	bool was_on;
};

/* Tracing file @name as it was when the boot was over. */
static char *boot_read(const char *name)
{
	char path[200], *text;
	int fd;

	snprintf(path, sizeof(path), BOOT_STATE "/%s", name);
	fd = open(path, O_RDONLY);
	if (fd < 0)
		return tracefs_read(name);
	text = fd_read_all(fd, 65536, NULL);
	close(fd);
	return text;
}

/* From the head of the trace: "# entries-in-buffer/entries-written: 12/12   #P:2" */
static bool is_complete(const char *trace)
{
	const char *p = strstr(trace, "entries-written: ");
	unsigned long in, written;

	return p && sscanf(p, "entries-written: %lu/%lu", &in, &written) == 2 && in == written;
}

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
	char *on, *trace;

	NEED_STACKMAP();
	if (!booted_with("trace_options", "stackmap") ||
	    !booted_with("trace_options", "stacktrace"))
		SKIP_TEST("not booted with trace_options=stackmap,stacktrace");
	on = tracefs_read("tracing_on");
	ASSERT_NE(NULL, on);
	self->was_on = *on == '1';
	tracefs_put("tracing_on", "0");
	self->kept = !access(BOOT_STATE "/trace", R_OK);
	trace = boot_read("trace");
	ASSERT_NE(NULL, trace) {
		tracefs_put("tracing_on", self->was_on ? "1" : "0");
	}
	self->complete = is_complete(trace);
	ring_parse(&self->ring, trace);
}

FIXTURE_TEARDOWN(boot)
{
	if (self->was_on)
		tracefs_put("tracing_on", "1");
	ring_free(&self->ring);
}

TEST_F(boot, options_are_on)
{
	char *options = boot_read("trace_options");

	ASSERT_NE(NULL, options);
	if (!self->ring.nr && !self->kept)
		SKIP_TEST("the trace of the boot was cleared: run this first after boot");
	EXPECT_NE(NULL, strstr(options, "\nstackmap\n"));
	EXPECT_NE(NULL, strstr(options, "\nstacktrace\n"));
}

#define NEED_BOOT_TRACE() do {							\
	if (!booted_with("trace_event", NULL))					\
		SKIP_TEST("no event was traced from boot (trace_event=)");	\
	if (!self->ring.ids && !self->ring.fulls)				\
		SKIP_TEST("the trace of the boot was cleared: run this first after boot"); \
} while (0)

TEST_F(boot, ids_are_recorded_and_resolve)
{
	struct sm_map map;
	char *text;

	NEED_BOOT_TRACE();
	EXPECT_LT(0, self->ring.ids);
	text = boot_read("stack_map");
	ASSERT_NE(NULL, text);
	ASSERT_TRUE(sm_parse(&map, text)) TH_LOG("%s", map.error);
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
	if (!self->complete)
		SKIP_TEST("the ring buffer wrapped since boot, so the sums tell nothing");
	EXPECT_EQ(self->ring.events, self->ring.ids + self->ring.fulls);
	FLOOR("boot_events", 2, self->ring.events);
}

TEST_HARNESS_MAIN
