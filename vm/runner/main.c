// SPDX-License-Identifier: GPL-2.0
/*
 * vmrun: one virtual machine, one verdict, one directory. Reads as the order of a run:
 * options, run directory (born ERROR), inputs saved, table, plan, accelerator, VM, verdict,
 * record, summary.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "accel.h"
#include "plan.h"
#include "progress.h"

#define RESERVE (1 << 20) /* so that a full disk still takes the final record */

struct run {
	struct options o;
	struct rundir dir;
	struct table table;
	struct plan plan;
	struct accel accel;
	struct session s;
	bool ran;
	char *append;
	double started, scale;
};

static char *reserve_path(const struct run *r)
{
	return xasprintf("%s/.reserve", r->dir.path);
}

/* Write the record, print the last screen, leave with the verdict. */
static void __attribute__((noreturn)) finish(struct run *r, enum verdict v, const char *reason)
{
	struct outcome oc = {
		v, reason, r->accel.name, r->accel.probe, r->append, now() - r->started, r->scale
	};
	char *reserve = reserve_path(r);
	int err;

	unlink(reserve);
	free(reserve);
	err = record_finish(&r->dir, &r->o, r->ran ? &r->s : NULL, &oc);
	if (err) {
		oc.verdict = V_ERROR;
		oc.reason = xasprintf("cannot write %s/run.json: %s; before that: %s",
				      r->dir.path, strerror(-err), reason);
	}
	summary(&r->dir, r->ran ? &r->s : NULL, &oc);
	if (oc.verdict == V_ERROR)
		fprintf(stderr, "ERROR: %s\n", oc.reason);
	exit(oc.verdict);
}

static void error_if(struct run *r, char *why)
{
	if (why)
		finish(r, V_ERROR, why);
}

static void reserve(struct run *r)
{
	char *path = reserve_path(r);
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
	int err = fd < 0 ? errno : posix_fallocate(fd, 0, RESERVE);

	if (fd >= 0)
		close(fd);
	free(path);
	if (err)
		error_if(r, xasprintf("cannot write to %s: %s", r->dir.path, strerror(err)));
}

static void begin(struct run *r)
{
	int err;

	rundir_create(&r->dir, &r->o);
	err = record_begin(&r->dir, &r->o);
	if (err)
		die("cannot write %s/run.json: %s", r->dir.path, strerror(-err));
	reserve(r);
	error_if(r, rerun_save(&r->dir, &r->o));
}

/* Debug kernels and emulation are slow, not hung. */
static double time_scale(const struct options *o, const char *accel)
{
	double scale = !same(accel, "kvm") ? 2 : 1;

	if (o->scale)
		return o->scale;
	return *kv_get(&o->identity, "debug", "") ? scale * 2 : scale;
}

static void configure(struct run *r)
{
	struct session *s = &r->s;
	bool kvm = same(r->accel.name, "kvm");
	const char *slash = strrchr(r->o.kernel, '/');

	session_init(s, &r->table);
	s->config = (struct qemu_config){
		&r->o.arch,    r->o.arch_file,
		r->o.kernel,   r->append,
		r->accel.name, r->o.smp,
		r->o.mem,      initrd_with_plan(r->o.initrd, &r->plan.text),
		r->o.disk
	};
	s->plan = &r->plan;
	s->boot_timeout = r->o.boot_timeout ? r->o.boot_timeout : (kvm ? 30 : 30 * r->scale);
	s->quiet_limit = 15 * r->scale;
	s->slack = 7.5 * r->scale;
	s->system_map = xasprintf("%.*sSystem.map", slash ? (int)(slash - r->o.kernel) + 1 : 0,
				  r->o.kernel);
	s->shell = r->o.shell;
}

static void open_logs(struct run *r)
{
	static const char *const names[] = { "console.log", "report.ktap", "qmp.log" };
	char *why = NULL;

	for (int i = 0; i <= CH_QMP && !why; i++)
		r->s.log[i] = rundir_open(&r->dir, names[i], &why);
	error_if(r, why);
	r->s.log_dir = r->dir.path;
	r->s.hooks.progress = progress_hook;
}

