// SPDX-License-Identifier: GPL-2.0
#include "symbols.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tracefs.h"

bool symbols_read(struct symbols *syms)
{
	int fd = open("/proc/kallsyms", O_RDONLY | O_CLOEXEC);

	syms->text = fd < 0 ? NULL : fd_read_all(fd, 1 << 16, NULL);
	if (fd >= 0)
		close(fd);
	/* hidden addresses are all 0, and on no architecture is that of vfs_write */
	if (syms->text) {
		const char *line = strstr(syms->text, " vfs_write\n");

		while (line && line > syms->text && line[-1] != '\n')
			line--;
		if (line && strtoull(line, NULL, 16))
			return true;
	}
	symbols_free(syms);
	return false;
}

void symbols_free(struct symbols *syms)
{
	free(syms->text);
	syms->text = NULL;
}

int symbols_match(const struct symbols *syms, uint64_t ip, const char *frame)
{
	size_t len = strcspn(frame, "+\n");
	char name[256];
	const char *p;
	int found = 0;

	if (frame[len] != '+' || len + 3 > sizeof(name))
		return 0;
	snprintf(name, sizeof(name), " %.*s", (int)len, frame);
	/* static functions of one name are several lines; one of them must fit */
	for (p = strstr(syms->text, name); p; p = strstr(p + 1, name)) {
		const char *line = p;

		if (p[len + 1] != '\n' && p[len + 1] != '\t')
			continue;
		while (line > syms->text && line[-1] != '\n')
			line--;
		if (strtoull(line, NULL, 16) + strtoull(frame + len + 1, NULL, 16) == ip)
			return 1;
		found = -1;
	}
	return found;
}
