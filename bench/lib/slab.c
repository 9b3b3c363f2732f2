// SPDX-License-Identifier: GPL-2.0
/*
 * slab.c - one round of system calls that allocate from the slab, on short and on deep paths
 *
 * The same calls in the same order each time: with and without the option the kernel does the same.
 */
#include <fcntl.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>
#include "slab.h"

static void close_if(int fd)
{
	if (fd >= 0)
		close(fd);
}

/* Looking a name up in /proc allocates on deep paths; printing the file would only take time. */
static void look_up(const char *path)
{
	char c;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd >= 0 && !read(fd, &c, 0))
		close(fd);
}

static void memory(void)
{
	char *p = mmap(NULL, 8 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (p == MAP_FAILED)
		return;
	mprotect(p + 2 * 4096, 4096, PROT_READ);
	munmap(p + 4 * 4096, 4096);
	munmap(p, 8 * 4096);
}

static void descriptors(void)
{
	int fds[2] = { -1, -1 }, e = epoll_create1(EPOLL_CLOEXEC), v = eventfd(0, EFD_CLOEXEC);
	struct epoll_event ev = { .events = EPOLLIN };

	if (!pipe2(fds, O_CLOEXEC))
		epoll_ctl(e, EPOLL_CTL_ADD, fds[0], &ev);
	if (write(fds[1], "x", 1) == 1)
		epoll_wait(e, &ev, 1, 0);
	close_if(fds[0]);
	close_if(fds[1]);
	close_if(e);
	close_if(v);
	close_if(timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC));
}

static void files(void)
{
	struct stat st;

	close_if(open("/tmp/bench-slab", O_RDWR | O_CREAT | O_CLOEXEC, 0600));
	rename("/tmp/bench-slab", "/tmp/bench-slab-2");
	unlink("/tmp/bench-slab-2");
	stat("/proc/self/fd/0", &st);
	stat("/sys/kernel/tracing/no_such_file", &st);
}

void slab_round(void)
{
	look_up("/proc/self/stat");
	memory();
	descriptors();
	files();
	look_up("/proc/self/fdinfo/0");
}
