// SPDX-License-Identifier: GPL-2.0
/*
 * kprobe_events - events out of probes: get_id() entered from inside breakpoints and returns
 *
 * A probe at an instruction is a breakpoint; its handler and the stack behind its event run there
 * (on riscv with in_nmi() true, on x86 too unless the probe sits on the ftrace call). A return
 * probe's stack starts in the trampoline that replaced the return address. Probes are made,
 * switched on, off and removed under load.
 *
 * The exact run: a system call that nobody else makes, a known number of times, with a probe at
 * its entry, behind it, and at its return; kprobe_profile, the trace and the map must agree.
 * Where the ring buffer takes no event inside the breakpoint (riscv32: GENERIC_ATOMIC64), there is
 * no id either and the map must not have been touched: the reservation comes first.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "lib/epoch.h"

#define CALLS 1000

/* Names that kernels share; one that this kernel lacks, or does not let probe, is left out. */
static const char *const functions[] = {
	"vfs_read", "vfs_open", "do_sys_openat2", "handle_mm_fault", "mod_timer", "dput",
	"wake_up_process", "hrtimer_start_range_ns", "pipe_write", "seq_read_iter",
};
#define NR_FUNCTIONS (sizeof(functions) / sizeof(functions[0]))

static struct live seen;
static unsigned long made, refused, removed;
static int first_error;

/* "p:smk/NAME WHERE", appended; 0 or -errno */
static int define(const char *line)
{
	int fd = tracefs_open("kprobe_events", O_WRONLY | O_APPEND);
	int err = 0;

	if (fd < 0)
		die("kprobe_events: %m");
	if (write(fd, line, strlen(line)) < 0)
		err = -errno;
	close(fd);
	return err;
}

static void must_define(const char *line)
{
	int err = define(line);

	if (err)
		die("kprobe_events: '%s': %s", line, strerror(-err));
}

static void enable(const char *name, bool on)
{
	char file[64];

	snprintf(file, sizeof(file), "events/smk/%s/enable", name);
	tracefs_must_write(file, on ? "1" : "0");
}

/* Of an event in use by somebody the removal is refused for a moment. */
static int undefine(const char *name)
{
	char line[64];
	int err;

	snprintf(line, sizeof(line), "-:smk/%s", name);
	for (int i = 0; i < 100; i++) {
		err = define(line);
		if (err != -EBUSY)
			break;
		sleep_ms(10);
	}
	return err;
}

static void changer(struct worker *w)
{
	char name[32], line[128];

	while (!w->r->stop) {
		const char *function = functions[prng_below(&w->prng, NR_FUNCTIONS)];
		bool ret = prng_below(&w->prng, 3) == 0;
		int err;

		snprintf(name, sizeof(name), "w%u_%llu", w->n, (unsigned long long)w->count++);
		snprintf(line, sizeof(line), "%s:smk/%s %s", ret ? "r" : "p", name, function);
		if (define(line)) {
			refused++;
			continue;
		}
		made++;
		enable(name, true);
		sleep_ms(50 + prng_below(&w->prng, 200));
		enable(name, false);
		err = undefine(name);
		removed += !err;
		if (err && !first_error)
			first_error = err;
	}
}

static int setup(struct run *r)
{
	(void)r;
	tracefs_must_write("buffer_size_kb", "1024");
	tracefs_must_write("options/stacktrace", "1");
	tracefs_must_write("options/stackmap", "1");
	return 0;
}

static void load(struct run *r)
{
	uint64_t end = now_ns() + r->seconds * 1000000000ull;

	tracefs_must_write("tracing_on", "1");
	load_start(r, 1);
	for (int i = 0; i < 3; i++)
		worker_start(r, i, "changer", changer, NULL);
	while (now_ns() < end) {
		sleep_ms(300);
		live_look(&seen, "trace");
	}
	r->stop = true;
}

/* The kernel's function behind getppid(), whatever the architecture puts in front of the name. */
static bool find_call(char *name, size_t len)
{
	static const char tail[] = "sys_getppid\n";
	char *text = file_read("/proc/kallsyms", NULL);
	char line[160];
	bool found = false;

	for (char *p = text; p && !found && (p = strstr(p, tail)); p += sizeof(tail) - 1) {
		char *start = p;

		while (start > text && start[-1] != ' ')
			start--;
		snprintf(name, len, "%.*s", (int)(p - start + sizeof(tail) - 2), start);
		if (!strncmp(name, "__pfx_", 6))
			continue;	/* what stands in front of a function, never run */
		snprintf(line, sizeof(line), "p:smk/try %s", name);
		found = !define(line) && !undefine("try");
	}
	free(text);
	return found;
}

/* Behind the entry, at the first place that is an instruction and not the ftrace call. */
static int define_inside(const char *name, const char *function)
{
	char line[160];

	for (int at = 5; at <= 64; at++) {
		snprintf(line, sizeof(line), "p:smk/%s %s+%d", name, function, at);
		if (!define(line))
			return at;
	}
	return 0;
}

