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
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "epoch.h"

void epoch_begin(void)
{
	recording_stop();
	if (map_reset())
		die("stack_map: reset with tracing off: %m");
	tracefs_clear();
}

void epoch_record_until(unsigned int wanted, unsigned int ms)
{
	uint64_t end = now_ns() + ms * 1000000ull;
	struct percpu_stat pc;

	do {
		sleep_ms(10);
		percpu_stat_sum(&pc);
	} while (pc.entries < 2 * wanted && !pc.overrun && now_ns() < end);
}

static char *must_read(const char *dir, const char *file, size_t *len)
{
	char path[128], *text;

	snprintf(path, sizeof(path), "%s%s", dir, file);
	text = file_read(path, len);
	if (!text)
		die("%s: %m", path);
	return text;
}

void epoch_read_map(struct epoch *e, const char *dir)
{
	char *kallsyms = file_read("/proc/kallsyms", NULL), *stat;
	size_t len;

	note("symbols: %d", kallsyms ? ksym_load(kallsyms) : 0);
	e->kallsyms = kallsyms;
	stat = must_read(dir, "stack_map_stat", NULL);
	e->err_stat = map_stat_parse(stat, &e->st);
	free(stat);
	e->text_buf = must_read(dir, "stack_map", &len);
	e->bad_text = smap_parse_text(e->text_buf, len, &e->text, e->err_text, sizeof(e->err_text));
	e->bin_buf = must_read(dir, "stack_map_bin", &len);
	e->bad_bin = smap_parse_bin(e->bin_buf, len, &e->bin, e->err_bin, sizeof(e->err_bin));
}

void epoch_add_trace(struct epoch *e, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0 || tev_sum_fd(&e->sum, fd))
		die("%s: %m", path);
	close(fd);
}

void epoch_read(struct epoch *e)
{
	epoch_read_map(e, TRACEFS);
	percpu_stat_sum(&e->pc);
	epoch_add_trace(e, TRACEFS "trace");
}

void epoch_free(struct epoch *e)
{
	tev_sum_free(&e->sum);
	smap_free(&e->text);
	smap_free(&e->bin);
	free(e->text_buf);
	free(e->bin_buf);
	free(e->kallsyms);
}

/* What holds of the map and of the ids in the buffer, however the ids came there. */
void epoch_judge_ids(struct run *r, const struct epoch *e)
{
	size_t worst, unresolved = 0, extra;
	char err[200] = "";
	unsigned int racing = r->cpus * TEV_NR_CTX;

	check(!e->bad_text && !e->bad_bin && !e->sum.bad && !e->err_stat,
	      "formats: the three files and the trace parse%s%s%s%s",
	      e->bad_text ? e->err_text : "", e->bad_bin ? e->err_bin : "", e->sum.bad ? ": " : "",
	      e->sum.bad_line);
	for (size_t i = 0; i < e->sum.n_id; i++)
		unresolved += !smap_find(&e->text, e->sum.id[i]);
	check(!unresolved, "I1 every id after the reset resolves (%zu ids, %zu do not)",
	      e->sum.n_id, unresolved);
	extra = smap_duplicates(&e->bin, &worst);
	check(worst <= racing + 1 && extra <= e->bin.n / 10 + racing,
	      "I2 duplicates bounded (%zu in %zu records, largest group %zu, %u contexts)", extra,
	      e->bin.n, worst, racing);
	check(e->sum.ids == e->st.successes, "I3 ids recorded = successes (%llu, %llu)",
	      (unsigned long long)e->sum.ids, (unsigned long long)e->st.successes);
	check(smap_ref_sum(&e->text) == e->st.successes,
	      "I4 sum of ref_count = successes (%llu, %llu)",
	      (unsigned long long)smap_ref_sum(&e->text), (unsigned long long)e->st.successes);
	check(e->st.entries == e->text.n && e->st.entries <= SMAP_CAPACITY,
	      "I5 entries = records <= %d (%llu, %zu)", SMAP_CAPACITY,
	      (unsigned long long)e->st.entries, e->text.n);
	check(!smap_compare(&e->text, &e->bin, true, err, sizeof(err)),
	      "I6 text and binary show the same whole records (%zu) %s", e->text.n, err);
}

/* What holds if each event has its stack and the option was on all the time. */
void epoch_judge_events(const struct epoch *e)
{
	check(e->sum.events == e->sum.ids + e->st.drops + e->sum.full_deep,
	      "I3 events = ids + drops + too deep (%llu = %llu + %llu + %llu; %llu full)",
	      (unsigned long long)e->sum.events, (unsigned long long)e->sum.ids,
	      (unsigned long long)e->st.drops, (unsigned long long)e->sum.full_deep,
	      (unsigned long long)e->sum.full);
	check(e->sum.full >= e->sum.full_deep && e->sum.full - e->sum.full_deep <= e->st.drops,
	      "I3 full stacks only where the map dropped (%llu of %llu drops)",
	      (unsigned long long)e->sum.full, (unsigned long long)e->st.drops);
}

void epoch_floors(const struct epoch *e, unsigned int events_wanted)
{
	floor_at_least("epoch_events", events_wanted / 2, e->sum.events);
	floor_at_least("epoch_without_overrun", 1, !e->pc.overrun);
	stat_u64("epoch_ids", "events", "none", e->sum.ids);
	stat_u64("epoch_records", "count", "none", e->text.n);
}

void epoch_check(struct run *r, unsigned int events_wanted)
{
	struct epoch e = { 0 };

	epoch_begin();
	recording_start();
	epoch_record_until(events_wanted, 20000);
	recording_stop();
	epoch_read(&e);
	epoch_judge_ids(r, &e);
	epoch_judge_events(&e);
	epoch_floors(&e, events_wanted);
	epoch_free(&e);
}
