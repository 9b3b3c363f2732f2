// SPDX-License-Identifier: GPL-2.0
/*
 * Stands in for QEMU in tests of the runner: plays the conversation in $FAKE_SCRIPT over the
 * descriptors of the command line, and answers QMP meanwhile. With "-accel kvm" it plays
 * $FAKE_SCRIPT.kvm.
 *
 * Script lines: console TEXT, report TEXT, part TEXT (console, no newline), stderr TEXT, sleep
 * MS, loop MS (QMP only), shutdown REASON (event; guest-* is from inside), kill (SIGKILL on
 * itself), deaf (QMP is not answered from here on), flood N (lines on the console), exit N.
 */
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int console = -1, report = -1, qmp = -1;
static bool deaf, kvm;

static void say(int fd, const char *text, const char *end)
{
	char buf[4096];
	int n = snprintf(buf, sizeof(buf), "%s%s", text, end);

	if (fd < 0 || write(fd, buf, n) != n)
		exit(90);
}

static void answer(const char *line)
{
	const char *id = strstr(line, "\"id\":");
	const char *ret = "{}";
	char buf[1024];

	if (strstr(line, "info registers"))
		ret = "\"\\r\\nCPU#0\\nRAX=0000000000000000 "
		      "RSP=ffffc90000003f00\\nRIP=ffffffff81000010 RFL=0\\r\\n"
		      "CPU#1\\nRAX=0000000000000000 RSP=ffffc90000013f00\\nRIP=ffffffff81000120 "
		      "RFL=0\\n\"";
	else if (strstr(line, "\"x/"))
		ret = "\"ffffc90000003f00: 0x0000000000000001 0xffffffff81000104\\r\\n\"";
	if (strstr(line, "inject-nmi") && getenv("FAKE_NO_NMI"))
		snprintf(buf, sizeof(buf),
			 "{\"id\": %d, \"error\": {\"class\": \"GenericError\", "
			 "\"desc\": \"machine does not provide NMIs\"}}\n",
			 id ? atoi(id + 5) : 0);
	else
		snprintf(buf, sizeof(buf), "{\"return\": %s, \"id\": %d}\n", ret,
			 id ? atoi(id + 5) : 0);
	say(qmp, buf, "");
}

static void serve(void)
{
	static char in[65536];
	static size_t n;
	char *nl;
	ssize_t r = read(qmp, in + n, sizeof(in) - n - 1);

	if (r <= 0)
		exit(0);
	n += r;
	in[n] = '\0';
	while ((nl = strchr(in, '\n'))) {
		*nl++ = '\0';
		if (!deaf)
			answer(in);
		n -= nl - in;
		memmove(in, nl, n + 1);
	}
}

static long ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void serve_for(long time)
{
	struct pollfd p = { .fd = qmp, .events = POLLIN };

	for (long end = ms() + time; ms() < end;)
		if (poll(&p, 1, end - ms()) > 0)
			serve();
}

static void event(const char *reason)
{
	char buf[256];

	snprintf(buf, sizeof(buf),
		 "{\"timestamp\": {\"seconds\": 1, \"microseconds\": 0}, \"event\": "
		 "\"SHUTDOWN\", "
		 "\"data\": {\"guest\": %s, \"reason\": \"%s\"}}",
		 strncmp(reason, "guest", 5) ? "false" : "true", reason);
	say(qmp, buf, "\n");
}

static void step(char *line)
{
	char *arg = strchr(line, ' ');

	line[strcspn(line, "\n")] = '\0';
	if (arg)
		*arg++ = '\0';
	else
		arg = line + strlen(line);
	if (!strcmp(line, "console"))
		say(console, arg, "\r\n");
	else if (!strcmp(line, "part"))
		say(console, arg, "");
	else if (!strcmp(line, "report"))
		say(report, arg, "\n");
	else if (!strcmp(line, "stderr"))
		say(2, arg, "\n");
	else if (!strcmp(line, "sleep"))
		serve_for(atol(arg));
	else if (!strcmp(line, "shutdown"))
		event(arg);
	else if (!strcmp(line, "kill"))
		raise(SIGKILL);
	else if (!strcmp(line, "deaf"))
		deaf = true;
	else if (!strcmp(line, "flood"))
		for (long i = atol(arg); i > 0; i--)
			say(console,
			    "[    1.000000] a line of a guest that says the same thing again and "
			    "again",
			    "\n");
	else if (!strcmp(line, "exit"))
		exit(atoi(arg));
	else if (*line && *line != '#')
		exit(91);
}

static int number(const char *arg, const char *key)
{
	return strncmp(arg, key, strlen(key)) ? -1 : atoi(arg + strlen(key));
}

int main(int argc, char **argv)
{
	char path[4096], line[4096];
	FILE *f;

	for (int i = 1; i < argc; i++) {
		int c = number(argv[i], "socket,id=console,fd="), r = number(argv[i], "socket,id="
										      "report,"
										      "fd=");
		int q = number(argv[i], "socket,id=qmp,fd=");

		console = c >= 0 ? c : console;
		report = r >= 0 ? r : report;
		qmp = q >= 0 ? q : qmp;
		kvm |= !strcmp(argv[i], "-accel") && i + 1 < argc && !strcmp(argv[i + 1], "kvm");
	}
	snprintf(path, sizeof(path), "%s%s", getenv("FAKE_SCRIPT") ?: "", kvm ? ".kvm" : "");
	f = fopen(path, "r");
	if (!f || qmp < 0 || console < 0 || report < 0) {
		fprintf(stderr, "fake qemu: no script %s or no descriptors\n", path);
		return 92;
	}
	say(qmp,
	    "{\"QMP\": {\"version\": {\"qemu\": {\"micro\": 2, \"minor\": 0, \"major\": 10}, "
	    "\"package\": \"fake\"}, \"capabilities\": []}}",
	    "\n");
	serve_for(30);
	while (fgets(line, sizeof(line), f))
		step(line);
	serve_for(30);
	return 0;
}
