// SPDX-License-Identifier: GPL-2.0
#include "load.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tracefs.h"

#define MARK_TRIGGER "events/ftrace/print/trigger"

int marks_on(void)
{
	long ret = tracefs_put(MARK_TRIGGER, "stacktrace");

	if (ret < 0 && ret != -EEXIST)
		return ret;
	return tracefs_open("trace_marker", O_WRONLY);
}

void marks_off(int fd)
{
	tracefs_put(MARK_TRIGGER, "!stacktrace");
	if (fd >= 0)
		close(fd);
}

size_t mark(int fd, size_t n, size_t len)
{
	static const char text[] = "a mark of the kernel selftest of the ftrace stack map ....";
	size_t done = 0;

	if (len > sizeof(text) - 1)
		len = sizeof(text) - 1;
	while (done < n && write(fd, text, len) == (ssize_t)len)
		done++;
	return done;
}

size_t mark_paths(int fd)
{
	struct iovec iov = { .iov_base = (void *)"iov", .iov_len = 3 };
	size_t n = 0;

	n += write(fd, "one", 3) == 3;
	n += writev(fd, &iov, 1) == 3;
	n += pwrite(fd, "two", 3, 0) == 3;
	n += pwritev(fd, &iov, 1, 0) == 3;
	return n;
}

int variety_on(void)
{
	long ret = tracefs_put("options/stacktrace", "1");

	if (ret < 0)
		return ret;
	if (tracefs_has("events/sched"))
		tracefs_put("events/sched/sched_process_exit/enable", "1");
	ret = tracefs_put("events/kmem/kmem_cache_alloc/enable", "1");
	if (ret < 0)
		return ret;
	ret = tracefs_put("events/kmem/kmalloc/enable", "1");
	return ret < 0 ? ret : 0;
}

void variety_off(void)
{
	tracefs_put("events/enable", "0");
	tracefs_put("options/stacktrace", "0");
}

static void allocate_by_files(void)
{
	int p[2], fd = open("/proc/self/stat", O_RDONLY);
	char buf[256];
	struct stat st;

	if (read(fd, buf, sizeof(buf)) < 0 || stat("/proc/self/status", &st))
		errno = 0;	/* only the kernel's allocations matter */
	close(fd);
	if (!pipe(p)) {
		if (write(p[1], buf, 16) < 0)
			errno = 0;
		close(p[0]);
		close(p[1]);
	}
	if (!socketpair(AF_UNIX, SOCK_DGRAM, 0, p)) {
		if (send(p[0], buf, 16, 0) < 0)
			errno = 0;
		close(p[0]);
		close(p[1]);
	}
}

static void allocate_by_memory(void)
{
	void *map = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	pid_t pid;

	if (map != MAP_FAILED) {
		mprotect(map, 4096, PROT_READ);
		munmap(map, 1 << 16);
	}
	pid = fork();
	if (!pid)
		_exit(0);
	if (pid > 0)
		waitpid(pid, NULL, 0);
}

void variety(unsigned int rounds)
{
	while (rounds--) {
		allocate_by_files();
		allocate_by_memory();
	}
}
