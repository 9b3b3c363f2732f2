// SPDX-License-Identifier: GPL-2.0
/*
 * loads.c - real programs beside a scenario: LOAD=stress-ng,fio,perf
 *
 * They come on the guest's disk (vm/load.sh) and are the scripts of loads/; each is one claim more.
 * What they print as "stat ..." and "floor ..." goes into the record. A load is stopped by a file
 * and then finishes the job it is at, so every exit code is one that was meant.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "stress.h"

#define DISK		"/dev/vda"
#define STOP		"/run/load.stop"
#define MAX_LOADS	8
#define READY_S		60
#define LAST_JOB_S	60	/* emulated, beside a storm that ends now */

static struct load {
	char	name[32];
	pid_t	pid;	/* 0: it has ended */
	int	status;
	bool	early;	/* before it was asked to */
} loads[MAX_LOADS];
static unsigned int nr_loads;

static void log_name(char *path, size_t len, const struct load *l)
{
	snprintf(path, len, "/run/load.%.31s.log", l->name);
}

static void ready_name(char *path, size_t len, const struct load *l)
{
	snprintf(path, len, "/run/load.%.31s.ready", l->name);
}

static void mount_image(void)
{
	static const char *const shared[] = { "proc", "sys", "dev" };
	char to[32], from[16];

	mkdir(LOADS_IMAGE, 0755);
	if (mount(DISK, LOADS_IMAGE, "erofs", MS_RDONLY, NULL))
		die("LOAD: mount %s: %s (is the disk missing, or the kernel without load.config?)",
		    DISK, strerror(errno));
	for (unsigned int i = 0; i < sizeof(shared) / sizeof(*shared); i++) {
		snprintf(to, sizeof(to), LOADS_IMAGE "/%s", shared[i]);
		snprintf(from, sizeof(from), "/%s", shared[i]);
		if (mount(from, to, NULL, MS_BIND | MS_REC, NULL))
			die("LOAD: mount %s: %s", to, strerror(errno));
	}
	if (mount("tmpfs", LOADS_IMAGE "/tmp", "tmpfs", 0, "size=64m"))
		die("LOAD: mount %s/tmp: %s", LOADS_IMAGE, strerror(errno));
	mkdir("/dev/shm", 01777);
}

static void run_script(const struct load *l)
{
	char path[64], script[64];
	int fd;

	log_name(path, sizeof(path), l);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	if (fd < 0 || dup2(fd, 1) < 0 || dup2(fd, 2) < 0)
		_exit(126);
	close(fd);
	snprintf(script, sizeof(script), LOADS_IMAGE "/loads/%.31s", l->name);
	execl("/bin/busybox", "sh", script, (char *)NULL);
	_exit(127);
}

static void start(const char *name, const struct run *r)
{
	struct load *l = &loads[nr_loads];
	char seed[24], ready[64];

	if (nr_loads == MAX_LOADS || strlen(name) >= sizeof(l->name))
		die("LOAD: at most %d loads, names shorter than %zu", MAX_LOADS, sizeof(l->name));
	strcpy(l->name, name);
	snprintf(seed, sizeof(seed), "%llu", (unsigned long long)r->seed);
	setenv("SEED", seed, 1);
	setenv("STOP", STOP, 1);
	ready_name(ready, sizeof(ready), l);
	setenv("READY", ready, 1);
	setenv("IMAGE", LOADS_IMAGE, 1);
	setenv("LOADS", LOADS_IMAGE "/loads", 1);
	l->pid = fork();
	if (l->pid < 0)
		die("LOAD: fork: %s", strerror(errno));
	if (!l->pid)
		run_script(l);
	nr_loads++;
}

static bool ended(struct load *l)
{
	if (l->pid && waitpid(l->pid, &l->status, WNOHANG) == l->pid)
		l->pid = 0;
	return !l->pid;
}

/* The scenario begins when its loads do: starting a big program takes seconds in emulation. */
static void wait_ready(struct load *l)
{
	uint64_t late = now_ns() + READY_S * 1000000000ULL;
	char path[64];

	ready_name(path, sizeof(path), l);
	while (access(path, F_OK) && !ended(l) && now_ns() < late)
		sleep_ms(50);
}

unsigned int loads_wanted(void)
{
	const char *env = getenv("LOAD");
	unsigned int n = env && *env;

	for (; n && *env; env++)
		n += *env == ',';
	return n;
}

void loads_start(const struct run *r)
{
	char *names, *at, *name;

	if (!loads_wanted())
		return;
	mount_image();
	names = at = strdup(getenv("LOAD"));
	while ((name = strsep(&at, ",")))
		start(name, r);
	free(names);
	for (unsigned int i = 0; i < nr_loads; i++)
		wait_ready(&loads[i]);
}

void loads_stop(void)
{
	uint64_t late = now_ns() + LAST_JOB_S * 1000000000ULL;
	int fd;

	for (unsigned int i = 0; i < nr_loads; i++)
		loads[i].early = ended(&loads[i]);
	if (!nr_loads)
		return;
	fd = open(STOP, O_WRONLY | O_CREAT, 0600);
	if (fd < 0)
		die("%s: %s", STOP, strerror(errno));
	close(fd);
	for (unsigned int i = 0; i < nr_loads; i++)
		while (!ended(&loads[i]) && now_ns() < late)
			sleep_ms(50);
}

/* What it said goes into the record; of a load that failed also its last words. */
static void tell(const struct load *l, bool ok)
{
	char path[64], *text, *line, *at;
	size_t len;

	log_name(path, sizeof(path), l);
	text = at = file_read(path, &len);
	while (at && (line = strsep(&at, "\n"))) {
		if (!strncmp(line, "stat ", 5) || !strncmp(line, "floor ", 6))
			report_line("# %s", line);
		else if (!ok && *line)
			note("load %s: %s", l->name, line);
	}
	free(text);
}

void loads_judge(void)
{
	for (unsigned int i = 0; i < nr_loads; i++) {
		struct load *l = &loads[i];
		bool ok = !l->pid && !l->early && WIFEXITED(l->status) && !WEXITSTATUS(l->status);

		tell(l, ok);
		if (l->pid)
			check(false, "load %s did not end within %d s", l->name, LAST_JOB_S);
		else
			check(ok, "load %s ran to its end, exit %d%s", l->name,
			      WIFEXITED(l->status) ? WEXITSTATUS(l->status) : -WTERMSIG(l->status),
			      l->early ? ", before it was stopped" : "");
	}
}
