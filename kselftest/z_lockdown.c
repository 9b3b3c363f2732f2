// SPDX-License-Identifier: GPL-2.0
/*
 * Opening fails with -EPERM under lockdown. Lockdown cannot be lifted before the next boot and
 * takes tracefs away from every other test, so this one sorts last and does nothing unless the
 * machine is locked down already or ONE_WAY=1 in the environment allows it.
 */
#include <fcntl.h>
#include <sys/mount.h>

#include "kselftest_harness.h"

#include "lib/report.h"
#include "lib/tracefs.h"

#define LOCKDOWN "/sys/kernel/security/lockdown"

/* The whole of the file, "none [integrity] confidentiality"; NULL if there is none. */
static char *lockdown_read(void)
{
	int fd = open(LOCKDOWN, O_RDONLY);
	char *text;

	if (fd < 0)
		return NULL;
	text = fd_read_all(fd, 256, NULL);
	close(fd);
	return text;
}

static bool lockdown_set(const char *level)
{
	int fd = open(LOCKDOWN, O_WRONLY);
	bool ok = fd >= 0 && write(fd, level, strlen(level)) == (ssize_t)strlen(level);

	if (fd >= 0)
		close(fd);
	return ok;
}

TEST(opening_is_refused)
{
	static const char * const names[] = { "stack_map", "stack_map_stat", "stack_map_bin" };
	const char *allowed = getenv("ONE_WAY");
	char *state;

	NEED_STACKMAP();
	mount("securityfs", "/sys/kernel/security", "securityfs", 0, NULL);
	state = lockdown_read();
	if (!state)
		SKIP_TEST("the kernel has no lockdown (CONFIG_SECURITY_LOCKDOWN_LSM, lsm=)");
	if (!strstr(state, "[confidentiality]")) {
		if (!allowed || strcmp(allowed, "1"))
			SKIP_TEST("needs a reboot afterwards; ONE_WAY=1 allows it");
		ASSERT_TRUE(lockdown_set("confidentiality"));
	}
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (!tracefs_has(names[i]))
			continue;
		EXPECT_EQ(-EPERM, tracefs_open(names[i], O_RDONLY))
			TH_LOG("%s", names[i]);
	}
	EXPECT_EQ(-EPERM, tracefs_open("stack_map", O_WRONLY));
}

TEST_HARNESS_MAIN
