/* SPDX-License-Identifier: GPL-2.0 */
/* The control channel: commands out, replies and events in; never blocks. */
#ifndef QMP_H
#define QMP_H

#include <jansson.h>

#include "util.h"

struct qmp;
/* reply is the "return" value, or NULL when the command failed with error (never both). */
typedef void (*qmp_fn)(void *ctx, json_t *reply, const char *error);

struct qmp {
	int fd;
	struct lines in;
	struct str out; /* not yet accepted by the socket */
	struct {
		qmp_fn fn;
		void *ctx;
		long id;
	} pending[64];
	size_t n_pending;
	long next_id;
	bool ready; /* capabilities negotiated */
	char *version; /* QEMU's own, from the greeting */
	char *shutdown; /* reason of the SHUTDOWN event */
	bool guest_asked; /* SHUTDOWN came from inside */
	void (*log)(void *ctx, char direction, const char *line);
	void *log_ctx;
};

/* args is stolen and may be NULL. False when too many commands wait for an answer, or QMP is not
 * ready. */
bool qmp_command(struct qmp *q, const char *name, json_t *args, bool quiet, qmp_fn fn, void *ctx);
/* Run an HMP command on a vCPU; the reply is a string. */
bool qmp_hmp(struct qmp *q, const char *line, int cpu, qmp_fn fn, void *ctx);
void qmp_input(struct qmp *q, const char *data, size_t n);
/* Try to get rid of buffered output. */
void qmp_flush(struct qmp *q);

#endif
