/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The verdict: a pure function of what was seen. ERROR beats FAIL beats UNRESOLVED beats PASS,
 * and PASS is what is left only when the plan's last word came and nothing at all speaks against
 * it.
 */
#ifndef VERDICT_H
#define VERDICT_H

#include "console.h"
#include "report.h"

/* Why the run was over; END_EXIT is the only one that can lead to PASS. */
enum end_cause {
	END_EXIT, /* QEMU left by itself (exit status 0, whoever asked inside) */
	END_QEMU_STATUS, /* QEMU left with another status: it could not do its job */
	END_QEMU_KILLED, /* a signal that was not ours */
	END_SPLAT, /* a fatal splat; we ended it */
	END_BOOT_TIMEOUT,
	END_TEST_TIMEOUT,
	END_HANG, /* neither channel said a word */
	END_SHUTDOWN_TIMEOUT,
	END_INTERRUPTED, /* Ctrl-C, SIGTERM, SIGHUP */
	END_HOST, /* no disk, QMP lost, ... */
	END_LIMIT, /* of the accel probe; no verdict comes of it */
};

struct facts {
	enum end_cause cause;
	const char *detail; /* one sentence from whoever saw the cause, or NULL */
	const struct report *report;
	const struct console *console;
};

struct judgement {
	enum verdict verdict;
	char *reason; /* one sentence */
};

struct judgement judge(const struct facts *f);

#endif
