// SPDX-License-Identifier: GPL-2.0
/*
 * The same tracing state in front of every test, the first included: what one test leaves behind
 * must not make the next pass or fail. "Default" is what this kernel came up with, less what its
 * command line asked for; what the kernel left at boot is kept in BOOT_STATE for the tests of that.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "init.h"

/* Of each file: a boot with many events has a long trace. */
#define BOOT_MAX (64 << 20)

static const char *const boot_state[] = {
	"trace_options", "set_event", "current_tracer", "tracing_on",
};

static const char *const boot_files[] = {
	"trace", "stack_map", "stack_map_stat", "stack_map_bin",
};

/* Restored to what they were at boot. */
static struct {
	const char *file;
	char *value;
} restored[] = { { "buffer_size_kb", NULL }, { "tracing_cpumask", NULL }, { "trace_clock", NULL } };

static char *options; /* trace_options as it should be in front of each test */

void tracing_set(const char *file, const char *text)
{
	char path[400];
	int err;

	snprintf(path, sizeof(path), TRACING "/%s", file);
	err = write_file(path, text);
	if (err && err != -ENOENT)
		report("# note reset of tracing: writing '%s' to %s: %s\n", text, file,
		       strerror(-err));
}

static char *tracing_get(const char *file)
{
	char path[400];

	snprintf(path, sizeof(path), TRACING "/%s", file);
	return read_file(path);
}

static void keep(const char *file)
{
	char from[200], to[200], buf[4096];
	int in, out, total = 0;
	ssize_t n;

	snprintf(from, sizeof(from), TRACING "/%s", file);
	snprintf(to, sizeof(to), BOOT_STATE "/%s", file);
	in = open(from, O_RDONLY | O_CLOEXEC);
	if (in < 0)
		return;
	out = open(to, O_WRONLY | O_CREAT | O_CLOEXEC, 0444);
	while (out >= 0 && total < BOOT_MAX && (n = read(in, buf, sizeof(buf))) > 0)
		total += write(out, buf, n) == n ? n : BOOT_MAX;
	close(in);
	if (out >= 0)
		close(out);
}

/* Is @option ("stacktrace" or "nostacktrace") a word of trace_options= on the command line? */
static bool on_command_line(const char *cmdline, const char *option)
{
	const char *at = cmdline ? strstr(cmdline, "trace_options=") : NULL;
	size_t n = strlen(option);

	if (!at)
		return false;
	for (at += strlen("trace_options=");; at++) {
		size_t len = strcspn(at, ", \n");

		if (len == n && !strncmp(at, option, n))
			return true;
		at += len;
		if (*at != ',')
			return false;
	}
}

static void remember_options(void)
{
	char *now = tracing_get("trace_options"), *cmdline = read_file("/proc/cmdline");
	char *at = now, *word;
	size_t used = 0;

	options = now ? calloc(1, 2 * strlen(now) + 1) : NULL;
	while (options && (word = strsep(&at, "\n"))) {
		bool no = !strncmp(word, "no", 2), flip = *word && on_command_line(cmdline, word);

		if (*word)
			used += sprintf(options + used, "%s%s\n", flip && !no ? "no" : "",
					flip && no ? word + 2 : word);
	}
	free(now);
	free(cmdline);
}

/*
 * What to write to get back to @text as read: "7 (expanded: 1408)" is a buffer nobody used yet,
 * "local [global] mono" a choice.
 */
static char *value_of(char *text)
{
	char *from = text ? strstr(text, "expanded: ") : NULL;

	if (from)
		from += strlen("expanded: ");
	else if (text && (from = strchr(text, '[')))
		from++;
	if (from)
		memmove(text, from, strlen(from) + 1);
	if (text)
		text[strcspn(text, ")]\n")] = '\0';
	return text;
}

/*
 * Children that end at once: events of the boot's kind (fork, exit) that are sure to come after the
 * map exists. Without them a quick boot has no event beyond the crossover, and nothing is shown.
 */
static void events_after_boot(void)
{
	for (int i = 0; i < 8; i++) {
		pid_t pid = fork();

		if (!pid)
			_exit(0);
		if (pid > 0)
			waitpid(pid, NULL, 0);
	}
}

/*
 * What is kept shall be of one moment: the trace and the map that its ids are in. Events first: one
 * that is being recorded still gets its stack.
 */
static void end_recording(void)
{
	tracing_set("set_event", "");
	usleep(20000);
	tracing_set("tracing_on", "0");
}

void tracing_remember(void)
{
	events_after_boot();
	mkdir(BOOT_STATE, 0755);
	for (size_t i = 0; i < sizeof(boot_state) / sizeof(*boot_state); i++)
		keep(boot_state[i]);
	end_recording();
	for (size_t i = 0; i < sizeof(boot_files) / sizeof(*boot_files); i++)
		keep(boot_files[i]);
	remember_options();
	for (size_t i = 0; i < sizeof(restored) / sizeof(*restored); i++)
		restored[i].value = value_of(tracing_get(restored[i].file));
}

static bool has_line(const char *text, const char *line)
{
	size_t n = strlen(line);

	while (text && *text) {
		if (!strncmp(text, line, n) && text[n] == '\n')
			return true;
		text = strchr(text, '\n');
		text += !!text;
	}
	return false;
}

/*
 * Only what is the other way round is written: some options cost a grace period, or allocate; and
 * the list itself changes with the tracer.
 */
static void reset_options(void)
{
	char *now = tracing_get("trace_options"), *want = options ? strdup(options) : NULL;
	char *at = want, *word, other[80];

	while (at && (word = strsep(&at, "\n"))) {
		if (!strncmp(word, "no", 2))
			snprintf(other, sizeof(other), "%s", word + 2);
		else
			snprintf(other, sizeof(other), "no%s", word);
		if (has_line(now, other))
			tracing_set("trace_options", word);
	}
	free(now);
	free(want);
}

static void reset_values(void)
{
	for (size_t i = 0; i < sizeof(restored) / sizeof(*restored); i++) {
		char *now = value_of(tracing_get(restored[i].file));

		if (now && restored[i].value && strcmp(now, restored[i].value))
			tracing_set(restored[i].file, restored[i].value);
		free(now);
	}
}

static void remove_instances(void)
{
	DIR *dir = opendir(TRACING "/instances");
	struct dirent *e;

	while (dir && (e = readdir(dir)))
		if (*e->d_name != '.' && unlinkat(dirfd(dir), e->d_name, AT_REMOVEDIR))
			report("# note instance %s stays: %s\n", e->d_name, strerror(errno));
	if (dir)
		closedir(dir);
}

void tracing_reset(void)
{
	tracing_set("tracing_on", "0");
	tracing_clear_events();
	tracing_set("current_tracer", "nop");
	tracing_set("set_ftrace_filter", "");
	tracing_set("set_ftrace_notrace", "");
	tracing_set("set_ftrace_pid", "");
	tracing_set("set_event_pid", "");
	remove_instances();
	tracing_set("dynamic_events", "");
	reset_values();
	reset_options();
	tracing_set("snapshot", "0");
	tracing_set("trace", "");
	tracing_set("error_log", "");
	tracing_set("stack_map", "0");
	tracing_set("tracing_on", "1");
}
