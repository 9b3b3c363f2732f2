// SPDX-License-Identifier: GPL-2.0
/* Starting QEMU: three sockets and a pipe are passed as file descriptors, so nothing has a name
 * to clash over. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plan.h"
#include "qemu.h"

struct argv {
	char **v;
	size_t n;
};

static void add(struct argv *a, char *word)
{
	a->v = grow(a->v, a->n, sizeof(*a->v));
	a->v[a->n++] = word;
}

/* add2(&a, "-m", "512") */
static void add2(struct argv *a, const char *opt, char *value)
{
	add(a, xstrdup(opt));
	add(a, value);
}

static void add_words(struct argv *a, const char *text)
{
	char *copy = xstrdup(text), *at = copy, *word;

	while ((word = strsep(&at, " ")))
		if (*word)
			add(a, xstrdup(word));
	free(copy);
}

/* The CPU key is what TCG emulates; KVM passes the host's through. */
static const char *cpu_model(const struct qemu_config *c)
{
	return !same(c->accel, "kvm") ? kv_need(c->arch, "CPU", c->arch_file) : "host";
}

/* A comma in a file name is written twice, as QEMU's options are separated by commas. */
static char *drive(const char *path)
{
	struct str s = { 0 };

	str_addf(&s, "if=none,id=load,format=raw,readonly=on,file=");
	for (; *path; path++)
		str_addf(&s, "%s%c", *path == ',' ? "," : "", *path);
	return s.p;
}

static char **build_argv(const struct qemu_config *c, const int fd[N_CH])
{
	const char *f = c->arch_file;
	struct argv a = { 0 };

	add(&a, xstrdup(kv_need(c->arch, "QEMU", f)));
	add_words(&a, "-nodefaults -no-user-config -display none -no-reboot");
	add2(&a, "-M", xstrdup(kv_need(c->arch, "MACHINE", f)));
	add2(&a, "-accel", xstrdup(!same(c->accel, "kvm") ? "tcg,thread=multi" : "kvm"));
	add2(&a, "-cpu", xstrdup(cpu_model(c)));
	add2(&a, "-smp", xasprintf("%d", c->smp));
	add2(&a, "-m", xasprintf("%d", c->mem));
	add2(&a, "-kernel", xstrdup(c->kernel));
	add2(&a, "-initrd", xasprintf("/proc/self/fd/%d", c->initrd_fd));
	add2(&a, "-append", xstrdup(c->append));
	add2(&a, "-chardev", xasprintf("socket,id=console,fd=%d", fd[CH_CONSOLE]));
	add2(&a, "-serial", xstrdup("chardev:console"));
	add2(&a, "-chardev", xasprintf("socket,id=report,fd=%d", fd[CH_REPORT]));
	add2(&a, "-device", xstrdup("virtio-serial-device"));
	add2(&a, "-device", xstrdup("virtserialport,chardev=report,name=report"));
	add2(&a, "-chardev", xasprintf("socket,id=qmp,fd=%d", fd[CH_QMP]));
	add2(&a, "-mon", xstrdup("chardev=qmp,mode=control"));
	if (c->disk) {
		add2(&a, "-drive", drive(c->disk));
		add2(&a, "-device", xstrdup("virtio-blk-device,drive=load"));
	}
	add_words(&a, kv_get(c->arch, "QEMU_ARGS", ""));
	add(&a, NULL);
	return a.v;
}

/* Ours stay private, the other ends live through exec. */
static bool make_channels(int ours[N_CH], int theirs[N_CH])
{
	int sv[2];

	for (int i = 0; i < N_CH; i++)
		ours[i] = theirs[i] = -1;
	for (int i = 0; i < N_CH; i++) {
		int err = i == CH_STDERR ? pipe(sv) : socketpair(AF_UNIX, SOCK_STREAM, 0, sv);

		if (err < 0)
			return false;
		ours[i] = sv[0];
		theirs[i] = sv[1];
		if (fcntl(ours[i], F_SETFD, FD_CLOEXEC) < 0 ||
		    fcntl(ours[i], F_SETFL, O_NONBLOCK) < 0)
			return false;
	}
	return true;
}

static void close_all(int fd[N_CH])
{
	for (int i = 0; i < N_CH; i++)
		if (fd[i] >= 0)
			close(fd[i]);
}

static void __attribute__((noreturn)) child(char **argv, int err_fd, pid_t parent)
{
	int null = open("/dev/null", O_RDWR);
	sigset_t none;

	/* The kernel kills us when the runner goes; it may have gone before we asked for that. */
	if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 || getppid() != parent)
		_exit(126);
	setpgid(0, 0);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	signal(SIGPIPE, SIG_DFL);
	if (null < 0 || dup2(null, 0) < 0 || dup2(err_fd, 1) < 0 || dup2(err_fd, 2) < 0)
		_exit(126);
	execvp(argv[0], argv);
	dprintf(2, "cannot run %s: %s\n", argv[0], strerror(errno));
	_exit(127);
}

char *qemu_start(struct qemu *q, const struct qemu_config *c)
{
	int theirs[N_CH];
	pid_t parent = getpid();

	if (!make_channels(q->fd, theirs)) {
		char *why = xasprintf("cannot create QEMU's channels: %m");

		close_all(q->fd);
		close_all(theirs);
		return why;
	}
	q->argv = build_argv(c, theirs);
	q->pid = fork();
	if (!q->pid)
		child(q->argv, theirs[CH_STDERR], parent);
	close_all(theirs);
	if (q->pid < 0) {
		char *why = xasprintf("cannot fork: %m");

		q->pid = 0;
		close_all(q->fd);
		return why;
	}
	setpgid(q->pid, q->pid); /* both sides, so that neither has to wait */
	return NULL;
}

void qemu_kill(struct qemu *q)
{
	if (!q->pid)
		return;
	kill(-q->pid, SIGKILL);
	kill(q->pid, SIGKILL);
	while (waitpid(q->pid, NULL, 0) < 0 && errno == EINTR)
		;
	q->pid = 0;
}

char *qemu_cmdline(const struct qemu *q)
{
	struct str s = { 0 };

	for (char **a = q->argv; *a; a++) {
		if (s.n)
			str_add(&s, " ", 1);
		str_add_quoted(&s, *a);
	}
	str_add(&s, "\n", 1);
	return s.p;
}

char *qemu_path(const char *name)
{
	const char *env = getenv("PATH");
	char *path, *at, *dir, *found = NULL;

	if (strchr(name, '/'))
		return access(name, X_OK) ? NULL : xstrdup(name);
	path = at = xstrdup(env ? env : "/usr/bin:/bin");
	while (!found && (dir = strsep(&at, ":"))) {
		found = xasprintf("%s/%s", *dir ? dir : ".", name);
		if (access(found, X_OK)) {
			free(found);
			found = NULL;
		}
	}
	free(path);
	return found;
}

int initrd_with_plan(const char *initrd, const struct str *plan)
{
	size_t n;
	char *base = read_file(initrd, &n);
	struct str all = { 0 };
	int fd;

	if (!base)
		return -1;
	str_add(&all, base, n);
	free(base);
	cpio_file(&all, "plan", plan->p, plan->n);
	fd = memfd_create("initrd", 0);
	if (fd >= 0 && !write_all(fd, all.p, all.n)) {
		close(fd);
		fd = -1;
	}
	str_free(&all);
	return fd;
}
