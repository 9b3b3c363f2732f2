// SPDX-License-Identifier: GPL-2.0
/*
 * The runner: every TEST() in a process of its own, one KTAP line each.
 *
 *	--list			names and claims
 *	--filter GLOB[,GLOB...]	only these; matching none is an error
 *	--seed N --duration S	of everything random, of each storm
 *	--repeat N		each test N times, or until it fails
 *
 * HOST_CPU_LIMIT in the environment: seconds of CPU time after which a test counts as hung.
 *
 * Exit code: 0 all passed, 1 a claim is false, 3 wrong usage. Last line: N passed, N failed, N
 * skipped.
 */
#include <errno.h>
#include <fnmatch.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "test.h"

#define EXIT_SKIP 4
/* Slow is not hung: on a busy machine a test may wait long, but it does not stand still. */
#define CPU_LIMIT_S   60 /* of CPU time in all */
#define STILL_LIMIT_S 20 /* without using any */

#ifndef BUILD
#define BUILD "plain"
#endif
#ifndef SLOW
#define SLOW 0
#endif
#ifndef SMP_ONLY
#define SMP_ONLY 0
#endif

struct options opt = {
	.seed = 1, .duration = 0.3, .build = BUILD, .slow = SLOW, .smp_only = SMP_ONLY};

/*
 * The first report ends the test: it is the one that matters, and the claim is false. strstr() in
 * the tests' parser would be made to measure the whole text for every record.
 */
const char *__tsan_default_options(void);
const char *__tsan_default_options(void)
{
	return "halt_on_error=1:intercept_strstr=0";
}

/* A map is 8 MiB: a quarantine of the usual size would hold dozens of them. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "detect_leaks=0:quarantine_size_mb=1:max_free_fill_size=0:intercept_strstr=0";
}

static struct test *tests, **tests_end = &tests;

void test_register(struct test *t)
{
	*tests_end = t;
	tests_end = &t->next;
}

double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec + ts.tv_nsec / 1e9;
}

static void say(const char *head, const char *fmt, va_list ap)
{
	char line[1024];
	int n = snprintf(line, sizeof(line), "# %s", head);

	n += vsnprintf(line + n, sizeof(line) - n - 1, fmt, ap);
	if (n > (int)sizeof(line) - 2)
		n = sizeof(line) - 2;
	line[n++] = '\n';
	/* One write: threads and signal handlers do not mix their lines. */
	if (write(STDOUT_FILENO, line, n) < 0)
		_exit(3);
}

void note(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say("", fmt, ap);
	va_end(ap);
}

void test_skip(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say("SKIP ", fmt, ap);
	va_end(ap);
	_exit(EXIT_SKIP);
}

void test_failed(const char *file, int line, const char *fmt, ...)
{
	char head[128];
	va_list ap;

	snprintf(head, sizeof(head), "%s:%d: ", strrchr(file, '/') ? strrchr(file, '/') + 1 : file,
		 line);
	va_start(ap, fmt);
	say(head, fmt, ap);
	va_end(ap);
	_exit(1);
}

void host_fail(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say("", fmt, ap);
	va_end(ap);
	_exit(1);
}

/* Runs in the child: the exit code is the verdict. */
static void run_child(const struct test *t)
{
	host_cpu_enter(0);
	t->fn();
	fflush(stdout);
	_exit(0);
}

static double cpu_seconds(pid_t pid)
{
	struct timespec ts = {0};
	clockid_t clock;

	if (clock_getcpuclockid(pid, &clock) || clock_gettime(clock, &ts))
		return 0;
	return ts.tv_sec + ts.tv_nsec / 1e9;
}

/* Waits for the child, and ends it when it hangs: blocked, or spinning for ever. */
static bool wait_child(pid_t pid, int *status)
{
	const char *limit = getenv("HOST_CPU_LIMIT");
	double max = limit ? strtod(limit, NULL) : CPU_LIMIT_S, used = 0, moved = now();
	struct timespec pause = {.tv_nsec = 1000000};

	while (!waitpid(pid, status, WNOHANG)) {
		double cpu = cpu_seconds(pid);

		if (cpu > used)
			moved = now();
		used = cpu;
		if (cpu > max || now() - moved > STILL_LIMIT_S) {
			printf("# hung: %.0f s of CPU time used, the last %.0f s ago\n", cpu,
			       now() - moved);
			kill(pid, SIGKILL);
			waitpid(pid, status, 0);
			return false;
		}
		nanosleep(&pause, NULL);
		if (pause.tv_nsec < 50000000)
			pause.tv_nsec *= 2;
	}
	return true;
}

