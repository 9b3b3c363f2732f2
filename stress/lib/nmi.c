// SPDX-License-Identifier: GPL-2.0
/*
 * nmi.c - which rows of /proc/interrupts grew
 *
 * No table of architectures: a machine that has an NMI row has an NMI vector, a machine that has
 * a row named after a PMU delivers counter overflow there. What the machine lacks stays 0.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "stress.h"

/* Sum of the per-CPU columns of a row "  17:   12   3   GICv3 ... name". */
static uint64_t row_sum(const char *p)
{
	uint64_t sum = 0;
	char *end;

	for (;;) {
		unsigned long long v = strtoull(p, &end, 10);

		if (end == p || (*end && *end != ' ' && *end != '\n'))
			return sum;
		sum += v;
		p = end;
	}
}

void nmi_count_parse(const char *text, struct nmi_counts *c)
{
	memset(c, 0, sizeof(*c));
	for (const char *line = text; line && *line;) {
		const char *nl = strchr(line, '\n');
		size_t len = nl ? (size_t)(nl - line) : strlen(line);
		const char *colon = memchr(line, ':', len);
		char copy[512];

		snprintf(copy, sizeof(copy), "%.*s", (int)len, line);
		if (colon && !strncmp(line + strspn(line, " "), "NMI:", 4)) {
			c->has_nmi_row = true;
			c->nmi_row += row_sum(colon + 1);
		} else if (colon && (strstr(copy, "-pmu") || strstr(copy, " pmu"))) {
			c->has_pmu_row = true;
			c->pmu_row += row_sum(colon + 1);
		}
		line = nl ? nl + 1 : NULL;
	}
}

void nmi_count(struct nmi_counts *c)
{
	char *text = file_read("/proc/interrupts", NULL);

	if (!text)
		die("/proc/interrupts: %m");
	nmi_count_parse(text, c);
	free(text);
}

/*
 * Asks the runner for NMIs as long as the run lasts. The guest's clock and the host's do not go
 * equally fast, so the wish is short and repeated.
 */
void nmi_requester(struct worker *w)
{
	while (!w->r->stop) {
		report_line("# request inject-nmi %s 2000", (const char *)w->arg);
		for (int i = 0; i < 20 && !w->r->stop; i++)
			sleep_ms(25);
	}
}

bool dmesg_has(const char *words, char *line, size_t len)
{
	int fd = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	char buf[2048];
	bool found = false;
	ssize_t n;

	while (fd >= 0 && !found) {
		char *text;

		n = read(fd, buf, sizeof(buf) - 1);
		if (n < 0 && errno == EPIPE)
			continue; /* the oldest lines were overwritten: go on with what is left */
		if (n <= 0)
			break;
		buf[n] = '\0';
		text = strchr(buf, ';');
		if (text && strstr(text, words)) {
			found = true;
			snprintf(line, len, "%.*s", (int)strcspn(text + 1, "\n"), text + 1);
		}
	}
	if (fd >= 0)
		close(fd);
	return found;
}
