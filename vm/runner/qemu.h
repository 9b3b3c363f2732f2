/* SPDX-License-Identifier: GPL-2.0 */
/* QEMU's command line from an architecture file and the user's wishes, and its birth. */
#ifndef QEMU_H
#define QEMU_H

#include <sys/types.h>

#include "kv.h"
#include "util.h"

enum { CH_CONSOLE, CH_REPORT, CH_QMP, CH_STDERR, N_CH };

struct qemu_config {
	const struct kv *arch;
	const char *arch_file;
	const char *kernel, *append;
	const char *accel; /* kvm or tcg */
	int smp, mem;
	int initrd_fd;
	const char *disk; /* or NULL */
};

struct qemu {
	pid_t pid; /* also its process group; 0 when it is gone */
	int fd[N_CH]; /* our ends, non-blocking; -1 when closed */
	char **argv;
};

/* Start QEMU; NULL, or a sentence. It dies with us, whatever kills us. */
char *qemu_start(struct qemu *q, const struct qemu_config *c);
/* SIGKILL the process group and reap it. */
void qemu_kill(struct qemu *q);
/* The command line, quoted for sh. */
char *qemu_cmdline(const struct qemu *q);
/* Full path of the binary the architecture names, or NULL. */
char *qemu_path(const char *name);
/* Kernel and initramfs as QEMU gets them: the initrd file with the plan's segment behind it, in a
 * memfd. */
int initrd_with_plan(const char *initrd, const struct str *plan);

#endif
