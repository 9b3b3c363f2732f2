// SPDX-License-Identifier: GPL-2.0
/*
 * Inputs of a run and rerun.sh. Hard links cost nothing and survive the replacement of the
 * original by rename; the checksums tell when somebody wrote into the file itself.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record.h"

char *absolute(const char *path)
{
	char *real = realpath(path, NULL);

	return real ? real : xstrdup(path);
}

static bool copy_file(const char *from, const char *to)
{
	size_t n;
	char *data = read_file(from, &n);
	int fd = data ? open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666) : -1;
	bool ok = fd >= 0 && write_all(fd, data, n);

	free(data);
	if (fd >= 0 && close(fd) < 0)
		ok = false;
	return ok;
}

/* Put path into the run directory as name and remember its checksum. */
static char *save(const struct rundir *d, struct str *sums, const char *path, const char *name,
		  bool may_link)
{
	char *real = absolute(path), *to = xasprintf("%s/%s", d->path, name), *why = NULL, *sha;

	if ((!may_link || link(real, to) < 0) && !copy_file(real, to))
		why = xasprintf("cannot copy %s to %s: %m", real, to);
	sha = why ? NULL : sha256_file(to);
	if (sha)
		str_addf(sums, "%s  %s\n", sha, name);
	else if (!why)
		why = xasprintf("cannot read %s: %m", to);
	free(sha);
	free(real);
	free(to);
	return why;
}

static void add_opt(struct str *s, const char *opt, const char *value)
{
	str_addf(s, " \\\n\t--%s ", opt);
	str_add_quoted(s, value);
}

static void script(struct str *s, const struct options *o, const char *accel)
{
	char *self = absolute("/proc/self/exe"), *table = absolute(o->table);
	char num[32];

	str_addf(s, "#!/bin/sh\n# SPDX-License-Identifier: GPL-2.0\n"
		    "# Runs exactly this again: same images, plan and options; further options "
		    "may follow.\n"
		    "cd \"$(dirname \"$0\")\" || exit 3\n"
		    "sha256sum --quiet --check inputs/SHA256SUMS || {\n"
		    "\techo 'ERROR: an input of this run was changed since (named above): this "
		    "would be another run' >&2\n"
		    "\texit 3\n}\nvmrun=${VMRUN:-");
	str_add_quoted(s, self);
	str_addf(s, "}\n[ -x \"$vmrun\" ] || { echo \"ERROR: $vmrun is missing; build it (make) "
		    "or set VMRUN\" >&2;"
		    " exit 3; }\nexec \"$vmrun\" --arch-file inputs/");
	str_add_quoted(s, options_arch(o));
	str_addf(s, " --kernel inputs/kernel --initrd inputs/initrd --plan plan --out ..");
	for (size_t i = 0; i < o->n_identity; i++)
		str_addf(s, " \\\n\t--identity inputs/identity%zu", i);
	for (size_t i = 0; i < o->n_set; i++)
		add_opt(s, "set", o->set[i]);
	add_opt(s, "accel", accel);
	snprintf(num, sizeof(num), "%d", o->smp);
	add_opt(s, "smp", num);
	snprintf(num, sizeof(num), "%d", o->mem);
	add_opt(s, "mem", num);
	add_opt(s, "append", o->append);
	if (o->disk)
		add_opt(s, "disk", "inputs/disk");
	if (o->boot_timeout) {
		snprintf(num, sizeof(num), "%g", o->boot_timeout);
		add_opt(s, "boot-timeout", num);
	}
	if (o->scale) {
		snprintf(num, sizeof(num), "%g", o->scale);
		add_opt(s, "timeout-scale", num);
	}
	add_opt(s, "console-table", table);
	str_addf(s, " \"$@\"\n");
	free(self);
	free(table);
}

static char *save_inputs(const struct rundir *d, const struct options *o, struct str *sums)
{
	char *map = absolute(o->kernel), *slash = strrchr(map, '/'), *why;
	char *arch = xasprintf("inputs/%s", options_arch(o));

	why = save(d, sums, o->plan, "plan", false);
	if (!why)
		why = save(d, sums, o->kernel, "inputs/kernel", true);
	if (!why)
		why = save(d, sums, o->initrd, "inputs/initrd", true);
	if (!why)
		why = save(d, sums, o->arch_file, arch, false);
	if (!why && o->disk)
		why = save(d, sums, o->disk, "inputs/disk", true);
	for (size_t i = 0; !why && i < o->n_identity; i++) {
		char name[64];

		snprintf(name, sizeof(name), "inputs/identity%zu", i);
		why = save(d, sums, o->identity_file[i], name, false);
	}
	if (slash)
		strcpy(slash + 1, "");
	char *system_map = xasprintf("%sSystem.map", map);

	if (!why && !access(system_map, R_OK))
		why = save(d, sums, system_map, "inputs/System.map", true);
	free(system_map);
	free(arch);
	free(map);
	return why;
}

char *rerun_save(const struct rundir *d, const struct options *o)
{
	char *inputs = xasprintf("%s/inputs", d->path),
	     *path = xasprintf("%s/SHA256SUMS", inputs), *why = NULL;
	struct str sums = { 0 };
	int err;

	if (mkdir(inputs, 0777) < 0)
		why = xasprintf("cannot create %s: %m", inputs);
	if (!why)
		why = save_inputs(d, o, &sums);
	err = why ? 0 : write_file_atomic(path, sums.p, sums.n);
	if (err)
		why = xasprintf("cannot write %s: %s", path, strerror(-err));
	str_free(&sums);
	free(inputs);
	free(path);
	return why;
}

char *rerun_script(const struct rundir *d, const struct options *o, const char *accel)
{
	char *path = xasprintf("%s/rerun.sh", d->path), *why = NULL;
	struct str text = { 0 };
	int err;

	script(&text, o, accel);
	err = write_file_atomic(path, text.p, text.n);
	if (!err && chmod(path, 0755) < 0)
		err = -errno;
	if (err)
		why = xasprintf("cannot write %s: %s", path, strerror(-err));
	str_free(&text);
	free(path);
	return why;
}
