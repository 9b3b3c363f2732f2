// SPDX-License-Identifier: GPL-2.0
/*
 * load.c - work that makes the kernel record stacks in task, softirq and hardirq context
 *
 * Wake-ups over a pipe (scheduler), short sleeps (hrtimers, softirqs), files of /proc (slab, VFS,
 * deep and varied kernel paths, so that an interrupt finds another PC each time), page faults.
 */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "stress.h"

static const char *const events[] = {
	"nmi/nmi_handler", "irq/irq_handler_entry", "irq/softirq_entry",
	"irq_vectors/local_timer_entry", "timer/hrtimer_expire_entry", "timer/timer_expire_entry",
	"sched/sched_switch", "sched/sched_waking", "kmem/kmem_cache_alloc",
	"raw_syscalls/sys_enter", "ipi/ipi_entry", "stackmap_torture/stackmap_pump", NULL
};

unsigned int load_events_on(void)
{
	return tracefs_enable_events(events);
}

/*
 * Events first, then the ring buffer: an event that is recorded right now still gets its stack.
 * The other way round one event per context may stay without, and sums are off by one.
 */
void recording_stop(void)
{
	tracefs_must_write("events/enable", "0");
	sleep_ms(50);
	tracefs_must_write("tracing_on", "0");
	sleep_ms(50);
}

void recording_start(void)
{
	tracefs_must_write("tracing_on", "1");
	load_events_on();
}

static void read_proc(struct worker *w)
{
	static const char *const files[] = {
		"/proc/self/maps", "/proc/self/status", "/proc/stat", "/proc/meminfo",
		"/proc/self/stat", "/proc/interrupts", "/proc/uptime", "/proc/self/mounts",
	};
	char buf[4096];
	int fd = open(files[prng_below(&w->prng, 8)], O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	while (read(fd, buf, 1 + prng_below(&w->prng, sizeof(buf))) > 0)
		;
	close(fd);
}

static void fault_pages(struct worker *w)
{
	size_t len = (1 + prng_below(&w->prng, 16)) * 4096ul;
	char *p = mmap(NULL, len, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		return;
	memset(p, 1, len);
	munmap(p, len);
}

static void ping(struct worker *w)
{
	char c = 0;
	int fds[2];

	if (pipe2(fds, O_CLOEXEC))
		return;
	for (int i = prng_below(&w->prng, 8); i >= 0; i--)
		if (write(fds[1], &c, 1) != 1 || read(fds[0], &c, 1) != 1)
			break;
	close(fds[0]);
	close(fds[1]);
}

static void work(struct worker *w)
{
	struct timespec ts = { 0, 0 };
	struct stat st;

	if (w->n % 2)
		pin_to_cpu(w->n / 2 % w->r->cpus);	/* the even ones migrate */
	while (!w->r->stop) {
		switch (prng_below(&w->prng, 8)) {
		case 0:
			ts.tv_nsec = 1000 + prng_below(&w->prng, 300000);
			nanosleep(&ts, NULL);
			break;
		case 1: case 2:
			fault_pages(w);
			break;
		case 3:
			ping(w);
			break;
		case 4:
			stat("/proc/self/../self/../self/fd/0", &st);
			break;
		default:
			read_proc(w);
		}
		w->count++;
	}
}

void load_start(struct run *r, unsigned int per_cpu)
{
	for (unsigned int i = 0; i < per_cpu * r->cpus; i++)
		worker_start(r, i, "load", work, NULL);
}
