/* SPDX-License-Identifier: GPL-2.0 */
/*
 * epoch.h - one quiet epoch, the invariants I1 to I6 claimed on it
 *
 * epoch_check() is all of it, with the events of load.c. A scenario that records in its own way
 * does the steps itself: epoch_begin(), its recording, epoch_read(), the judges, epoch_free().
 */
#ifndef EPOCH_H
#define EPOCH_H

#include "smap.h"
#include "stress.h"

struct epoch {
	struct map_stat		st;
	struct percpu_stat	pc;
	struct tev_sum		sum;
	struct smap		text, bin;
	char			*text_buf, *bin_buf, *kallsyms;
	char			err_text[200], err_bin[200];
	int			bad_text, bad_bin, err_stat;
};

#define EPOCH_ID_CLAIMS 7
#define EPOCH_EVENT_CLAIMS 2
#define EPOCH_CLAIMS (EPOCH_ID_CLAIMS + EPOCH_EVENT_CLAIMS)

void epoch_check(struct run *r, unsigned int events_wanted);

void epoch_begin(void);		/* nothing is recorded, the map is reset, the buffer empty */
void epoch_record_until(unsigned int wanted, unsigned int ms);	/* events with stacks, or time */
void epoch_read(struct epoch *e);	/* map and trace; nothing is recorded any more */
void epoch_read_map(struct epoch *e, const char *dir);	/* or the map as it was kept in dir/ */
void epoch_add_trace(struct epoch *e, const char *path);
void epoch_judge_ids(struct run *r, const struct epoch *e);	/* EPOCH_ID_CLAIMS */
void epoch_judge_events(const struct epoch *e);			/* EPOCH_EVENT_CLAIMS */
void epoch_floors(const struct epoch *e, unsigned int events_wanted);
void epoch_free(struct epoch *e);

/* live.c: the trace while it is written, and nobody resets the map. One thread at a time. */
struct live {
	unsigned long	looks, bad;
	uint64_t	events, ids, full, unresolved, ids_by_ctx[TEV_NR_CTX];
	char		why[200];
};
void live_look(struct live *l, const char *file);	/* trace, snapshot, ... */
void live_resolve(struct live *l, const uint32_t *id, size_t n);
void live_judge(const struct live *l);			/* LIVE_CLAIMS; floor live_ids */
#define LIVE_CLAIMS 1

#endif
