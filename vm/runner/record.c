// SPDX-License-Identifier: GPL-2.0
/* run.json, schema 1. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "record.h"

/* Console and programs may print anything; a record must be UTF-8. */
static json_t *text(const char *s)
{
	json_t *j = json_string(s ? s : "");

	if (j)
		return j;
	char *clean = xstrdup(s);

	for (char *p = clean; *p; p++)
		if (*p & 0x80)
			*p = '?';
	j = json_string(clean);
	free(clean);
	return j;
}

static void put(json_t *obj, const char *key, json_t *value)
{
	if (!value || json_object_set_new(obj, key, value) < 0)
		die("run.json: cannot set %s (out of memory?)", key);
}

static json_t *real(double v)
{
	return json_real((double)(long long)(v * 1000 + 0.5) / 1000);
}

static json_t *tests_json(const struct report *r)
{
	json_t *all = json_array();

	for (size_t i = 0; i < r->n_test; i++) {
		const struct test *t = &r->test[i];
		json_t *j = json_object(), *subs = json_array();

		put(j, "name", text(t->name));
		put(j, "status", text(status_name(t->status)));
		put(j, "seconds", real(t->seconds));
		put(j, "reason", text(t->reason));
		for (size_t k = 0; k < t->n_sub; k++) {
			json_t *sub = json_object();

			put(sub, "name", text(t->sub[k].name));
			put(sub, "status", text(status_name(t->sub[k].status)));
			put(sub, "reason", text(t->sub[k].reason));
			json_array_append_new(subs, sub);
		}
		put(j, "subtests", subs);
		json_array_append_new(all, j);
	}
	return all;
}

static json_t *metrics_json(const struct report *r)
{
	json_t *all = json_array();

	for (size_t i = 0; i < r->n_metric; i++) {
		const struct metric *m = &r->metric[i];
		json_t *j = json_object(), *samples = json_array();

		for (size_t k = 0; k < m->n; k++)
			json_array_append_new(samples, json_real(m->sample[k]));
		put(j, "name", text(m->name));
		put(j, "unit", text(m->unit));
		put(j, "better", text(m->better));
		put(j, "exact", json_boolean(m->exact));
		put(j, "test", text(m->test));
		put(j, "samples", samples);
		json_array_append_new(all, j);
	}
	return all;
}

static json_t *floors_json(const struct report *r)
{
	json_t *all = json_array();

	for (size_t i = 0; i < r->n_floor; i++) {
		const struct floor *f = &r->floor[i];
		json_t *j = json_object();

		put(j, "name", text(f->name));
		put(j, "test", text(f->test));
		put(j, "required", json_real(f->required));
		put(j, "delivered", json_real(f->delivered));
		put(j, "reached", json_boolean(f->reached));
		json_array_append_new(all, j);
	}
	return all;
}

static json_t *series_json(const struct report *r)
{
	json_t *all = json_array();

	for (size_t i = 0; i < r->n_sample; i++) {
		json_t *j = json_object(), *values = json_object();
		char *copy = xstrdup(r->sample[i].values), *at = copy, *word;

		while ((word = strsep(&at, " "))) {
			char *eq = strchr(word, '=');

			*eq++ = '\0';
			put(values, word, json_real(strtod(eq, NULL)));
		}
		free(copy);
		put(j, "t_ms", json_real(r->sample[i].t_ms));
		put(j, "test", text(r->sample[i].test));
		put(j, "values", values);
		json_array_append_new(all, j);
	}
	return all;
}

static json_t *console_json(const struct console *c)
{
	json_t *j = json_object(), *splats = json_array(), *allowed = json_array();

	for (size_t i = 0; i < c->n; i++) {
		const struct splat *s = &c->splat[i];
		json_t *e = json_object();

		put(e, "kind", text(s->kind));
		put(e, "line", json_integer(s->line));
		put(e, "title", text(s->title));
		put(e, "text", text(s->text.p));
		put(e, "truncated", json_boolean(s->truncated));
		put(e, "interleaved", json_boolean(s->interleaved));
		json_array_append_new(splats, e);
	}
	for (size_t i = 0; i < c->table->n_allow; i++) {
		const struct allow *a = &c->table->allow[i];

		if (a->hits)
			json_array_append_new(
				allowed, json_pack("{s:o, s:o, s:i}", "pattern", text(a->pattern),
						   "reason", text(a->reason), "hits", a->hits));
	}
	if (c->user_lines)
		json_array_append_new(allowed, json_pack("{s:s, s:s, s:i}", "pattern",
							 "(no time stamp)", "reason",
							 "the kernel stamps its lines; a program "
							 "printed this",
							 "hits", c->user_lines));
	put(j, "lines", json_integer(c->lines));
	put(j, "splats", splats);
	put(j, "allowed", allowed);
	return j;
}

