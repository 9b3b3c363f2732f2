// SPDX-License-Identifier: GPL-2.0
// Runs every unit test, or those whose names match the patterns given.
#include "unit.h"

#include <stdarg.h>

extern const struct unit_test __start_unit_tests[], __stop_unit_tests[];

static bool failed;

void unit_fail(const char *file, int line, const char *fmt, ...)
{
	va_list ap;

	failed = true;
	printf("# %s:%d: ", file, line);
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
}

static bool wanted(const char *name, int argc, char **argv)
{
	bool hit = argc < 2;

	for (int i = 1; i < argc; i++)
		hit |= glob_match(argv[i], name);
	return hit;
}

int main(int argc, char **argv)
{
	int ok = 0, bad = 0;

	for (const struct unit_test *t = __start_unit_tests; t < __stop_unit_tests; t++) {
		if (!wanted(t->name, argc, argv))
			continue;
		failed = false;
		t->run();
		printf("%sok %d %s\n", failed ? "not " : "", ok + bad + 1, t->name);
		ok += !failed;
		bad += failed;
	}
	printf("%d passed, %d failed, 0 skipped\n", ok, bad);
	/* a pattern that matches nothing tested nothing */
	return bad ? E_FAIL : ok ? E_PASS : E_ERROR;
}
