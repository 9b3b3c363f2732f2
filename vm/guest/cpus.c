// SPDX-License-Identifier: GPL-2.0
/* Every CPU back online: a test killed while one was off must not weaken the next. */
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "init.h"

void cpus_online(void)
{
	glob_t g;

	if (glob("/sys/devices/system/cpu/cpu[0-9]*/online", 0, NULL, &g))
		return;
	for (size_t i = 0; i < g.gl_pathc; i++) {
		char *state = read_file(g.gl_pathv[i]);
		int err = state && *state == '0' ? write_file(g.gl_pathv[i], "1") : 0;

		if (err)
			report("# note %s does not come back: %s\n", g.gl_pathv[i], strerror(-err));
		free(state);
	}
	globfree(&g);
}
