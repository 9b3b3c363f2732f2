// SPDX-License-Identifier: GPL-2.0
/*
 * hotplug - CPUs go offline and come back while their events get ids
 *
 * What a CPU counted and recorded stays when it is gone: counters, references and ids must add up
 * over all CPUs there can be. On its way out it still calls functions when no grace period waits
 * for it any more; the function tracer records them, get_id() says -EAGAIN, and such an event has
 * no stack at all (R2). Were it admitted, a reset could clear the table under it.
 *
 * Firmware may refuse to take a CPU back at once (riscv's SBI: -EINVAL): asked again until it does.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lib/epoch.h"

static struct live seen, seen_cpu1;
static unsigned long offs, ons, retries, never_back;
static int off_error;

static int switch_cpu(int cpu, bool on)
{
	char path[64];
	int fd, err = 0;

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu%d/online", cpu);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (write(fd, on ? "1" : "0", 1) != 1)
		err = -errno;
	close(fd);
	return err;
}

static bool off(int cpu)
{
	int err = switch_cpu(cpu, false);

	offs += !err;
	if (err && err != -EBUSY && !off_error)
		off_error = err;
	return !err;
}

static void on(int cpu)
{
	for (int i = 0; i < 200; i++) {
		if (!switch_cpu(cpu, true)) {
			ons++;
			return;
		}
		retries++;
		sleep_ms(20);
	}
	never_back++;
}

/* One CPU or several are away, for a moment or longer. */
static void plugger(struct worker *w)
{
	bool away[256] = { false };

	while (!w->r->stop) {
		int cpu = 1 + prng_below(&w->prng, w->r->cpus - 1);

		if (away[cpu])
			on(cpu);
		away[cpu] = !away[cpu] && off(cpu);
		w->count++;
		sleep_ms(20 + prng_below(&w->prng, 120));
	}
	for (int cpu = 1; cpu < w->r->cpus; cpu++)
		if (away[cpu])
			on(cpu);
}

/* The load of load.c alone would not follow CPUs that come back. */
static void follower(struct worker *w)
{
	int cpu = 1 + w->n % (w->r->cpus - 1);

	while (!w->r->stop) {
		pin_to_cpu(cpu);
		sleep_ms(1);
		w->count++;
	}
}

static void start_load(struct run *r)
{
	load_start(r, 1);
	for (int i = 1; i < r->cpus; i++)
		worker_start(r, i - 1, "follower", follower, NULL);
	worker_start(r, 0, "plugger", plugger, NULL);
}

static int setup(struct run *r)
{
	if (r->cpus < 2 || access("/sys/devices/system/cpu/cpu1/online", W_OK)) {
		note("no second CPU that can be switched off (SMP=%d): %s", r->cpus,
		     strerror(errno));
		return -ENODEV;
	}
	tracefs_must_write("buffer_size_kb", "512");
	tracefs_must_write("options/stacktrace", "1");
	tracefs_must_write("options/stackmap", "1");
	return 0;
}

static void load(struct run *r)
{
	uint64_t end = now_ns() + r->seconds * 1000000000ull;

	recording_start();
	start_load(r);
	while (now_ns() < end) {
		sleep_ms(200);
		live_look(&seen, "trace");
		live_look(&seen_cpu1, "per_cpu/cpu1/trace");
	}
	r->stop = true;
}

/* The quiet epoch, with the functions of a CPU's last moments beside the events. */
static void quiet(struct run *r)
{
	struct epoch e = { 0 };
	unsigned long gone = offs;

	tracefs_must_write("buffer_size_kb", "8192");
	epoch_begin();
	tracefs_must_write("set_ftrace_filter", "*dying*");
	tracefs_must_write("current_tracer", "function");
	tracefs_must_write("options/func_stack_trace", "1");
	r->stop = false;
	recording_start();
	start_load(r);
	for (uint64_t end = now_ns() + 8000000000ull; offs - gone < 4 && now_ns() < end;)
		sleep_ms(20);
	epoch_record_until(4000, 4000);
	/* Nobody may be dying any more when tracing ends between a function and its stack. */
	r->stop = true;
	workers_join();
	recording_stop();
	epoch_read(&e);
	epoch_judge_ids(r, &e);
	epoch_judge_events(&e);
	check(e.sum.full == e.sum.full_deep,
	      "R2 a dying CPU's drop leaves no full stack (%llu full, %llu too deep, %llu drops)",
	      (unsigned long long)e.sum.full, (unsigned long long)e.sum.full_deep,
	      (unsigned long long)e.st.drops);
	floor_at_least("epoch_cpus_off", 3, offs - gone);
	floor_at_least("drops_without_rcu", 3, e.st.drops);
	epoch_floors(&e, 2000);
	epoch_free(&e);
	tracefs_must_write("options/func_stack_trace", "0");
	tracefs_must_write("current_tracer", "nop");
	close(tracefs_open("set_ftrace_filter", O_WRONLY | O_TRUNC));
}

static void judge(struct run *r)
{
	live_judge(&seen);
	check(!seen_cpu1.unresolved && !seen_cpu1.bad,
	      "I1 every id of the CPU that comes and goes resolves (%llu, %llu do not) %s",
	      (unsigned long long)seen_cpu1.ids, (unsigned long long)seen_cpu1.unresolved,
	      seen_cpu1.why);
	floor_at_least("ids_on_cpu1", 200, seen_cpu1.ids);
	quiet(r);
	check(!off_error && !never_back, "every CPU goes and comes back (%lu did not; going: %s)",
	      never_back, strerror(-off_error));
	floor_at_least("cpus_switched_off", r->seconds, offs);
	floor_at_least("cpus_switched_on", r->seconds, ons);
	stat_u64("retries_until_on", "count", "none", retries);
}

const struct scenario scenario = {
	.name = "hotplug", .claims = LIVE_CLAIMS + 1 + EPOCH_CLAIMS + 2, .seconds = 10,
	.needs = { "stack_map", "stack_map_stat", "stack_map_bin", "options/stackmap",
		   "set_ftrace_filter" },
	.setup = setup, .load = load, .judge = judge,
};
