// SPDX-License-Identifier: GPL-2.0
/* The run directory and its name. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "record.h"

char *rundir_id(const char *arch, const char *scenario, long when, unsigned int random)
{
	time_t t = when;
	struct tm tm;
	char stamp[32];

	gmtime_r(&t, &tm);
	strftime(stamp, sizeof(stamp), "%Y%m%dT%H%M%SZ", &tm);
	return xasprintf("%s-%s-%s-%04x", stamp, arch, scenario, random & 0xffff);
}

static void make_parents(const char *path)
{
	char *copy = xstrdup(path);

	for (char *p = copy + 1; *p; p++) {
		if (*p != '/')
			continue;
		*p = '\0';
		mkdir(copy, 0777); /* the last mkdir says what is wrong, if anything is */
		*p = '/';
	}
	if (mkdir(copy, 0777) < 0 && errno != EEXIST)
		die("cannot create the output folder %s: %m", path);
	free(copy);
}

void rundir_create(struct rundir *d, const struct options *o)
{
	const char *scenario = kv_get(&o->identity, "scenario", "run");
	time_t t = time(NULL);
	struct tm tm;

	make_parents(o->out);
	gmtime_r(&t, &tm);
	strftime(d->started, sizeof(d->started), "%Y-%m-%dT%H:%M:%SZ", &tm);
	for (int tries = 0; tries < 1000; tries++) {
		unsigned int rnd;

		if (getrandom(&rnd, sizeof(rnd), 0) != sizeof(rnd))
			die("getrandom: %m");
		d->id = rundir_id(options_arch(o), scenario, t, rnd);
		d->path = xasprintf("%s/%s", o->out, d->id);
		if (!mkdir(d->path, 0777))
			return;
		if (errno != EEXIST)
			die("cannot create %s: %m", d->path);
		free(d->id);
		free(d->path);
	}
	die("%s: no free run id in a thousand tries", o->out);
}

int rundir_open(const struct rundir *d, const char *name, char **why)
{
	char *path = xasprintf("%s/%s", d->path, name);
	int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);

	if (fd < 0)
		*why = xasprintf("cannot create %s: %m", path);
	free(path);
	return fd;
}
