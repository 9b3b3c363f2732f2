// SPDX-License-Identifier: GPL-2.0
/*
 * /init: mount, open the report, run the plan, write the last word, leave. Only a complete plan
 * ends with "# end: complete"; whatever goes wrong before that leaves it out, and the runner makes
 * no green of it.
 *
 * A crash in here kills process 1, which panics the kernel: loud, and at once.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/reboot.h>
#include <unistd.h>

#include "init.h"

static void environment(const struct plan *plan)
{
	setenv("PATH", "/bin:/kselftest:/stress:/bench", 1);
	setenv("HOME", "/root", 1);
	setenv("TERM", "linux", 0);
	for (size_t i = 0; i < plan->count; i++) {
		const struct plan_line *l = &plan->line[i];

		if (l->kind != PLAN_ENV)
			continue;
		/* "DURATION=" means: not given */
		if (*l->text)
			setenv(l->name, l->text, 1);
		else
			unsetenv(l->name);
	}
}

static void modules(const struct plan *plan)
{
	for (size_t i = 0; i < plan->count; i++)
		if (plan->line[i].kind == PLAN_MODULE &&
		    !module_load(plan->line[i].name, plan->line[i].text))
			leave("module %s did not load", plan->line[i].name);
}

static void tests(const struct plan *plan)
{
	size_t number = 0;

	/* From here on silence is a hang, also in a test that never was silent before. */
	report("1..%zu\n# alive %lld\n", plan->tests, now_ms());
	tracing_remember();
	for (size_t i = 0; i < plan->count; i++) {
		if (plan->line[i].kind != PLAN_TEST)
			continue;
		tracing_reset();
		cpus_online();
		run_test(++number, &plan->line[i]);
	}
}

static void read_plan(struct plan *plan)
{
	char *text = read_file("/plan");

	if (!text)
		leave("/plan: %s; the runner appends it to the initramfs", strerror(errno));
	if (!plan_parse(plan, text))
		leave("/plan: %s", plan->error);
}

int main(void)
{
	struct plan plan;

	mount_all();
	if (!report_open())
		leave("no virtio port is named 'report': nothing can be told, so nothing is run");
	report("KTAP version 1\n# init: reached uptime_ms=%lld\n", now_ms());
	read_plan(&plan);
	environment(&plan);
	facts_begin();
	modules(&plan);
	if (plan.shell)
		shell();
	else
		tests(&plan);
	facts_end();
	report("# end: complete\n");
	sync();
	reboot(RB_AUTOBOOT);
	leave("reboot: %s", strerror(errno));
}
