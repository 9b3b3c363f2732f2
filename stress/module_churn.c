// SPDX-License-Identifier: GPL-2.0
/*
 * module_churn - a module is loaded, records stacks through its own text, and is unloaded
 *
 * The map keeps addresses, and they outlive the code: of a stack through a module that is gone
 * stack_map prints what it can, never a wrong name or a torn record, and it must not touch the
 * module's memory for it. The next load may come to lie where the last one was.
 *
 * Load: the cycle beside traced load and readers of stack_map, which resolve names of a module
 * that goes away under them. Then a quiet epoch of the module's stacks alone.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "lib/epoch.h"

#define MODULE "stackmap_stacks"
#define LEVELS 6
#define STACKS 64	/* a cycle: numbers FIRST .. FIRST + STACKS - 1 have 6 bits in common */
#define CYCLES 20

struct text { uint64_t base, size; };

static struct live seen;
static struct text bases[256];
static unsigned int n_bases;
static unsigned long loads, unloads, passes, bad_passes;
static char first_bad[200];

static void load_module(void)
{
	int fd = open("/modules/" MODULE ".ko", O_RDONLY | O_CLOEXEC);

	if (fd < 0 || syscall(SYS_finit_module, fd, "", 0))
		die("/modules/" MODULE ".ko: %m (scenario key MODULES=kselftest/module)");
	close(fd);
	loads++;
}

/* A reader of its parameter or of its symbols may hold it for a moment. */
static void unload_module(void)
{
	for (int i = 0; i < 100; i++) {
		if (!syscall(SYS_delete_module, MODULE, O_NONBLOCK)) {
			unloads++;
			return;
		}
		sleep_ms(10);
	}
	die("unloading " MODULE ": %m");
}

/* "stackmap_stacks 12288 0 - Live 0xffffffffc0000000 (O)" of /proc/modules */
static void remember_text(void)
{
	char *text = file_read("/proc/modules", NULL);
	const char *p = text ? strstr(text, MODULE " ") : NULL;
	unsigned long long base = 0, size = 0;

	if (!p || sscanf(p, "%*s %llu %*s %*s %*s %llx", &size, &base) != 2 || !base)
		die("/proc/modules: no address of " MODULE);
	free(text);
	for (unsigned int i = 0; i < n_bases; i++)
		if (bases[i].base == base)
			return;
	if (n_bases < 256)
		bases[n_bases++] = (struct text){ base, size };
}

static void record(unsigned int first)
{
	static const char file[] = "/sys/module/" MODULE "/parameters/record";
	int fd = open(file, O_WRONLY | O_CLOEXEC);
	char order[48];
	int n = snprintf(order, sizeof(order), "%d %u %d", LEVELS, first, STACKS);

	if (fd < 0 || write(fd, order, n) != n)
		die("%s: '%s': %m", file, order);
	close(fd);
}

static void cycle(unsigned int first)
{
	load_module();
	remember_text();
	record(first);
	unload_module();
}

static void churner(struct worker *w)
{
	while (!w->r->stop) {
		cycle(prng_below(&w->prng, 1000));
		w->count++;
		sleep_ms(prng_below(&w->prng, 50));
	}
}

static void reader(struct worker *w)
{
	char err[200];
	struct smap m;
	size_t len;

	while (!w->r->stop) {
		char *buf = tracefs_read("stack_map", &len);

		if (!buf)
			die("stack_map: %m");
		if (smap_parse_text(buf, len, &m, err, sizeof(err)) && !bad_passes++)
			memcpy(first_bad, err, sizeof(err));
		passes++;
		smap_free(&m);
		free(buf);
		w->count++;
	}
}

static int setup(struct run *r)
{
	(void)r;
	if (access("/modules/" MODULE ".ko", R_OK))
		return -errno;
	tracefs_must_write("buffer_size_kb", "512");
	tracefs_must_write("options/stacktrace", "1");
	tracefs_must_write("options/stackmap", "1");
	return 0;
}

static void load(struct run *r)
{
	uint64_t end = now_ns() + r->seconds * 1000000000ull;

	recording_start();
	load_start(r, 1);
	worker_start(r, 0, "churner", churner, NULL);
	worker_start(r, 0, "reader", reader, NULL);
	while (now_ns() < end) {
		sleep_ms(300);
		live_look(&seen, "trace");
	}
	r->stop = true;
}

static bool in_module(uint64_t ip)
{
	for (unsigned int i = 0; i < n_bases; i++)
		if (ip >= bases[i].base && ip - bases[i].base < bases[i].size)
			return true;
	return false;
}

/* The module is gone by now: records through its text, frames of theirs that still have a name. */
static void module_frames(const struct smap *bin, const struct smap *text, uint64_t *records,
			  uint64_t *named)
{
	*records = *named = 0;
	for (size_t i = 0; i < bin->n; i++) {
		bool through = false;

		for (uint32_t f = 0; f < bin->rec[i].nr; f++)
			through |= in_module(bin->rec[i].ips[f]);
		*records += through;
		if (through && i < text->n)
			*named += memmem(text->rec[i].text, text->rec[i].text_len,
					 "[" MODULE "]", strlen("[" MODULE "]")) != NULL;
	}
}

static void quiet(struct run *r)
{
	uint64_t records, named;
	struct epoch e = { 0 };

	epoch_begin();
	tracefs_must_write("tracing_on", "1");
	for (int i = 0; i < CYCLES; i++)
		cycle(r->seed % 1000 + i / 2 * STACKS);
	recording_stop();
	epoch_read(&e);
	epoch_judge_ids(r, &e);
	check(e.sum.ids == CYCLES * STACKS && !e.sum.full && !e.st.drops,
	      "each stack of the module has its id (%llu of %d, %llu full, %llu drops)",
	      (unsigned long long)e.sum.ids, CYCLES * STACKS, (unsigned long long)e.sum.full,
	      (unsigned long long)e.st.drops);
	module_frames(&e.bin, &e.text, &records, &named);
	check(!named, "an unloaded module's frames have no name of it (%llu of %llu records do)",
	      (unsigned long long)named, (unsigned long long)records);
	floor_at_least("records_through_the_module", STACKS, records);
	stat_u64("places_of_the_module", "count", "none", n_bases);
	epoch_free(&e);
}

static void judge(struct run *r)
{
	live_judge(&seen);
	check(!bad_passes, "every live pass of stack_map is whole (%lu of %lu are not) %s",
	      bad_passes, passes, first_bad);
	floor_at_least("module_loads", r->seconds, loads);
	floor_at_least("module_unloads", r->seconds, unloads);
	floor_at_least("live_passes", 2, passes);
	quiet(r);
}

const struct scenario scenario = {
	.name = "module_churn", .claims = LIVE_CLAIMS + 1 + EPOCH_ID_CLAIMS + 2, .seconds = 8,
	.needs = { "stack_map", "stack_map_stat", "stack_map_bin", "options/stackmap" },
	.setup = setup, .load = load, .judge = judge,
};
