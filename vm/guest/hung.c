// SPDX-License-Identifier: GPL-2.0
/* A test passed its deadline: where is each of its threads? Comments, before it is killed. */
#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "init.h"

#define MAX_FRAMES 12

static void dump_thread(int pid, const char *tid)
{
	char path[300];
	char *stat, *stack, *line, *at;
	int frames = 0;

	snprintf(path, sizeof(path), "/proc/%d/task/%.20s/stat", pid, tid);
	stat = read_file(path);
	if (stat)
		stat[strcspn(stat, "\n")] = '\0';
	/* "12 (name) S 1 ...": up to the state letter is of use */
	at = stat ? strrchr(stat, ')') : NULL;
	if (at && strlen(at) > 2)
		at[3] = '\0';
	report("  # hung: %s\n", stat ? stat : tid);
	free(stat);
	snprintf(path, sizeof(path), "/proc/%d/task/%.20s/stack", pid, tid);
	stack = at = read_file(path);
	while (at && *at && (line = strsep(&at, "\n")) && frames++ < MAX_FRAMES)
		report("  # hung:     %s\n", line);
	free(stack);
}

static void dump_process(int pid)
{
	struct dirent *e;
	char path[64];
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/task", pid);
	dir = opendir(path);
	while (dir && (e = readdir(dir)))
		if (isdigit((unsigned char)*e->d_name))
			dump_thread(pid, e->d_name);
	if (dir)
		closedir(dir);
}

void hung_dump(int pgid)
{
	DIR *dir = opendir("/proc");
	struct dirent *e;

	while (dir && (e = readdir(dir))) {
		int pid = atoi(e->d_name);

		if (pid > 1 && getpgid(pid) == pgid)
			dump_process(pid);
	}
	if (dir)
		closedir(dir);
}
