// SPDX-License-Identifier: GPL-2.0
/* show.c - bench show: a record's bench numbers as table, bench.csv, bench.svg beside run.json */
#include <math.h>
#include <string.h>
#include "host.h"
#include "stats.h"
#include "text.h"

static const struct {
	const char *test, *method;
} methods[] = {
	{ "bench/cost",
	  "Guest instructions of one call, counted by a QEMU TCG plugin between two marker "
	  "functions with interrupts off, minus an empty call; all repeats agree." },
	{ "bench/retention",
	  "One process and one CPU's buffer, filled until it wraps. The same buffer without and "
	  "with the option; off_plus_map is a plain buffer enlarged by the memory the map takes. "
	  "Events and bytes from the raw pages, held against the kernel's statistics to the "
	  "byte." },
	{ "bench/timed",
	  "Time of an event in the guest's clock: without stack, with a full one, with an id; "
	  "interleaved there and back. Never compared across accelerators, never a gate." },
	{ "bench/contention",
	  "All CPUs store the same new stacks at the same time. Probes, lost cmpxchg and "
	  "duplicates are counted inside a private instance of the map; nothing is timed." },
};

bool is_bench(const struct metric *m)
{
	return !strncmp(m->test, "bench/", 6);
}

const char *number_text(double v)
{
	static char text[64];

	snprintf(text, sizeof(text), rint(v) == v ? "%.0f" : "%.6g", v);
	return text;
}

const char *method_of(const char *test)
{
	for (size_t i = 0; i < ARRAY_SIZE(methods); i++)
		if (!strcmp(methods[i].test, test))
			return methods[i].method;
	return "Reported by the program itself; docs/bench.rst tells how.";
}

static void table(const struct run *r)
{
	const char *test = "";

	for (size_t i = 0; i < r->nr_metrics; i++) {
		const struct metric *m = &r->metrics[i];

		if (!is_bench(m))
			continue;
		if (strcmp(test, m->test)) {
			test = m->test;
			printf("\n%s, %s, %s: %s\n%-36s %14s %-14s %-7s %s\n", test,
			       run_fact(r, "arch"), run_fact(r, "accel"), method_of(test), "number",
			       "value", "unit", "better", "samples");
		}
		printf("%-36s %14s %-14s %-7s %zu%s\n", m->name,
		       number_text(stats_median(m->samples, m->nr_samples)), m->unit, m->better,
		       m->nr_samples, m->exact ? " exact" : "");
	}
}

static void csv(FILE *f, const struct run *r)
{
	fputs("run,arch,accel,test,name,unit,better,exact,sample,value\n", f);
	for (size_t i = 0; i < r->nr_metrics; i++) {
		const struct metric *m = &r->metrics[i];
		const char *field[] = {
			r->id,	 run_fact(r, "arch"), run_fact(r, "accel"), m->test, m->name,
			m->unit, m->better,	      m->exact ? "1" : "0"
		};

		for (size_t k = 0; is_bench(m) && k < m->nr_samples; k++) {
			for (size_t c = 0; c < ARRAY_SIZE(field); c++) {
				put_csv(f, field[c]);
				fputc(',', f);
			}
			fprintf(f, "%zu,%.15g\n", k + 1, m->samples[k]);
		}
	}
}

static void write_file(struct arena *a, const struct run *r, const char *dir, const char *name,
		       void (*put)(FILE *f, const struct run *r))
{
	char *path = arena_printf(a, "%s/%s", dir, name), *tmp = arena_printf(a, "%s.new", path);
	FILE *f = create_file(tmp);

	put(f, r);
	close_file(f, tmp);
	if (rename(tmp, path))
		die("cannot rename %s: %m", tmp);
	printf("%s\n", path);
}

int verb_show(int argc, char **argv)
{
	struct arena a = { 0 };
	struct run *r = record_read(&a, argv[1]);

	(void)argc;
	table(r);
	putchar('\n');
	write_file(&a, r, argv[1], "bench.csv", csv);
	write_file(&a, r, argv[1], "bench.svg", svg);
	arena_free(&a);
	return E_PASS;
}