static uint64_t hits_of(const char *name, uint64_t *missed)
{
	char *text = tracefs_read("kprobe_profile", NULL);
	const char *p = text ? strstr(text, name) : NULL;
	unsigned long long hits = 0, misses = 0;

	if (p)
		sscanf(p + strlen(name), " %llu %llu", &hits, &misses);
	free(text);
	*missed = misses;
	return hits;
}

static void caller(struct worker *w)
{
	for (w->count = 0; w->count < CALLS; w->count++)
		syscall(SYS_getppid);
}

/* CALLS from each CPU through one probe; returns the events that were recorded. */
static uint64_t exact(struct run *r, const char *name)
{
	uint64_t calls, hits, missed, events;
	struct map_stat st;
	struct tev_sum sum = { 0 };
	int fd;

	epoch_begin();
	enable(name, true);
	tracefs_must_write("tracing_on", "1");
	for (int i = 0; i < r->cpus; i++)
		worker_start(r, i, "caller", caller, NULL);
	calls = workers_join();
	enable(name, false);
	recording_stop();
	hits = hits_of(name, &missed);
	fd = tracefs_open("trace", O_RDONLY);
	if (fd < 0 || tev_sum_fd(&sum, fd) || map_stat_read(&st))
		die("trace or stack_map_stat: %m");
	close(fd);
	check(hits + missed == calls && (sum.events == hits || !sum.events),
	      "%s: %llu calls, %llu hits, %llu missed, %llu events", name,
	      (unsigned long long)calls, (unsigned long long)hits, (unsigned long long)missed,
	      (unsigned long long)sum.events);
	check(sum.ids == sum.events && st.successes == sum.ids && !st.drops && !sum.full,
	      "%s: each event has its id, and the map counts no other (%llu, %llu, %llu drops)",
	      name, (unsigned long long)sum.ids, (unsigned long long)st.successes,
	      (unsigned long long)st.drops);
	events = sum.events;
	tev_sum_free(&sum);
	return events;
}

/* Three quiet epochs with one probe each, and one with many. */
static void judge_exact(struct run *r)
{
	uint64_t entry, inside, ret;
	char call[64], line[128];
	int at;

	if (!find_call(call, sizeof(call)))
		die("no *sys_getppid in kallsyms that can be probed");
	snprintf(line, sizeof(line), "p:smk/entry %s", call);
	must_define(line);
	snprintf(line, sizeof(line), "r:smk/ret %s", call);
	must_define(line);
	at = define_inside("inside", call);
	if (!at)
		die("no place behind the entry of %s takes a probe", call);
	note("probed: %s, %s+%d, its return", call, call, at);
	entry = exact(r, "entry");
	inside = exact(r, "inside");
	ret = exact(r, "ret");
	stat_u64("events_at_entry", "events", "none", entry);
	stat_u64("events_inside", "events", "none", inside);
	floor_at_least("events_at_return", CALLS, ret);
	undefine("entry");
	undefine("inside");
	undefine("ret");
	/* A 32-bit ring buffer may take no event in NMI context, which breakpoints are on riscv. */
	if (sizeof(long) > 4 || entry || inside)
		floor_at_least("events_in_breakpoints", CALLS, inside);
	else
		note("no event out of a breakpoint is recorded by this kernel's ring buffer");
}

/* All functions at once, entries and returns, for events of an epoch. */
static void quiet(struct run *r)
{
	struct epoch e = { 0 };
	char name[32], line[128];
	bool on[2 * NR_FUNCTIONS];

	for (size_t i = 0; i < 2 * NR_FUNCTIONS; i++) {
		snprintf(line, sizeof(line), "%s:smk/q%zu %s", i % 2 ? "r" : "p", i,
			 functions[i / 2]);
		on[i] = !define(line);
	}
	epoch_begin();
	tracefs_must_write("tracing_on", "1");
	for (size_t i = 0; i < 2 * NR_FUNCTIONS; i++) {
		snprintf(name, sizeof(name), "q%zu", i);
		if (on[i])
			enable(name, true);
	}
	epoch_record_until(2000, 20000);
	recording_stop();
	epoch_read(&e);	/* before they go: removing an event empties the buffer */
	for (size_t i = 0; i < 2 * NR_FUNCTIONS; i++) {
		snprintf(name, sizeof(name), "q%zu", i);
		if (on[i])
			undefine(name);
	}
	epoch_judge_ids(r, &e);
	epoch_judge_events(&e);
	epoch_floors(&e, 2000);
	epoch_free(&e);
}

static void judge(struct run *r)
{
	live_judge(&seen);
	check(!first_error, "every probe is removed again (%s)", strerror(-first_error));
	floor_at_least("probes_made", 2ull * r->seconds, made);
	floor_at_least("probes_removed", 2ull * r->seconds, removed);
	stat_u64("probes_refused", "count", "none", refused);
	judge_exact(r);
	r->stop = false;
	load_start(r, 1);
	quiet(r);
	r->stop = true;
	workers_join();
}

const struct scenario scenario = {
	.name = "kprobe_events", .claims = LIVE_CLAIMS + 1 + 6 + EPOCH_CLAIMS, .seconds = 8,
	.needs = { "stack_map", "stack_map_stat", "stack_map_bin", "options/stackmap",
		   "kprobe_events", "kprobe_profile" },
	.setup = setup, .load = load, .judge = judge,
};
