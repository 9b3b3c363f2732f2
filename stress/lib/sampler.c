// SPDX-License-Identifier: GPL-2.0
/*
 * sampler.c - the statistics series: one "# sample" line every 250 ms (SAMPLE_HZ)
 *
 * Counters in the series only grow: what a reset of the map took away is added again, so that a
 * reader gets a rate by subtracting neighbours. Successes between the last sample and a reset
 * are not seen here, the series is a lower bound. records is a gauge.
 */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include "stress.h"

static pthread_t thread;
static volatile bool quit;
static uint64_t begin;

void (*sampler_source)(char *line, size_t len);

struct totals { uint64_t inserts, successes, drops; struct map_stat last; };

/* How much a counter grew that may have been cleared meanwhile. */
static uint64_t grown(uint64_t last, uint64_t now)
{
	return now >= last ? now - last : now;
}

static void sample_map(struct totals *t, char *line, size_t len)
{
	struct map_stat st = { 0 };
	struct percpu_stat pc;
	struct nmi_counts nc;

	if (!map_stat_read(&st)) {
		t->inserts += grown(t->last.entries, st.entries);
		t->successes += grown(t->last.successes, st.successes);
		t->drops += grown(t->last.drops, st.drops);
		t->last = st;
	}
	percpu_stat_sum(&pc);
	nmi_count(&nc);
	snprintf(line, len, "inserts=%llu hits=%llu drops=%llu records=%llu resets=%lu busy=%lu "
		 "nmis=%llu pmu_irqs=%llu events=%llu lost=%llu", (unsigned long long)t->inserts,
		 (unsigned long long)(t->successes > t->inserts ? t->successes - t->inserts : 0),
		 (unsigned long long)t->drops, (unsigned long long)t->last.entries,
		 (unsigned long)resets_done, (unsigned long)resets_busy,
		 (unsigned long long)nc.nmi_row, (unsigned long long)nc.pmu_row,
		 (unsigned long long)(pc.entries + pc.overrun),
		 (unsigned long long)(pc.overrun + pc.commit_overrun + pc.dropped));
}

static void sample(struct totals *t)
{
	char line[512] = "";
	uint64_t at = (now_ns() - begin) / 1000000;

	if (sampler_source)
		sampler_source(line, sizeof(line));
	else
		sample_map(t, line, sizeof(line));
	if (*line)
		report_line("# sample %llu %s", (unsigned long long)at, line);
}

static void *sampler(void *arg)
{
	const char *hz = getenv("SAMPLE_HZ");
	uint64_t period = 1000000000ull / (hz && atoi(hz) > 0 ? atoi(hz) : 4);
	struct totals t = { 0 };
	uint64_t next = begin;

	(void)arg;
	while (!quit) {
		uint64_t now = now_ns();

		if (now < next) {
			sleep_ms(next - now > 20000000 ? 20 : 1 + (next - now) / 1000000);
			continue;
		}
		sample(&t);
		next += period;
		if (next < now)
			next = now + period;	/* late: skip beats, do not bunch them */
	}
	sample(&t);
	return NULL;
}

void sampler_start(struct run *r)
{
	(void)r;
	quit = false;
	begin = now_ns();
	if (pthread_create(&thread, NULL, sampler, NULL))
		die("cannot start the sampler thread");
}

void sampler_stop(void)
{
	quit = true;
	pthread_join(thread, NULL);
}
