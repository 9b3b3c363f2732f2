// SPDX-License-Identifier: GPL-2.0
/* The accelerator probe and its cache, $CACHE/accel/<key>: "kvm|tcg", whom it holds for, and the
 * sentence. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "accel.h"
#include "record.h"

#define PROBE_LIMIT 8.0 /* seconds; a working KVM needs about one */

static char *cache_dir(void)
{
	const char *cache = getenv("CACHE"), *xdg = getenv("XDG_CACHE_HOME"),
		   *home = getenv("HOME");

	if (cache && *cache)
		return xasprintf("%s/accel", cache);
	if (xdg && *xdg)
		return xasprintf("%s/stackmap/accel", xdg);
	return home ? xasprintf("%s/.cache/stackmap/accel", home) : NULL;
}

/* Everything about this host that the answer depends on, bar the kernel image. */
static char *cache_path(const struct options *o, const char *dev)
{
	char *dir = cache_dir(), *qemu = qemu_path(kv_get(&o->arch, "QEMU", "")), *text, *key,
	     *path = NULL;
	char *boot = read_file("/proc/sys/kernel/random/boot_id", NULL);
	struct stat st = { 0 };

	if (qemu && stat(qemu, &st) < 0)
		st.st_mtime = 0;
	text = xasprintf("%s|%s|%lld|%s|%s", dev, qemu ? qemu : "", (long long)st.st_mtime,
			 boot ? boot : "", kv_get(&o->arch, "MACHINE", ""));
	key = sha256_text(text);
	if (dir) {
		char *slash = strrchr(dir, '/');

		*slash = '\0';
		mkdir(dir, 0777);
		*slash = '/';
		mkdir(dir, 0777); /* no cache costs a probe, nothing else */
		path = xasprintf("%s/%.16s", dir, key);
	}
	free(text);
	free(key);
	free(boot);
	free(qemu);
	free(dir);
	return path;
}

/* A refusal that may have been the kernel image's fault holds for this image only. */
static bool cache_read(struct accel *a, const char *path, const char *image)
{
	char *text = path ? read_file(path, NULL) : NULL, *at = text;
	char *name = at ? strsep(&at, "\n") : NULL, *scope = at ? strsep(&at, "\n") : NULL;
	char *why = at ? strsep(&at, "\n") : NULL;
	bool hit = name && scope && why && (same(scope, "any") || same(scope, image));

	if (hit) {
		a->name = !same(name, "kvm") ? "tcg" : "kvm";
		a->probe = xasprintf("%s (remembered in %s)", why, path);
	}
	free(text);
	return hit;
}

static void cache_write(const struct accel *a, const char *path, const char *scope)
{
	char *text;

	if (!path)
		return;
	text = xasprintf("%s\n%s\n%s\n", a->name, scope, a->probe);
	write_file_atomic(path, text, strlen(text));
	free(text);
}

/* Run the guest with an empty plan under KVM. True when the result is to be remembered for any
 * image. */
static bool probe(struct accel *a, const struct options *o, const char *append)
{
	struct str plan = { 0 };
	struct table table = { 0 };
	struct session s;
	char *bad = table_load(&table, o->table);
	bool silent;

	if (bad)
		die("%s", bad);
	str_addf(&plan, "# stackmap plan 1\n# accel probe: nothing to run\n");
	session_init(&s, &table);
	s.config = (struct qemu_config){ &o->arch,  o->arch_file,
					 o->kernel, append,
					 "kvm",	    o->smp,
					 o->mem,    initrd_with_plan(o->initrd, &plan),
					 NULL };
	s.total_limit = PROBE_LIMIT * (o->scale ? o->scale : 1);
	s.boot_timeout = s.slack = s.quiet_limit = s.total_limit * 2;
	session_run(&s);
	close(s.config.initrd_fd);
	str_free(&plan);
	if (s.cause == END_INTERRUPTED)
		die("%s while KVM was being tried; nothing was run", s.detail);
	a->name = s.cause == END_EXIT && s.reached_at ? "kvm" : "tcg";
	if (same(a->name, "kvm"))
		a->probe = xasprintf("KVM ran this kernel to init in %.1f s",
				     s.reached_at - s.started);
	else
		a->probe = xasprintf("KVM was tried and did not run a guest to its end: %s%s",
				     s.detail,
				     s.console.lines ? "" : "; its console stayed silent");
	silent = !s.console.kernel_lines;
	return silent || same(a->name, "kvm");
}

/* NULL when KVM is worth trying, else why not. */
static char *hopeless(const struct options *o, const char *dev)
{
	const char *qemu = kv_get(&o->arch, "QEMU", ""), *dash = strrchr(qemu, '-');
	struct utsname u;
	int fd;

	if (uname(&u) < 0 || !dash || !same(dash + 1, u.machine))
		return xasprintf("KVM runs guests of the host's kind only; %s on %s needs "
				 "emulation",
				 qemu, u.machine);
	fd = open(dev, O_RDWR | O_CLOEXEC);
	if (fd < 0)
		return xasprintf("%s: %s", dev, strerror(errno));
	close(fd);
	return NULL;
}

char *accel_choose(struct accel *a, const struct options *o, const char *append)
{
	const char *dev = getenv("STACKMAP_KVM_DEV");
	char *path, *image;

	if (!dev || !*dev)
		dev = "/dev/kvm";
	*a = (struct accel){ "tcg", NULL };
	if (same(o->accel, "tcg")) {
		a->probe = xstrdup("TCG was asked for");
		return NULL;
	}
	a->probe = hopeless(o, dev);
	if (!a->probe) {
		path = cache_path(o, dev);
		image = sha256_file(o->kernel);
		if (!cache_read(a, path, image ? image : "")) {
			bool any = probe(a, o, append);

			cache_write(a, path, any ? "any" : image);
		}
		free(image);
		free(path);
	}
	if (same(o->accel, "kvm") && !same(a->name, "kvm"))
		return xasprintf("--accel kvm (ACCEL=kvm) was demanded, but: %s", a->probe);
	return NULL;
}
