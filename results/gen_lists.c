// SPDX-License-Identifier: GPL-2.0
// Tests, numbers and evidence of an invented run; see gen.h.
#include "gen.h"

#include <string.h>

static json_t *test(const char *name, const char *status, const char *reason, int subtests)
{
	json_t *t = json_pack("{s:s s:s s:f s:s s:[]}", "name", name, "status", status, "seconds",
			      1.25, "reason", reason, "subtests");

	for (int k = 0; k < subtests; k++)
		json_array_append_new(json_object_get(t, "subtests"),
				      json_pack("{s:o s:s s:s}", "name",
						json_sprintf("%s: claim %d holds", name, k + 1),
						"status", k ? "PASS" : status, "reason",
						k ? "" : reason));
	return t;
}

static void tests(const struct gen *g, json_t *root, const char *scenario)
{
	static const char *const names[] = { "basic", "dedup", "reset", "export", "full" };
	bool fail = !strcmp(json_string_value(json_object_get(root, "verdict")), "FAIL");
	json_t *list = json_array();
	long passed = 4;

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		bool bad = fail && i == 2;
		char name[64];

		snprintf(name, sizeof(name), "%s/%s",
			 !strcmp(scenario, "selftest") ? "kselftest" : scenario, names[i]);
		json_array_append_new(list, test(name,
						 i == 4 ? "SKIP" :
						 bad	? "FAIL" :
							  "PASS",
						 i == 4 ? "no stack_map_bin in this kernel" :
						 bad	? g->hostile ? gen_hostile() :
								       "expected -EBUSY, got 0" :
							  "",
						 3));
		passed -= bad;
	}
	json_object_set_new(root, "tests", list);
	json_object_set_new(root, "counts",
			    json_pack("{s:i s:i s:i}", "passed", (int)passed, "failed", fail,
				      "skipped", 1));
}

static void metric(json_t *list, const char *name, const char *unit, const char *better, bool exact,
		   double level, double noise, int n, uint64_t *rng)
{
	json_t *s = json_array();

	for (int i = 0; i < n; i++)
		json_array_append_new(s, json_real(exact ? level :
							   level * (1 + noise * gen_normal(rng))));
	json_array_append_new(list, json_pack("{s:s s:s s:s s:b s:s s:o}", "name", name, "unit",
					      unit, "better", better, "exact", exact, "test",
					      "bench/get_id", "samples", s));
}

static void metrics(json_t *root, const char *arch, const char *scenario, long night, uint64_t *rng)
{
	bool slow = !strcmp(arch, "x86_64") && night >= GEN_SLOWS;
	json_t *list = json_array();

	metric(list, "entries", "count", "none", false, 3632, 0.02, 1, rng);
	if (!strcmp(scenario, "bench")) {
		metric(list, "get_id_hit", "insn", "lower", true, slow ? 418 : 411, 0, 3, rng);
		metric(list, "get_id_hit_time", "ns", "lower", false, slow ? 57.5 : 50, 0.03, 7,
		       rng);
		metric(list, "bytes_per_event", "bytes", "lower", true, 48, 0, 1, rng);
		metric(list, "retained_span", "ms", "higher", false, 185, 0.05, 3, rng);
	} else {
		metric(list, "inserts_per_second", "1/s", "higher", false, 25000, 0.08, 5, rng);
	}
	json_object_set_new(root, "metrics", list);
}

void gen_lists(const struct gen *g, json_t *root, const char *arch, const char *scenario,
	       long night, uint64_t *rng)
{
	bool unresolved =
		!strcmp(json_string_value(json_object_get(root, "verdict")), "UNRESOLVED");
	json_t *series = json_array();

	tests(g, root, scenario);
	metrics(root, arch, scenario, night, rng);
	json_object_set_new(root, "floors",
			    json_pack("[{s:s s:s s:i s:i s:b} {s:s s:s s:i s:i s:b}]", "name",
				      "nmis", "test", "stress/perf_nmi", "required", 1000,
				      "delivered", unresolved ? 0 : 5012, "reached", !unresolved,
				      "name", "resets", "test", "stress/reset", "required", 50,
				      "delivered", 117, "reached", 1));
	for (int t = 0; t < 8; t++)
		json_array_append_new(series, json_pack("{s:i s:s s:{s:i s:i s:i}}", "t_ms",
							250 * t, "test", "stress/torture", "values",
							"entries", t * 450, "hits",
							t * 3100 + (int)(100 * gen_uniform(rng)),
							"drops", t > 6 ? 3 : 0));
	json_object_set_new(root, "series", series);
	json_object_set_new(root, "notes",
			    json_pack("[s]", g->hostile ? gen_hostile() :
							  "pmu: overflow arrives as pseudo-NMI"));
	json_object_set_new(root, "artefacts",
			    json_pack("[ssssss]", "report.ktap", "console.log", "qmp.log",
				      "cmdline", "rerun.sh", "plan"));
}
