// SPDX-License-Identifier: GPL-2.0
// The records of invented runs; see gen.h for the story they tell.
#include "gen.h"

#include <math.h>
#include <string.h>
#include <time.h>

static const char *const arches[GEN_ARCHES] = { "x86_64", "arm64", "riscv64", "riscv32" };
static const char *const scenarios[GEN_SCENARIOS] = { "selftest", "torture", "nmi_storm", "reset",
						      "bench" };

double gen_uniform(uint64_t *state)
{
	uint64_t z = (*state += 0x9e3779b97f4a7c15u); /* splitmix64 */

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return ((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

double gen_normal(uint64_t *state)
{
	double u = gen_uniform(state), v = gen_uniform(state);

	return sqrt(-2 * log(1 - u)) * cos(2 * M_PI * v);
}

const char *gen_hostile(void)
{
	return "</script><script>document.title='owned'</script><img src=x "
		"onerror=\"document.title="
	       "'owned'\">'\"&amp;<!-- ]]> \x1b[31m \xe2\x80\xa8 -->";
}

static void date(char *buf, size_t n, long night, long minute)
{
	/* 2026-01-01T02:00:00Z */
	time_t t = 1767232800 + night * 86400L + minute * 60;
	struct tm tm;

	gmtime_r(&t, &tm);
	strftime(buf, n, "%Y-%m-%dT%H:%M:%SZ", &tm);
}

struct outcome {
	const char *verdict, *reason;
	int exit;
};

static struct outcome outcome_of(const char *arch, const char *scenario, long night, uint64_t *rng)
{
	double u = gen_uniform(rng);

	if (!strcmp(arch, "arm64") && !strcmp(scenario, "reset") && night >= GEN_BREAKS)
		return (struct outcome){ "FAIL",
					 "console: KASAN use-after-free in stackmap_seq_show", 1 };
	if (!strcmp(arch, "riscv64") && !strcmp(scenario, "selftest") && night < GEN_FIXED)
		return (struct outcome){ "FAIL", "kselftest/reset failed: 1 of 3 subtests", 1 };
	if (!strcmp(arch, "riscv32") && !strcmp(scenario, "torture") && u < 0.2)
		return (struct outcome){ "FAIL", "stress/torture: id 71 resolved to another stack",
					 1 };
	if (!strcmp(arch, "riscv64") && !strcmp(scenario, "nmi_storm"))
		return (struct outcome){ "UNRESOLVED", "floor nmis: required 1000, delivered 0",
					 2 };
	if (u > 0.995)
		return (struct outcome){ "ERROR", "qemu was killed by signal 9", 3 };
	return (struct outcome){ "PASS", "all planned tests passed, console clean", 0 };
}

static json_t *identity(const char *arch, const char *scenario, long night, const char *mutant)
{
	bool slow = night >= GEN_SLOWS;
	json_t *o = json_pack("{s:s s:s s:s s:s s:s s:s s:i s:i s:s s:s s:s s:s s:s}", "arch", arch,
			      "accel", "tcg", "accel_probe", "kvm: no /dev/kvm", "qemu",
			      "QEMU emulator version 10.0.2", "machine", "virt", "cpu", "max",
			      "smp", 2, "mem_mib", 512, "append", "console=ttyS0", "seed", "42",
			      "scenario", scenario, "debug", "", "suite_commit",
			      slow ? "v1-9-gabcdef0" : "v1");

	json_object_set_new(o, "image_sha256", json_sprintf("%064x", slow ? 0xbeef : 0xcafe));
	json_object_set_new(o, "initrd_sha256", json_sprintf("%064lx", night));
	json_object_set_new(o, "kernel_release", json_string("7.3.4-stackmap"));
	json_object_set_new(o, "series", json_string("patches/series"));
	json_object_set_new(o, "series_hash", json_string(slow ? "b0b" : "a1a"));
	json_object_set_new(o, "config_hash", json_string("c0ffee"));
	json_object_set_new(o, "compiler", json_string("gcc (Debian) 12.2.0"));
	if (mutant)
		json_object_set_new(o, "mutant", json_string(mutant));
	return o;
}

static json_t *console(const struct gen *g, const struct outcome *o)
{
	const char *text =
		g->hostile ?
			gen_hostile() :
			"BUG: KASAN: slab-use-after-free in stackmap_seq_show+0x1c4/0x2a0\n"
			"Read of size 8 at addr ffff000012345678 by task cat/117\n"
			"Call trace:\n stackmap_seq_show+0x1c4/0x2a0\n seq_read_iter+0x1d0/0x4e0";
	json_t *c = json_pack("{s:[] s:[{s:s s:s s:i}]}", "splats", "allowed", "pattern",
			      "NMI handler took too long", "reason", "emulation is slow", "hits",
			      1);

	if (strstr(o->reason, "KASAN"))
		json_array_append_new(json_object_get(c, "splats"),
				      json_pack("{s:s s:i s:s s:s s:b}", "kind", "kasan", "line", 4,
						"title",
						g->hostile ? gen_hostile() :
							     "KASAN: slab-use-"
							     "after-free in stackmap_seq_show",
						"text", text, "truncated", 0));
	return c;
}

static json_t *record(const struct gen *g, const char *id, const char *arch, const char *scenario,
		      long night, long minute, const struct outcome *o, const char *mutant,
		      uint64_t *rng)
{
	char when[32];
	json_t *root;

	date(when, sizeof(when), night, minute);
	root = json_pack("{s:i s:s s:s s:f s:f s:f s:s s:s s:i s:o s:o}", "schema", 1, "id", id,
			 "started", when, "seconds", 8 + 2 * gen_uniform(rng), "boot_seconds",
			 0.8 + 0.1 * gen_uniform(rng), "guest_seconds", 6.5 + gen_uniform(rng),
			 "verdict", o->verdict, "reason", g->hostile ? gen_hostile() : o->reason,
			 "exit", o->exit, "identity", identity(arch, scenario, night, mutant),
			 "console", console(g, o));
	gen_lists(g, root, arch, scenario, night, rng);
	return root;
}

json_t *gen_record(const struct gen *g, long i, uint64_t *rng)
{
	long night = i / GEN_CELLS, c = i % GEN_CELLS;
	const char *arch = arches[c % GEN_ARCHES], *scenario = scenarios[c / GEN_ARCHES];
	struct outcome o;
	char id[128], when[32];

	*rng = g->seed * 0x2545f4914f6cdd1du + (i + 1) * 0xd1342543de82ef95u;
	o = outcome_of(arch, scenario, night, rng);
	date(when, sizeof(when), night, c);
	snprintf(id, sizeof(id), "%.4s%.2s%.2sT%.2s%.2s%.2sZ-%s-%s-%04lx", when, when + 5, when + 8,
		 when + 11, when + 14, when + 17, arch, scenario, i & 0xffff);
	return record(g, id, arch, scenario, night, c, &o, NULL, rng);
}

json_t *gen_mutant(const struct gen *g, long m, long i, uint64_t *rng)
{
	static const char *const names[] = { "no_grace_period",	    "flag_cleared_early",
					     "reader_not_excluded", "skip_memcmp",
					     "counters_nonatomic",  "acquire_to_read_once" };
	static const double kill_rate[] = { 1, 1, 0.95, 1, 0.6, 0 };
	const char *arch = arches[i % 2];
	struct outcome dead = { "FAIL",
				"stress/reset: id resolved to another stack (oracle: payload)", 1 };
	struct outcome alive = { "PASS", "all planned tests passed, console clean", 0 };
	char id[128];
	bool killed;

	*rng = (g->seed + m * 1000003 + i * 7919) * 0xd1342543de82ef95u;
	killed = gen_uniform(rng) < kill_rate[m];
	snprintf(id, sizeof(id), "mutant-%s-%s-%03ld", names[m], arch, i);
	return record(g, id, arch, "torture", 60, i % 60, killed ? &dead : &alive, names[m], rng);
}
