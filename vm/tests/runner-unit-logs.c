// SPDX-License-Identifier: GPL-2.0
/*
 * Golden test of the console table: every saved log (console/logs/KIND-ARCH.log, written by real
 * guests, see vm/tests/vm-crash.sh) must give exactly the splats in its .golden file, however the
 * reads are cut, the first of them being of the kind in its name. A row of the table that no log
 * reaches is reported as a skip.
 *
 * usage: runner-unit-logs            the test
 *        runner-unit-logs FILE       print what FILE gives, as a .golden file
 */
#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "console.h"
#include "runner-unit.h"

#define LOGS CONSOLE_LOGS

static struct table table;

static void feed_line(void *ctx, const char *line)
{
	char *text;
	double t = strtod(line, &text);

	console_line(ctx, *text == ' ' ? text + 1 : text, t);
}

/* One line per splat: kind, console line, flags, title with what changes from run to run blanked.
 */
static char *describe(const char *text, size_t n, size_t step)
{
	struct console c = { .table = &table };
	struct lines l = { 0 };
	struct str out = { 0 };

	for (size_t i = 0; i < n; i += step)
		lines_feed(&l, text + i, step < n - i ? step : n - i, feed_line, &c);
	lines_finish(&l, feed_line, &c);
	console_end(&c, true);
	for (size_t i = 0; i < c.n; i++)
		str_addf(&out, "%s line %u, %u lines%s%s%s: %s\n", c.splat[i].kind,
			 c.splat[i].line, c.splat[i].lines, c.splat[i].fatal ? ", fatal" : "",
			 c.splat[i].truncated ? ", truncated" : "",
			 c.splat[i].interleaved ? ", interleaved" : "", c.splat[i].title);
	str_add(&out, "", 0);
	return out.p;
}

static void check_log(const char *path)
{
	static const size_t steps[] = { 1, 7, 4096, 1 << 20 };
	const char *base = strrchr(path, '/') + 1;
	char *golden_path = xasprintf("%.*sgolden", (int)strlen(path) - 3, path);
	char *golden = read_file(golden_path, NULL), *text;
	size_t n, kind = strcspn(base, "-");

	text = read_file(path, &n);
	if (!golden || !text) {
		printf("not ok %s or its .golden cannot be read: %s\n", path, strerror(errno));
		checks_failed++;
		return;
	}
	for (size_t i = 0; i < sizeof(steps) / sizeof(*steps); i++) {
		char *got = describe(text, n, steps[i]);

		CHECK_STR(got, golden);
		free(got);
	}
	/* "none-*.log" are clean boots: the table must stay silent. */
	if (!strncmp(base, "none-", 5))
		CHECK(!*golden);
	else if (strncmp(golden, base, kind) || golden[kind] != ' ')
		CHECK_STR(golden, base);
	else
		checks_passed++;
	free(golden);
	free(golden_path);
	free(text);
}

/* The architectures are whatever the logs' names say; each row should be seen on one at least. */
static void unproven(void)
{
	for (size_t i = 0; i < table.n; i++) {
		if (table.row[i].hits)
			continue;
		checks_skipped++;
		printf("skip no saved log reaches row %s '%s'\n", table.row[i].kind,
		       table.row[i].pattern);
	}
}

int main(int argc, char **argv)
{
	char *bad = table_load(&table, CONSOLE_TABLE);
	glob_t g = { 0 };
	size_t n;

	if (bad)
		die("%s", bad);
	if (argc > 1) {
		char *text = read_file(argv[1], &n);

		if (!text)
			die("%s: %m", argv[1]);
		fputs(describe(text, n, n), stdout);
		return 0;
	}
	if (glob(LOGS "/*.log", 0, NULL, &g))
		die("no saved logs in %s", LOGS);
	for (size_t i = 0; i < g.gl_pathc; i++)
		check_log(g.gl_pathv[i]);
	unproven();
	return checks_done();
}
