// SPDX-License-Identifier: GPL-2.0
/*
 * perf.c - sampling as heavy as asked, through perf_event_open()
 *
 * The samples are not read (no mmap): what is wanted is the interrupt, and the tracepoints that
 * fire inside it. The kernel lowers rates it dislikes, so the limits are lifted first and what
 * was delivered is counted elsewhere, from the kernel's own rows.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "stress.h"

static void proc_write(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);

	if (fd < 0)
		return;		/* no such limit in this kernel */
	if (write(fd, text, strlen(text)) < 0)
		note("%s: %s not accepted: %s", path, text, strerror(errno));
	close(fd);
}

static int open_one(uint32_t type, uint64_t config, uint64_t period, int cpu)
{
	struct perf_event_attr a = {
		.type = type, .size = sizeof(a), .config = config,
		.sample_period = period, .sample_type = PERF_SAMPLE_IP,
		.pinned = 1,
	};
	int fd = syscall(__NR_perf_event_open, &a, -1, cpu, -1, PERF_FLAG_FD_CLOEXEC);

	return fd < 0 ? -errno : fd;
}

int perf_storm_open(struct perf_storm *s, uint32_t type, uint64_t config, uint64_t period)
{
	long cpus = sysconf(_SC_NPROCESSORS_CONF);

	memset(s, 0, sizeof(*s));
	proc_write("/proc/sys/kernel/perf_cpu_time_max_percent", "25");	/* 0 refuses the next */
	proc_write("/proc/sys/kernel/perf_event_max_sample_rate", "1000000");
	proc_write("/proc/sys/kernel/perf_cpu_time_max_percent", "0");
	for (int cpu = 0; cpu < cpus && s->n < 256; cpu++) {
		int fd = open_one(type, config, period, cpu);

		if (fd >= 0)
			s->fd[s->n++] = fd;
		else if (!s->err)
			s->err = fd;
	}
	return s->n ? s->n : s->err;
}

void perf_storm_close(struct perf_storm *s)
{
	while (s->n > 0)
		close(s->fd[--s->n]);
}

int perf_has_cycles(void)
{
	int fd = open_one(PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, 1000000, 0);

	if (fd < 0)
		return fd;
	close(fd);
	return 0;
}
