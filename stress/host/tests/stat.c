// SPDX-License-Identifier: GPL-2.0
/* stack_map_stat: five lines, and the numbers add up (I3, I4). */
#include <stdlib.h>
#include <string.h>

#include "../test.h"

TEST(format, "stat.format", "the text is exactly as documented")
{
	struct subject *s = fresh();
	char *text;
	size_t len;

	need_file(STACK_MAP_STAT);
	get_nth(s, 1);
	get_nth(s, 1);
	get_nth(s, 2);
	text = slurp(s, STACK_MAP_STAT, 4096, &len);
	check(!strcmp(text, "entries: 2 / 16384\ntable_size: 32768\nsuccesses: 3\ndrops: 0\n"
		      "success_rate: 100%\n"), "shown: '%s'", text);
	free(text);
	finish(s);
}

TEST(rate, "stat.success_rate", "the rate is of successes and drops, 100% when there are none")
{
	struct subject *s = fresh();
	struct stats st;
	int i;

	need_file(STACK_MAP_STAT);
	check(stats_read(s).rate == 100, "of nothing: %ld%%", stats_read(s).rate);
	for (i = 0; i < 30; i++)
		get_nth(s, i);
	host_me->not_watching = true;
	for (i = 0; i < 10; i++)
		get_nth(s, i);
	host_me->not_watching = false;
	st = stats_read(s);
	check(st.rate == 75, "30 of 40: %ld%%", st.rate);
	reset(s);
	host_me->not_watching = true;
	get_nth(s, i);
	host_me->not_watching = false;
	check(stats_read(s).rate == 0, "0 of 1: %ld%%", stats_read(s).rate);
	finish(s);
}

TEST(all_cpus, "stat.all_cpus", "the counts are the sum over all CPUs")
{
	struct subject *s = fresh();
	unsigned int cpu;

	need_file(STACK_MAP_STAT);
	for (cpu = 0; cpu < HOST_CPUS; cpu++) {
		host_cpu_enter(cpu);
		fill_pool(s, cpu * 100, 10 + cpu);
	}
	host_cpu_enter(0);
	check(stats_read(s).successes == HOST_CPUS * 10 + HOST_CPUS * (HOST_CPUS - 1) / 2,
	      "%ld successes", stats_read(s).successes);
	finish(s);
}

TEST(refs, "stat.refs_add_up", "the sum of all refs is the number of successes (I4)")
{
	struct subject *s = fresh();
	struct records *all;
	unsigned int i;
	long sum = 0;

	need_file(STACK_MAP_STAT);
	for (i = 0; i < 5000; i++)
		get_nth(s, i % 777);
	all = records_read(s);
	for (i = 0; i < all->n; i++)
		sum += all->r[i].ref;
	check(sum == stats_read(s).successes, "refs sum to %ld, %ld successes", sum,
	      stats_read(s).successes);
	check((long)all->n == stats_read(s).entries, "%u records shown, %ld entries", all->n,
	      stats_read(s).entries);
	free(all);
	finish(s);
}
