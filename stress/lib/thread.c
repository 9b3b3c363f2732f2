// SPDX-License-Identifier: GPL-2.0
/* thread.c - worker threads of a run */
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include "stress.h"

static struct { pthread_t id; struct worker *w; } all[256];
static size_t n_all;

static void *entry(void *arg)
{
	struct worker *w = arg;

	w->fn(w);
	return NULL;
}

/* The stream number comes from the kind's name: adding a kind does not shift the others. */
static uint64_t stream_of(const char *kind, unsigned int n)
{
	uint64_t h = 14695981039346656037ull;

	while (*kind)
		h = (h ^ (unsigned char)*kind++) * 1099511628211ull;
	return h + n;
}

void worker_start(struct run *r, unsigned int n, const char *kind, void (*fn)(struct worker *),
		  void *arg)
{
	struct worker *w = calloc(1, sizeof(*w));
	int err;

	if (!w || n_all == sizeof(all) / sizeof(all[0]))
		die("too many workers (%zu), starting %s %u", n_all, kind, n);
	w->r = r;
	w->n = n;
	w->fn = fn;
	w->arg = arg;
	prng_init(&w->prng, r->seed, stream_of(kind, n));
	err = pthread_create(&all[n_all].id, NULL, entry, w);
	if (err)
		die("cannot start %s thread %u: %s", kind, n, strerror(err));
	all[n_all++].w = w;
}

uint64_t workers_join(void)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < n_all; i++) {
		pthread_join(all[i].id, NULL);
		sum += all[i].w->count;
		free(all[i].w);
	}
	n_all = 0;
	return sum;
}

void pin_to_cpu(int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	sched_setaffinity(0, sizeof(set), &set);	/* an offline CPU: stay where we are */
}
