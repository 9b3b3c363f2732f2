// SPDX-License-Identifier: GPL-2.0
/* QMP client: negotiation, commands with ids, the events we care about. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "qmp.h"

#define MAX_PENDING (sizeof(((struct qmp *)0)->pending) / sizeof(((struct qmp *)0)->pending[0]))

void qmp_flush(struct qmp *q)
{
	while (q->out.n && q->fd >= 0) {
		ssize_t w = send(q->fd, q->out.p, q->out.n, MSG_NOSIGNAL | MSG_DONTWAIT);

		if (w < 0 && errno == EINTR)
			continue;
		if (w <= 0)
			return;
		memmove(q->out.p, q->out.p + w, q->out.n - w);
		q->out.n -= w;
	}
}

static bool submit(struct qmp *q, const char *name, json_t *args, bool quiet, qmp_fn fn,
		   void *ctx)
{
	json_t *cmd;
	char *text;

	if (q->n_pending >= MAX_PENDING || q->fd < 0) {
		json_decref(args);
		return false;
	}
	cmd = json_pack("{s:s, s:I}", "execute", name, "id", (json_int_t)q->next_id);
	if (args)
		json_object_set_new(cmd, "arguments", args);
	text = json_dumps(cmd, JSON_COMPACT);
	json_decref(cmd);
	if (!text)
		die("out of memory");
	q->pending[q->n_pending].fn = fn;
	q->pending[q->n_pending].ctx = ctx;
	q->pending[q->n_pending++].id = q->next_id++;
	if (!quiet && q->log)
		q->log(q->log_ctx, '>', text);
	str_addf(&q->out, "%s\n", text);
	free(text);
	qmp_flush(q);
	return true;
}

bool qmp_command(struct qmp *q, const char *name, json_t *args, bool quiet, qmp_fn fn, void *ctx)
{
	if (q->ready)
		return submit(q, name, args, quiet, fn, ctx);
	json_decref(args);
	return false;
}

bool qmp_hmp(struct qmp *q, const char *line, int cpu, qmp_fn fn, void *ctx)
{
	json_t *args = json_pack("{s:s, s:i}", "command-line", line, "cpu-index", cpu);

	return qmp_command(q, "human-monitor-command", args, false, fn, ctx);
}

static void negotiated(void *ctx, json_t *reply, const char *error)
{
	struct qmp *q = ctx;

	(void)error;
	q->ready = reply != NULL;
}

static void greeting(struct qmp *q, json_t *qmp)
{
	int major = 0, minor = 0, micro = 0;
	const char *package = "";

	json_unpack(qmp, "{s:{s:{s:i, s:i, s:i}, s?s}}", "version", "qemu", "major", &major,
		    "minor", &minor, "micro", &micro, "package", &package);
	free(q->version);
	q->version = xasprintf("%d.%d.%d%s%s%s", major, minor, micro, *package ? " (" : "",
			       package, *package ? ")" : "");
	submit(q, "qmp_capabilities", NULL, false, negotiated, q);
}

static void event(struct qmp *q, json_t *msg)
{
	const char *name = json_string_value(json_object_get(msg, "event")), *reason = "";
	int guest = 0;

	if (!name || !same(name, "SHUTDOWN"))
		return;
	json_unpack(msg, "{s:{s?b, s?s}}", "data", "guest", &guest, "reason", &reason);
	free(q->shutdown);
	q->shutdown = xstrdup(reason);
	q->guest_asked = guest;
}

static void reply(struct qmp *q, json_t *msg, json_t *id)
{
	json_t *error = json_object_get(msg, "error");
	const char *desc = json_string_value(json_object_get(error, "desc"));

	for (size_t i = 0; i < q->n_pending; i++) {
		qmp_fn fn = q->pending[i].fn;
		void *ctx = q->pending[i].ctx;

		if (q->pending[i].id != json_integer_value(id))
			continue;
		q->pending[i] = q->pending[--q->n_pending];
		if (fn)
			fn(ctx, error ? NULL : json_object_get(msg, "return"),
			   error ? (desc ? desc : "unknown error") : NULL);
		return;
	}
}

static bool boring(json_t *msg)
{
	json_t *ret = json_object_get(msg, "return");

	return json_is_object(ret) && !json_object_size(ret);
}

static void message(void *ctx, const char *line)
{
	struct qmp *q = ctx;
	json_t *msg = json_loads(line, 0, NULL), *id, *hello;

	/* One empty reply per NMI would bury the rest. */
	if (q->log && !(msg && boring(msg)))
		q->log(q->log_ctx, '<', line);
	if (!msg)
		return;
	id = json_object_get(msg, "id");
	hello = json_object_get(msg, "QMP");
	if (hello)
		greeting(q, hello);
	else if (json_object_get(msg, "event"))
		event(q, msg);
	else if (id)
		reply(q, msg, id);
	json_decref(msg);
}

void qmp_input(struct qmp *q, const char *data, size_t n)
{
	lines_feed(&q->in, data, n, message, q);
}
