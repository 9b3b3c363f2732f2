// SPDX-License-Identifier: GPL-2.0
/* hist.c - latency histogram; bucket b holds values whose highest bit is b (0 holds 0 and 1) */
#include <stdio.h>
#include "stress.h"

void hist_add(struct hist *h, uint64_t v)
{
	if (!h->n || v < h->min)
		h->min = v;
	if (v > h->max)
		h->max = v;
	h->n++;
	h->sum += v;
	h->bucket[v ? 63 - __builtin_clzll(v) : 0]++;
}

void hist_merge(struct hist *into, const struct hist *from)
{
	if (!from->n)
		return;
	if (!into->n || from->min < into->min)
		into->min = from->min;
	if (from->max > into->max)
		into->max = from->max;
	into->n += from->n;
	into->sum += from->sum;
	for (int i = 0; i < 64; i++)
		into->bucket[i] += from->bucket[i];
}

uint64_t hist_quantile(const struct hist *h, double q)
{
	/* rank 1..n: the smallest value such that at least q*n values are not above it */
	uint64_t rank = (uint64_t)(q * h->n), seen = 0;

	if (rank < q * h->n || !rank)
		rank++;
	for (int i = 0; i < 64; i++) {
		seen += h->bucket[i];
		if (seen >= rank) {
			uint64_t edge = i == 63 ? UINT64_MAX : (2ull << i) - 1;

			return edge < h->max ? edge : h->max;
		}
	}
	return h->max;
}

void hist_report(const struct hist *h, const char *name, const char *unit)
{
	char full[80];
	const struct { const char *suffix; uint64_t v; } row[] = {
		{ "min", h->min }, { "p50", hist_quantile(h, 0.5) },
		{ "p99", hist_quantile(h, 0.99) }, { "max", h->max },
	};

	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		snprintf(full, sizeof(full), "%s_%s", name, row[i].suffix);
		stat_u64(full, unit, "lower", row[i].v);
	}
}
