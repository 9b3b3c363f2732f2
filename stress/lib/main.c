// SPDX-License-Identifier: GPL-2.0
/*
 * main.c - the life of a scenario: needs, clean tracefs, setup, load, judge, clean again
 *
 *   usage: /stress/<name> [--duration SECONDS] [--seed N] [-- scenario's own words]
 *   environment: DURATION SEED SAMPLE_HZ LOAD; an option wins
 *
 * Exit codes are kselftest's: 0 pass, 1 fail, 4 skip. A floor that was missed is judged by the
 * runner, from the "# floor" lines.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "stress.h"

static struct run run;

static uint64_t number(const char *what, const char *text, uint64_t least)
{
	char *end;
	unsigned long long v;

	errno = 0;
	v = strtoull(text, &end, 0);
	if (errno || end == text || *end || v < least)
		die("%s '%s': a number of at least %llu is wanted", what, text,
		    (unsigned long long)least);
	return v;
}

static void arguments(int argc, char **argv)
{
	const char *env;
	int i = 1;

	run.sc = &scenario;
	run.seconds = scenario.seconds;
	run.seed = 1;
	env = getenv("DURATION");
	if (env && *env)
		run.seconds = number("DURATION", env, 1);
	env = getenv("SEED");
	if (env && *env)
		run.seed = number("SEED", env, 0);
	for (; i < argc && strcmp(argv[i], "--"); i += 2) {
		if (i + 1 < argc && !strcmp(argv[i], "--duration"))
			run.seconds = number("--duration", argv[i + 1], 1);
		else if (i + 1 < argc && !strcmp(argv[i], "--seed"))
			run.seed = number("--seed", argv[i + 1], 0);
		else
			die("'%s': usage: %s [--duration SECONDS] [--seed N] [-- words]", argv[i],
			    argv[0]);
	}
	run.argc = i < argc ? argc - i - 1 : 0;
	run.argv = argv + i + 1;
	run.cpus = sysconf(_SC_NPROCESSORS_ONLN);
}

static void needs(void)
{
	for (const char *const *n = scenario.needs; *n; n++)
		if (!tracefs_has(*n))
			absent("tracefs has no %s: this kernel lacks that face", *n);
	if (scenario.module && !module_has())
		report_skip(
			"module stackmap_torture is not loaded (scenario key MODULES=stress/kmod)");
}

/* The same start for everybody, whatever ran before. */
static void clean_tracefs(void)
{
	tracefs_must_write("tracing_on", "0");
	tracefs_must_write("current_tracer", "nop");
	tracefs_must_write("events/enable", "0");
	tracefs_must_write("trace_clock", "local");
	tracefs_clear();
}

/* On an empty map, so that it costs nothing. */
static void needs_resets(void)
{
	int err;

	if (!scenario.resets_while_tracing)
		return;
	tracefs_must_write("tracing_on", "1");
	err = tracefs_write("stack_map", "0");
	tracefs_must_write("tracing_on", "0");
	if (err == -EBUSY)
		absent("a reset is refused (EBUSY) while tracing is on");
}

int main(int argc, char **argv)
{
	int err;

	signal(SIGPIPE, SIG_IGN);
	arguments(argc, argv);
	needs();
	clean_tracefs();
	needs_resets();
	report_begin(scenario.claims + loads_wanted());
	note("%s: %u s, seed %llu, %d CPUs", scenario.name, run.seconds,
	     (unsigned long long)run.seed, run.cpus);
	if (scenario.setup) {
		err = scenario.setup(&run);
		if (err)
			die("%s: setup: %s", scenario.name, strerror(-err));
	}
	loads_start(&run);
	sampler_start(&run);
	scenario.load(&run);
	run.stop = true;
	stat_u64("load_operations", "count", "none", workers_join());
	sampler_stop();
	loads_stop();
	scenario.judge(&run);
	loads_judge();
	clean_tracefs();
	tracefs_write("options/stackmap", "0");
	tracefs_write("options/stacktrace", "0");
	return report_end();
}
