// SPDX-License-Identifier: GPL-2.0
/* The shims themselves: a judge that cannot see is worse than none. */
#include <fcntl.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../test.h"

/* Does @fn end its process with a failure? What it says is expected, and not shown. */
static bool ends(void (*fn)(void))
{
	int status;
	pid_t pid = fork();

	if (!pid) {
		int null = open("/dev/null", O_WRONLY);

		dup2(null, STDOUT_FILENO);
		dup2(null, STDERR_FILENO);
		fn();
		_exit(0);
	}
	waitpid(pid, &status, 0);
	return !WIFEXITED(status) || WEXITSTATUS(status);
}

static void sync_inside(void)
{
	host_rcu_lock();
	host_synchronize_rcu("test");
}

static void sync_in_nmi(void)
{
	host_me->nmi = 1;
	host_synchronize_rcu("test");
}

static void unlock_without_lock(void)
{
	host_rcu_unlock();
}

static struct host_lock lock;

static void lock_twice(void)
{
	host_mutex_lock(&lock);
	host_mutex_lock(&lock);
}

static void lock_in_nmi(void)
{
	host_me->nmi = 1;
	host_mutex_lock(&lock);
}

static void unlock_of_another(void)
{
	host_mutex_lock(&lock);
	host_cpu_enter(1);
	host_mutex_unlock(&lock);
}

static void spin_on_own(void)
{
	host_spin_lock(&lock);
	host_me->nmi = 1;
	host_spin_lock(&lock);
}

static void free_wrong_kind(void)
{
	host_free(host_alloc(HM_VMALLOC, 1, 8, true), HM_KMALLOC, "kfree");
}

static void alloc_in_nmi(void)
{
	host_me->nmi = 1;
	host_alloc(HM_KMALLOC, 1, 8, true);
}

static void leak(void)
{
	host_alloc(HM_KMALLOC, 1, 8, true);
	check_clean();
}

TEST(splats, "shim.splats",
     "what a kernel would splat on ends a test: sleeping, locking, freeing, leaking wrongly")
{
	static const struct {
		const char *what;
		void (*fn)(void);
	} wrong[] = {
		{"synchronize_rcu() in a section", sync_inside},
		{"synchronize_rcu() in NMI", sync_in_nmi},
		{"unlock without lock", unlock_without_lock},
		{"mutex taken twice", lock_twice},
		{"mutex in NMI", lock_in_nmi},
		{"mutex released by another", unlock_of_another},
		{"spinlock its own CPU holds", spin_on_own},
		{"kfree() of vmalloc() memory", free_wrong_kind},
		{"allocation in NMI", alloc_in_nmi},
		{"a leak", leak},
	};
	unsigned int i;

	for (i = 0; i < sizeof(wrong) / sizeof(*wrong); i++)
		check(ends(wrong[i].fn), "%s went unnoticed", wrong[i].what);
}

/* shim/mem.c hands out a map's memory by itself, so that the notes on it are not all made anew. */
#define MAP_SIZE (8UL << 20)

static void touch_behind(void)
{
	volatile char *p = host_alloc(HM_VMALLOC, 1, MAP_SIZE, true);

	p[MAP_SIZE] = 1;
}

static void touch_freed(void)
{
	volatile char *p = host_alloc(HM_VMALLOC, 1, MAP_SIZE, true);

	host_free((void *)p, HM_VMALLOC, "vfree");
	p[MAP_SIZE / 2] = 1;
}

static void touch_within(void)
{
	volatile char *p;
	int i;

	for (i = 0; i < 3; i++) {
		p = host_alloc(HM_VMALLOC, 1, MAP_SIZE, true);
		if (p[0] || p[MAP_SIZE - 1])
			_exit(1);
		p[0] = p[MAP_SIZE - 1] = 1;
		host_free((void *)p, HM_VMALLOC, "vfree");
	}
}

TEST(big_blocks, "shim.big_blocks",
     "AddressSanitizer sees who touches what is behind the memory of a map, or was freed")
{
	check(!ends(touch_within), "a block that is allocated, zeroed and used is reported");
	if (strcmp(opt.build, "asan"))
		test_skip("only AddressSanitizer can tell");
	check(ends(touch_behind), "a write behind a block went unnoticed");
	check(ends(touch_freed), "a write to a freed block went unnoticed");
}

static int in_section, freed;

static void section(void *p)
{
	(void)p;
	host_rcu_lock();
	__atomic_store_n(&in_section, 1, __ATOMIC_RELAXED);
	host_point(HP_READ, NULL, 0);
	check(!__atomic_load_n(&freed, __ATOMIC_RELAXED), "a grace period ended inside a section");
	host_rcu_unlock();
	__atomic_store_n(&in_section, 0, __ATOMIC_RELAXED);
}

static void wait_gp(void *p)
{
	(void)p;
	host_synchronize_rcu("test");
	__atomic_store_n(&freed, 1, __ATOMIC_RELAXED);
}

TEST_SMP(rcu_waits, "shim.rcu_waits",
	 "synchronize_rcu() waits for every section, nested ones too, and for no later one")
{
	struct lane *reader = lane_start_paused(1, section, NULL, 2), *updater, *late;

	check(lane_paused(reader), "the section ended");
	updater = lane_start(2, wait_gp, NULL);
	check(lane_blocked(updater, HP_GP), "it did not wait");
	/* A section that begins afterwards does not hold it up. */
	late = lane_start_paused(3, section, NULL, 2);
	check(lane_paused(late), "the late section ended");
	lane_finish(reader);
	lane_finish(updater);
	check(freed, "the grace period did not end");
	freed = 0;
	lane_finish(late);
}

/*
 * Why the shim is no lock. An updater forgets synchronize_rcu(), and like every CPU it also runs
 * sections of its own. In rcu_choice.c the two schemes stand beside each other; only in the
 * build of ThreadSanitizer can they be told apart.
 */
bool rcu_choice_missing_gp(bool epoch_scheme);

static void choose_epoch(void)
{
	rcu_choice_missing_gp(true);
}

static void choose_lock(void)
{
	rcu_choice_missing_gp(false);
}

TEST_SMP(rcu_choice, "shim.rcu_choice",
	 "a missing grace period is reported under the epoch scheme, hidden by a lock")
{
	if (!opt.smp_only)
		test_skip("only ThreadSanitizer can tell");
	check(ends(choose_epoch), "the epoch scheme hides a missing grace period");
	check(!ends(choose_lock), "a reader-writer lock does not hide it: the shim could be one");
}
