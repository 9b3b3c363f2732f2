// SPDX-License-Identifier: GPL-2.0
/*
 * timed - time of an event without a stack, with a full one and with an id, there and back
 *
 *   usage: /bench/timed [ROUNDS [EVENTS]]      (10 20000)
 *
 * Each round is A B C C B A, so a drift of the machine falls on all alike. Differences are taken
 * within half a round; their median comes with a 99 % interval. The smallest difference that could
 * have been seen is about half of its width, and never less than one step of the clock: some guests
 * have nothing better than the tick. Reported, never a gate: emulated time is no hardware's. No
 * cycle counter is used.
 */
#include <stdio.h>
#include <stdlib.h>
#include "lib/bench.h"
#include "lib/paired.h"

#define EVENT		"events/stackmap_bench/stackmap_bench/enable"
#define MAX_ROUNDS	500

enum config { ALONE, FULL, ID, CONFIGS };
static const char *const name[CONFIGS] = { "event_alone", "full_stack", "stackmap" };

static double ns[CONFIGS][2 * MAX_ROUNDS];
static double difference[2 * MAX_ROUNDS];

static double one(enum config c, const char *events)
{
	uint64_t begin;

	tracefs_must_write("options/stacktrace", c == ALONE ? "0" : "1");
	tracefs_must_write("options/stackmap", c == ID ? "1" : "0");
	tracefs_clear();
	module_must_write("fire", "10");
	begin = now_ns();
	module_must_write("fire", events);
	return (double)(now_ns() - begin) / atoi(events);
}

/* The step of the clock: the smallest of some changes that were seen. */
static double clock_step(void)
{
	uint64_t least = UINT64_MAX;

	for (int i = 0; i < 5; i++) {
		uint64_t before = now_ns(), after;

		do
			after = now_ns();
		while (after == before);
		if (after - before < least)
			least = after - before;
	}
	return least;
}

static void differ(enum config a, enum config b, unsigned int n, double step)
{
	double visible;
	struct paired p;
	char text[80];

	for (unsigned int i = 0; i < n; i++)
		difference[i] = ns[b][i] - ns[a][i];
	if (!check(!paired(difference, n, &p), "%s minus %s: %u pairs", name[b], name[a], n))
		return;
	snprintf(text, sizeof(text), "%s_minus_%s", name[b], name[a]);
	stat_f(text, "ns/event", "lower", p.median);
	visible = (p.high - p.low) / 2 > step ? (p.high - p.low) / 2 : step;
	note("%s: median %.1f ns/event, 99 %% interval %.1f .. %.1f, smallest visible about %.1f",
	     text, p.median, p.low, p.high, visible);
	snprintf(text, sizeof(text), "%s_minus_%s.smallest_visible", name[b], name[a]);
	stat_f(text, "ns/event", "none", visible);
}

int main(int argc, char **argv)
{
	unsigned int rounds = argc > 1 ? strtoul(argv[1], NULL, 10) : 10, n = 0;
	const char *events = argc > 2 ? argv[2] : "20000";
	double step;

	if (!rounds || rounds > MAX_ROUNDS || atoi(events) < 1)
		die("timed: 1 to %d rounds and at least one event are wanted", MAX_ROUNDS);
	if (!tracefs_has("options/stackmap"))
		report_skip("tracefs has no options/stackmap: this kernel lacks that face");
	tracefs_must_write("tracing_on", "1");
	tracefs_must_write(EVENT, "1");
	for (unsigned int r = 0; r < rounds; r++, n += 2) {
		for (int c = 0; c < CONFIGS; c++)
			ns[c][n] = one(c, events);
		for (int c = CONFIGS - 1; c >= 0; c--)
			ns[c][n + 1] = one(c, events);
	}
	tracefs_must_write(EVENT, "0");
	step = clock_step() / atoi(events);
	report_begin(2);
	for (int c = 0; c < CONFIGS; c++)
		for (unsigned int i = 0; i < n; i++)
			stat_f(name[c], "ns/event", "lower", ns[c][i]);
	differ(ALONE, FULL, n, step);
	differ(FULL, ID, n, step);
	return report_end();
}