static int run_once(const struct test *t)
{
	pid_t pid;
	int status;

	fflush(stdout);
	pid = fork();
	if (pid < 0) {
		fprintf(stderr, "ERROR: fork: %s\n", strerror(errno));
		exit(3);
	}
	if (!pid)
		run_child(t);
	if (!wait_child(pid, &status))
		return 1;
	if (WIFEXITED(status))
		return WEXITSTATUS(status);
	printf("# killed by signal %d (%s)\n", WTERMSIG(status), strsignal(WTERMSIG(status)));
	return 1;
}

static double children_cpu(void)
{
	struct rusage u;

	getrusage(RUSAGE_CHILDREN, &u);
	return u.ru_utime.tv_sec + u.ru_stime.tv_sec +
	       (u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

/* 'p'assed, 's'kipped or 'f'ailed */
static char run_test(const struct test *t, unsigned int nr, unsigned int repeat)
{
	unsigned long seed = opt.seed;
	double start = now(), cpu = children_cpu();
	unsigned int run;
	int rc = 0;

	for (run = 1; run <= repeat; run++) {
		rc = run_once(t);
		if (rc)
			break;
		opt.seed++;
	}
	if (rc && rc != EXIT_SKIP && repeat > 1)
		printf("# failed in run %u of %u, seed %lu\n", run, repeat, opt.seed);
	opt.seed = seed;
	printf("%s %u %s%s # time_ms=%.0f cpu_ms=%.0f\n", rc && rc != EXIT_SKIP ? "not ok" : "ok",
	       nr, t->name, rc == EXIT_SKIP ? " # SKIP" : "", (now() - start) * 1e3,
	       (children_cpu() - cpu) * 1e3);
	return !rc ? 'p' : rc == EXIT_SKIP ? 's' : 'f';
}

static void usage(const char *what, const char *value)
{
	fprintf(stderr,
		"ERROR: %s '%s'; usage: [--list] [--filter GLOB] [--seed N] "
		"[--duration SECONDS] [--repeat N]\n",
		what, value);
	exit(3);
}

static double number(const char *option, const char *value)
{
	char *end;
	double d;

	if (!value)
		usage("no value after", option);
	d = strtod(value, &end);
	if (end == value || *end || d < 0)
		usage("not a number:", value);
	return d;
}

static bool named(const struct test *t, const char *filter)
{
	char glob[128];
	size_t n;

	for (; *filter; filter += n + (filter[n] == ',')) {
		n = strcspn(filter, ",");
		snprintf(glob, sizeof(glob), "%.*s", (int)n, filter);
		if (!fnmatch(glob, t->name, 0))
			return true;
	}
	return false;
}

/* ThreadSanitizer runs what has threads; the rest costs it minutes and tells it nothing. */
static bool selected(const struct test *t, const char *filter)
{
	return named(t, filter) && (t->smp || !opt.smp_only);
}

static unsigned int matching(const char *filter, bool print)
{
	const struct test *t;
	unsigned int n = 0;

	for (t = tests; t; t = t->next) {
		if (!selected(t, filter))
			continue;
		n++;
		if (print)
			printf("%-28s %s\n", t->name, t->claim);
	}
	return n;
}

static void unknown_filter(const char *filter)
{
	const struct test *t;

	fprintf(stderr, "ERROR: no test matches '%s'; there are:", filter);
	for (t = tests; t; t = t->next)
		fprintf(stderr, " %s", t->name);
	fputc('\n', stderr);
	exit(3);
}

int main(int argc, char **argv)
{
	unsigned int n = 0, repeat = 1, count['s' + 1] = {0};
	const char *filter = "*";
	const struct test *t;
	bool list = false;
	int i;

	for (i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--list"))
			list = true;
		else if (!strcmp(argv[i], "--filter") && argv[i + 1])
			filter = argv[++i];
		else if (!strcmp(argv[i], "--seed"))
			opt.seed = number(argv[i], argv[i + 1]), i++;
		else if (!strcmp(argv[i], "--duration"))
			opt.duration = number(argv[i], argv[i + 1]), i++;
		else if (!strcmp(argv[i], "--repeat"))
			repeat = number(argv[i], argv[i + 1]), i++;
		else
			usage("unknown option", argv[i]);
	}
	if (!matching(filter, list))
		unknown_filter(filter);
	if (list)
		return 0;

	printf("KTAP version 1\n1..%u\n", matching(filter, false));
	for (t = tests; t; t = t->next) {
		if (selected(t, filter))
			count[(int)run_test(t, ++n, repeat)]++;
	}
	printf("%u passed, %u failed, %u skipped\n", count['p'], count['f'], count['s']);
	return count['f'] ? 1 : 0;
}
