// SPDX-License-Identifier: GPL-2.0
/*
 * epoch.c - one quiet epoch: the map's numbers against the ring buffer's, to the last event
 *
 * Tracing is off, the map is reset, the buffer emptied; then tracing is on until enough events
 * are recorded (with the load of the moment, NMIs included) and off again. Nothing was lost and
 * nothing is running, so every number of the contract has one right value:
 *
 *   I1  every id in the buffer resolves
 *   I2  duplicates are few, no group larger than the contexts that can race
 *   I3  events = ids + full stacks + discarded, and ids = successes
 *   I4  sum of ref_count = successes
 *   I5  entries = records printed <= 16384
 *   I6  both files show the same whole records
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "smap.h"
#include "stress.h"

struct quiet {
	struct map_stat		st;
	struct percpu_stat	pc;
	struct tev_sum		sum;
	struct smap		text, bin;
	char			*text_buf, *bin_buf;
	char			err_text[200], err_bin[200];
	int			bad_text, bad_bin, err_stat;
};

/* Fills the buffer with at least @wanted events, well before it wraps. */
static void record(struct run *r, unsigned int wanted)
{
	uint64_t end = now_ns() + 20000000000ull;
	struct percpu_stat pc;

	(void)r;
	recording_stop();
	if (map_reset())
		die("stack_map: reset with tracing off: %m");
	tracefs_clear();
	recording_start();
	do {
		sleep_ms(10);
		percpu_stat_sum(&pc);
	} while (pc.entries < 2 * wanted && !pc.overrun && now_ns() < end);
	recording_stop();
}

static void collect(struct quiet *q)
{
	size_t len;
	int fd;

	memset(q, 0, sizeof(*q));
	q->err_stat = map_stat_read(&q->st);
	percpu_stat_sum(&q->pc);
	q->text_buf = tracefs_read("stack_map", &len);
	if (!q->text_buf)
		die("stack_map: %m");
	q->bad_text = smap_parse_text(q->text_buf, len, &q->text, q->err_text, sizeof(q->err_text));
	q->bin_buf = tracefs_read("stack_map_bin", &len);
	if (!q->bin_buf)
		die("stack_map_bin: %m");
	q->bad_bin = smap_parse_bin(q->bin_buf, len, &q->bin, q->err_bin, sizeof(q->err_bin));
	fd = tracefs_open("trace", O_RDONLY);
	if (fd < 0 || tev_sum_fd(&q->sum, fd))
		die("trace: %m");
	close(fd);
}

static void judge(struct run *r, const struct quiet *q)
{
	uint64_t events = q->sum.events;
	size_t worst, unresolved = 0, extra;
	char err[200] = "";
	unsigned int racing = r->cpus * TEV_NR_CTX;

	check(!q->bad_text && !q->bad_bin && !q->sum.bad && !q->err_stat,
	      "formats: the three files and the trace parse%s%s%s%s",
	      q->bad_text ? q->err_text : "", q->bad_bin ? q->err_bin : "", q->sum.bad ? ": " : "",
	      q->sum.bad_line);
	for (size_t i = 0; i < q->sum.n_id; i++)
		unresolved += !smap_find(&q->text, q->sum.id[i]);
	check(!unresolved, "I1 every id after the reset resolves (%zu ids, %zu do not)",
	      q->sum.n_id, unresolved);
	extra = smap_duplicates(&q->bin, &worst);
	check(worst <= racing + 1 && extra <= q->bin.n / 10 + racing,
	      "I2 duplicates bounded (%zu in %zu records, largest group %zu, %u contexts)", extra,
	      q->bin.n, worst, racing);
	check(q->sum.ids == q->st.successes, "I3 ids recorded = successes (%llu, %llu)",
	      (unsigned long long)q->sum.ids, (unsigned long long)q->st.successes);
	check(events == q->sum.ids + q->st.drops + q->sum.full_deep,
	      "I3 events = ids + drops + too deep (%llu = %llu + %llu + %llu; %llu full)",
	      (unsigned long long)events, (unsigned long long)q->sum.ids,
	      (unsigned long long)q->st.drops, (unsigned long long)q->sum.full_deep,
	      (unsigned long long)q->sum.full);
	check(q->sum.full >= q->sum.full_deep && q->sum.full - q->sum.full_deep <= q->st.drops,
	      "I3 full stacks only where the map dropped (%llu of %llu drops)",
	      (unsigned long long)q->sum.full, (unsigned long long)q->st.drops);
	check(smap_ref_sum(&q->text) == q->st.successes,
	      "I4 sum of ref_count = successes (%llu, %llu)",
	      (unsigned long long)smap_ref_sum(&q->text), (unsigned long long)q->st.successes);
	check(q->st.entries == q->text.n && q->st.entries <= SMAP_CAPACITY,
	      "I5 entries = records <= %d (%llu, %zu)", SMAP_CAPACITY,
	      (unsigned long long)q->st.entries, q->text.n);
	check(!smap_compare(&q->text, &q->bin, true, err, sizeof(err)),
	      "I6 text and binary show the same whole records (%zu) %s", q->text.n, err);
}

void epoch_check(struct run *r, unsigned int events_wanted)
{
	char *kallsyms = file_read("/proc/kallsyms", NULL);
	struct quiet q;

	note("symbols: %d", kallsyms ? ksym_load(kallsyms) : 0);
	record(r, events_wanted);
	collect(&q);
	judge(r, &q);
	floor_at_least("epoch_events", events_wanted / 2, q.sum.events);
	floor_at_least("epoch_without_overrun", 1, !q.pc.overrun);
	stat_u64("epoch_ids", "events", "none", q.sum.ids);
	stat_u64("epoch_records", "count", "none", q.text.n);
	tev_sum_free(&q.sum);
	smap_free(&q.text);
	smap_free(&q.bin);
	free(q.text_buf);
	free(q.bin_buf);
	free(kallsyms);
}
