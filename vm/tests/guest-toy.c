// SPDX-License-Identifier: GPL-2.0
/*
 * A program that behaves as its argument says, so that what init makes of each behaviour can be
 * seen (guest-boot.sh). Every way to end badly is here once.
 */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TRACING "/sys/kernel/tracing/"

static void put(const char *file, const char *text)
{
	FILE *f = fopen(file, "w");

	if (!f || fputs(text, f) < 0 || fclose(f))
		printf("# note cannot write '%s' to %s\n", text, file);
}

static int has(const char *file, const char *text)
{
	static char buf[65536];
	FILE *f = fopen(file, "r");
	size_t n = f ? fread(buf, 1, sizeof(buf) - 1, f) : 0;

	if (f)
		fclose(f);
	buf[n] = '\0';
	return !!strstr(buf, text);
}

/* Leave tracing as no other test should find it. */
static int dirty(void)
{
	put(TRACING "trace_options", "nomarkers\n");
	put(TRACING "set_event", "sched:sched_switch\n");
	put(TRACING "events/sched/sched_switch/trigger", "stacktrace:3 if prev_pid == 1\n");
	put(TRACING "events/sched/sched_waking/filter", "prio > 3\n");
	put(TRACING "buffer_size_kb", "64\n");
	put(TRACING "trace_clock", "counter\n");
	put(TRACING "current_tracer", "function\n");
	put(TRACING "tracing_on", "0\n");
	return mkdir(TRACING "instances/toy", 0700);
}

/* Processes with this program's name. */
static int toys(void)
{
	int count = 0;
	glob_t g;

	if (glob("/proc/[0-9]*/comm", 0, NULL, &g))
		return 0;
	for (size_t i = 0; i < g.gl_pathc; i++)
		count += has(g.gl_pathv[i], "toy\n");
	globfree(&g);
	return count;
}

static int clean(void)
{
	int bad = 0;

#define WANT(what) ((what) ? 0 : (bad++, printf("# not clean: %s\n", #what)))
	WANT(has(TRACING "trace_options", "\nmarkers"));
	WANT(!has(TRACING "set_event", "sched"));
	WANT(!has(TRACING "events/sched/sched_switch/trigger", "\nstacktrace"));
	WANT(has(TRACING "events/sched/sched_waking/filter", "none"));
	WANT(!has(TRACING "buffer_size_kb", "64\n") || has(TRACING "buffer_size_kb", "expanded"));
	WANT(has(TRACING "current_tracer", "nop"));
	WANT(!has(TRACING "trace_clock", "[counter]"));
	WANT(has(TRACING "tracing_on", "1"));
	WANT(access(TRACING "instances/toy", F_OK));
	WANT(toys() == 1);
	printf("1..1\n%sok 1 clean\n", bad ? "not " : "");
	return !!bad;
}

/* A grandchild in a session of its own keeps the output open and would live for ever. */
static int daemon_left(void)
{
	if (!fork()) {
		setsid();
		if (!fork())
			for (;;)
				pause();
		_exit(0);
	}
	puts("1..1\nok 1 parent");
	return 0;
}

static int long_line(void)
{
	for (int i = 0; i < 1000; i++)
		printf("0123456789");
	printf("\nok 1 after\x01\x7f the long line");	/* and no newline at the end */
	return 0;
}

int main(int argc, char **argv)
{
	const char *how = argc > 1 ? argv[1] : "";

	setvbuf(stdout, NULL, _IOLBF, 0);
#define IS(word) (!strcmp(how, word))
	if (IS("pass"))
		return puts("1..1\nok 1 fine\n# stat toys count none 3") < 0;
	if (IS("lie"))
		return puts("1..2\nok 1 fine\nnot ok 2 failed, yet the program exits 0") < 0;
	if (IS("lost"))
		return puts("1..3\nok 1 one\nok 2 two") < 0;
	if (IS("skip"))
		return puts("1..0 # SKIP no such face") < 0 ? 1 : 4;
	if (IS("env"))
		return printf("# note SEED=%s DURATION=%s\n", getenv("SEED"),
			      getenv("DURATION") ?: "(unset)") < 0;
	if (IS("hang"))
		for (;;)
			pause();
	if (IS("slow"))
		return sleep(5);
	if (IS("crash"))
		abort();
	if (IS("dirty"))
		return dirty();
	if (IS("clean"))
		return clean();
	if (IS("daemon"))
		return daemon_left();
	if (IS("long"))
		return long_line();
	return 3;
}