/* A small file beside the logs; failing to write it is the host's trouble. */
static void extra(struct run *r, const char *name, const char *text, size_t n)
{
	char *path = xasprintf("%s/%s", r->dir.path, name);
	int err = n ? write_file_atomic(path, text, n) : 0;

	if (err && r->s.cause != END_HOST) {
		r->s.cause = END_HOST;
		r->s.detail = xasprintf("cannot write %s: %s", path, strerror(-err));
	}
	free(path);
}

static void evidence(struct run *r)
{
	struct session *s = &r->s;
	char *cmdline = s->qemu.argv ? qemu_cmdline(&s->qemu) : xstrdup("");

	for (int i = 0; i <= CH_QMP; i++)
		if (s->log[i] >= 0 && close(s->log[i]) < 0 && s->cause != END_HOST) {
			s->cause = END_HOST;
			s->detail = xasprintf("closing a log in %s: %m", r->dir.path);
		}
	extra(r, "cmdline", cmdline, strlen(cmdline));
	extra(r, "hang.txt", s->hang.text.p, s->hang.text.n);
	extra(r, "qemu.stderr", s->stderr_text.p, s->stderr_text.n);
	free(cmdline);
}

static void load_plan(struct run *r)
{
	char *text = read_file(r->o.plan, NULL);

	if (!text)
		error_if(r, xasprintf("%s: %m", r->o.plan));
	r->scale = time_scale(&r->o, r->accel.name);
	error_if(r, plan_parse(&r->plan, text, r->o.plan, r->scale));
	free(text);
}

/* No record: a session with a human is no result. */
static int interactive(struct run *r)
{
	char *why = table_load(&r->table, r->o.table);

	if (!why)
		why = accel_choose(&r->accel, &r->o, r->append);
	if (why)
		die("%s", why);
	r->scale = 1;
	char *text = r->o.plan ? read_file(r->o.plan, NULL) :
				 xstrdup("# stackmap plan 1\nmode shell\n");

	why = plan_parse(&r->plan, text ? text : "", r->o.plan ? r->o.plan : "(built-in plan)",
			 1);
	if (why)
		die("%s", why);
	configure(r);
	fprintf(stderr, "console of %s, accel %s; leave with exit or Ctrl-A X\n",
		options_arch(&r->o), r->accel.name);
	shell_enter();
	session_run(&r->s);
	shell_leave();
	if (r->s.cause != END_EXIT)
		die("%s", r->s.detail);
	return V_PASS;
}

int main(int argc, char **argv)
{
	static struct run r;
	struct judgement j;
	char *why;

	r.started = now();
	options_parse(&r.o, argc, argv);
	if (getenv("VMRUN_DIES_WITH_PARENT")) /* set by vmall */
		prctl(PR_SET_PDEATHSIG, SIGTERM);
	session_block_signals();
	/* panic=-1: a panic resets at once, and -no-reboot turns that into QEMU's exit. */
	r.append = xasprintf("%s panic=-1 %s", kv_get(&r.o.arch, "APPEND", ""), r.o.append);
	if (r.o.shell)
		return interactive(&r);
	begin(&r);
	error_if(&r, table_load(&r.table, r.o.table));
	why = accel_choose(&r.accel, &r.o, r.append);
	error_if(&r, rerun_script(&r.dir, &r.o, why ? r.o.accel : r.accel.name));
	error_if(&r, why);
	load_plan(&r);
	progress_say("%s: %s, accel %s (%s), %d vCPUs, %d MiB, %zu tests, record %s",
		     options_arch(&r.o), kv_get(&r.o.identity, "kernel_release", "kernel"),
		     r.accel.name, r.accel.probe, r.o.smp, r.o.mem, r.plan.n, r.dir.path);
	configure(&r);
	open_logs(&r);
	if (r.s.config.initrd_fd < 0)
		error_if(&r, xasprintf("%s: %m", r.o.initrd));
	session_run(&r.s);
	r.ran = true;
	evidence(&r);
	j = judge(&(struct facts){ r.s.cause, r.s.detail, &r.s.report, &r.s.console });
	finish(&r, j.verdict, j.reason);
}
