// SPDX-License-Identifier: GPL-2.0
/*
 * A CPU that goes down calls functions when no grace period waits for it any more: get_id says
 * -EAGAIN, and such an entry has no stack at all, neither an id nor the full one. The function
 * tracer is the only one that goes there (a tracepoint is silent on a CPU that is offline), and
 * nothing else brings the recording path to -EAGAIN from user space.
 */
#include <fcntl.h>
#include <unistd.h>

#include "lib/fixture.h"
#include "lib/ring.h"
#include "lib/stackmap.h"

#define CPU1	"/sys/devices/system/cpu/cpu1/online"

/* Of write(2) on CPU 1's switch: its count, or -errno. */
static int cpu1(const char *online)
{
	int fd = open(CPU1, O_WRONLY), ret;

	if (fd < 0)
		return -errno;
	ret = write(fd, online, 1) < 0 ? -errno : 1;
	close(fd);
	return ret;
}

/* Firmware may need a moment before it takes a CPU back (-EINVAL from riscv's SBI). */
static bool cpu1_back(void)
{
	for (int i = 0; i < 100; i++) {
		if (cpu1("1") == 1)
			return true;
		usleep(20000);
	}
	return false;
}

TEST_F_TIMEOUT(stackmap, a_dying_cpu_records_no_stack, 60)
{
	struct sm_stat stat = { 0 };
	char error[200] = "";
	unsigned long lost;
	struct ring ring;
	int down = 0, back = 0;

	NEED_FILE("stack_map_stat");
	NEED_FILE("set_ftrace_filter");
	if (access(CPU1, W_OK))
		SKIP_TEST("no second CPU that can be switched off (%s)", strerror(errno));
	ASSERT_LT(0, tracefs_put("set_ftrace_filter", "*dying*"));
	ASSERT_LT(0, tracefs_put("current_tracer", "function"));
	ASSERT_EQ(1, tracefs_put("options/func_stack_trace", "1"));
	for (int i = 0; i < 3; i++) {
		down += cpu1("0") == 1;
		back += cpu1_back();
	}
	tracefs_put("tracing_on", "0");
	ASSERT_TRUE(ring_read(&ring, "trace"));
	lost = ring_lost();
	tracefs_put("options/func_stack_trace", "0");
	tracefs_put("current_tracer", "nop");	/* empties the buffer */
	tracefs_put("set_ftrace_filter", "!*dying*");
	EXPECT_EQ(3, back);
	FLOOR("cpu_went_down", 1, down);
	ASSERT_EQ(0, lost);
	ASSERT_TRUE(sm_stat_read(&stat, error)) TH_LOG("%s", error);
	/* Another CPU may come between an event and its stack, so it is a matter of sums. */
	EXPECT_EQ(0, ring.fulls);
	EXPECT_EQ(stat.successes, ring.ids);
	EXPECT_EQ(stat.drops, ring.events - ring.ids);
	FLOOR("events_without_a_stack", 3, ring.events - ring.ids);
	ring_free(&ring);
}

TEST_HARNESS_MAIN
