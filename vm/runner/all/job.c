// SPDX-License-Identifier: GPL-2.0
/* One job: its process, its words, its record. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <jansson.h>

#include "all.h"

static char *substitute(const char *word, const char *name)
{
	struct str s = { 0 };
	const char *p;

	while ((p = strstr(word, "{}"))) {
		str_add(&s, word, p - word);
		str_add(&s, name, strlen(name));
		word = p + 2;
	}
	str_add(&s, word, strlen(word));
	return s.p;
}

static void __attribute__((noreturn))
child(const struct job *j, char *const argv[], int out, pid_t parent)
{
	char **words;
	size_t n = 0;
	sigset_t none;

	if (prctl(PR_SET_PDEATHSIG, SIGKILL) < 0 || getppid() != parent)
		_exit(126);
	setpgid(0, 0);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	/* A runner below a shell would outlive the shell's violent death. */
	setenv("VMRUN_DIES_WITH_PARENT", "1", 1);
	setenv("ARCH", j->name, 1);
	while (argv[n])
		n++;
	words = xcalloc(n + 1, sizeof(*words));
	for (size_t i = 0; i < n; i++)
		words[i] = substitute(argv[i], j->name);
	int null = open("/dev/null", O_RDONLY);

	if (null < 0 || dup2(null, 0) < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0)
		_exit(126);
	execvp(words[0], words);
	dprintf(2, "ERROR: cannot run %s: %s\n", words[0], strerror(errno));
	_exit(V_ERROR);
}

char *job_start(struct job *j, char *const argv[], const char *log_dir)
{
	pid_t parent = getpid();
	int p[2];

	j->started = true;
	j->begin = now();
	j->log_path = xasprintf("%s/all-%s.log", log_dir, j->name);
	j->log = open(j->log_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (j->log < 0)
		return xasprintf("cannot write %s: %m", j->log_path);
	if (pipe2(p, O_CLOEXEC) < 0)
		return xasprintf("pipe: %m");
	j->pid = fork();
	if (j->pid < 0)
		return xasprintf("fork: %m");
	if (!j->pid)
		child(j, argv, p[1], parent);
	setpgid(j->pid, j->pid);
	close(p[1]);
	fcntl(p[0], F_SETFL, O_NONBLOCK);
	j->fd = p[0];
	return NULL;
}

/* "record: out/runs/<id>/run.json" is how vmrun names its record. */
static void line(void *ctx, const char *text)
{
	struct job *j = ctx;

	if (starts(text, "record: ")) {
		free(j->record);
		j->record = xstrdup(text + strlen("record: "));
	}
	if (!*text)
		return;
	free(j->last);
	j->last = xstrdup(text);
}

void job_read(struct job *j)
{
	char buf[65536];
	ssize_t n;

	while ((n = read(j->fd, buf, sizeof(buf))) > 0) {
		if (!write_all(j->log, buf, n))
			die("cannot write %s: %m", j->log_path);
		lines_feed(&j->lines, buf, n, line, j);
	}
	if (n < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	lines_finish(&j->lines, line, j);
	close(j->fd);
	j->fd = -1;
}

static const char *string(const json_t *obj, const char *key)
{
	const char *s = json_string_value(json_object_get(obj, key));

	return s ? s : "";
}

/* Guests count interrupts of NMI and PMU rows as metrics irq.*; the largest is the row that
 * matters there. */
static void read_nmis(struct job *j, const json_t *metrics)
{
	size_t i;
	json_t *m;

	json_array_foreach(metrics, i, m)
	{
		const json_t *samples = json_object_get(m, "samples");
		double v;

		if (!starts(string(m, "name"), "irq.") || !json_array_size(samples))
			continue;
		v = json_number_value(json_array_get(samples, json_array_size(samples) - 1));
		if (!j->has_nmis || v > j->nmis)
			j->nmis = v;
		j->has_nmis = true;
	}
}

static bool read_record(struct job *j)
{
	json_t *r = j->record ? json_load_file(j->record, 0, NULL) : NULL, *counts;
	const char *verdict = string(r, "verdict");

	if (!r)
		return false;
	j->verdict = V_ERROR;
	for (enum verdict v = V_PASS; v <= V_ERROR; v++)
		if (same(verdict, verdict_name(v)))
			j->verdict = v;
	counts = json_object_get(r, "counts");
	j->passed = json_integer_value(json_object_get(counts, "passed"));
	j->failed = json_integer_value(json_object_get(counts, "failed"));
	j->skipped = json_integer_value(json_object_get(counts, "skipped"));
	j->boot = json_number_value(json_object_get(r, "boot_seconds"));
	j->reason = xstrdup(string(r, "reason"));
	j->accel = xstrdup(string(json_object_get(r, "identity"), "accel"));
	read_nmis(j, json_object_get(r, "metrics"));
	json_decref(r);
	return true;
}

void job_settle(struct job *j)
{
	int code = WIFEXITED(j->status) ? WEXITSTATUS(j->status) : -1;
	bool known = read_record(j);

	if (known && (code == (int)j->verdict || (code > 0 && j->verdict != V_PASS)))
		return;
	free(j->reason);
	if (!known)
		j->reason = xasprintf("no run record; last words: %s (all of them: %s)",
				      j->last ? j->last : "none",
				      j->log_path ? j->log_path : "none");
	else
		j->reason = xasprintf("the record says %s but the command ended with %s %d",
				      verdict_name(j->verdict), code < 0 ? "signal" : "exit code",
				      code < 0 ? WTERMSIG(j->status) : code);
	j->verdict = V_ERROR;
}
