/* SPDX-License-Identifier: GPL-2.0 */
/*
 * KVM or TCG. /dev/kvm proves nothing: on some hosts it opens, creates a VM and never runs it. So
 * "auto" runs this very kernel and initramfs under KVM, with nothing to test, and believes what
 * it sees within a few seconds.
 */
#ifndef ACCEL_H
#define ACCEL_H

#include "options.h"

struct accel {
	const char *name; /* kvm or tcg */
	char *probe; /* one sentence: what was tried and what came of it */
};

/* NULL, or a sentence when --accel kvm was demanded and KVM does not work. append: the guest's
 * command line. */
char *accel_choose(struct accel *a, const struct options *o, const char *append);

#endif