static void put_sha(json_t *id, const char *key, const char *path)
{
	char *sha = sha256_file(path);

	put(id, key, text(sha ? sha : "unreadable"));
	free(sha);
}

static json_t *identity_json(const struct options *o, struct session *s, const struct outcome *oc)
{
	bool kvm = oc && oc->accel && same(oc->accel, "kvm");
	json_t *id = json_object();

	for (size_t i = 0; i < o->identity.n; i++)
		put(id, o->identity.pair[i].key, text(o->identity.pair[i].value));
	put(id, "arch", text(options_arch(o)));
	put(id, "machine", text(kv_get(&o->arch, "MACHINE", "")));
	put(id, "cpu", text(kvm ? "host" : kv_get(&o->arch, "CPU", "")));
	put(id, "smp", json_integer(o->smp));
	put(id, "mem_mib", json_integer(o->mem));
	put(id, "accel", text(oc && oc->accel ? oc->accel : o->accel));
	put(id, "accel_probe", text(oc ? oc->accel_probe : ""));
	put(id, "append", text(oc ? oc->append : o->append));
	put(id, "timeout_scale", json_real(oc ? oc->scale : 1));
	put(id, "qemu", text(s && s->qmp.version ? s->qmp.version : "unknown"));
	put_sha(id, "image_sha256", o->kernel);
	put_sha(id, "initrd_sha256", o->initrd);
	return id;
}

static json_t *skeleton(const struct rundir *d, enum verdict v, const char *reason)
{
	json_t *j = json_object();

	put(j, "schema", json_integer(1));
	put(j, "id", text(d->id));
	put(j, "started", text(d->started));
	put(j, "verdict", text(verdict_name(v)));
	put(j, "reason", text(reason));
	put(j, "exit", json_integer(v));
	return j;
}

static int store(const struct rundir *d, json_t *j)
{
	char *path = xasprintf("%s/run.json", d->path);
	char *out = json_dumps(j, JSON_INDENT(2) | JSON_REAL_PRECISION(15));
	int err;

	if (!out)
		die("run.json: out of memory");
	err = write_file_atomic(path, out, strlen(out));
	json_decref(j);
	free(out);
	free(path);
	return err;
}

static json_t *artefacts(const struct rundir *d)
{
	static const char *const names[] = { "report.ktap", "console.log", "qmp.log",
					     "cmdline",	    "plan",	   "rerun.sh",
					     "hang.txt",    "qemu.stderr" };
	json_t *all = json_array();

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		char *path = xasprintf("%s/%s", d->path, names[i]);

		if (!access(path, R_OK))
			json_array_append_new(all, text(names[i]));
		free(path);
	}
	return all;
}

static void put_counts(json_t *j, struct counts c)
{
	put(j, "counts",
	    json_pack("{s:i, s:i, s:i}", "passed", c.passed, "failed", c.failed, "skipped",
		      c.skipped));
}

int record_begin(const struct rundir *d, const struct options *o)
{
	json_t *j = skeleton(d, V_ERROR, "the runner did not finish");

	put(j, "seconds", json_real(0));
	put_counts(j, (struct counts){ 0 });
	put(j, "identity", identity_json(o, NULL, NULL));
	put(j, "artefacts", json_array());
	return store(d, j);
}

int record_finish(const struct rundir *d, const struct options *o, struct session *s,
		  const struct outcome *oc)
{
	json_t *j = skeleton(d, oc->verdict, oc->reason);

	put(j, "seconds", real(oc->seconds));
	put(j, "identity", identity_json(o, s, oc));
	put_counts(j, s ? report_counts(&s->report) : (struct counts){ 0 });
	if (s) {
		put(j, "boot_seconds", real(s->reached_at ? s->reached_at - s->started : 0));
		put(j, "guest_seconds", real(s->gone_at - s->started));
		put(j, "tests", tests_json(&s->report));
		put(j, "metrics", metrics_json(&s->report));
		put(j, "floors", floors_json(&s->report));
		put(j, "series", series_json(&s->report));
		put(j, "console", console_json(&s->console));
		json_t *notes = json_array();

		for (size_t i = 0; i < s->report.n_note; i++)
			json_array_append_new(notes, text(s->report.note[i]));
		put(j, "notes", notes);
	}
	put(j, "artefacts", artefacts(d));
	return store(d, j);
}
