// SPDX-License-Identifier: GPL-2.0
/*
 * crash: makes the kernel complain in one chosen way, so that the runner's console table is proven
 * by real complaints of each architecture. "insmod crash.ko kind=warn"; time=N is how long the
 * lasting ones last.
 */
#include <linux/completion.h>
#include <linux/delay.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/stop_machine.h>

static char *kind = "none";
module_param(kind, charp, 0444);
MODULE_PARM_DESC(kind, "one of the names in the table at the end of crash.c");

static unsigned int time = 12;
module_param(time, uint, 0444);
MODULE_PARM_DESC(time, "seconds a lockup, stall or sleep lasts");

static int *nowhere;
static int racy;
static unsigned int shift = 40;
static DEFINE_MUTEX(first);
static DEFINE_MUTEX(second);
static DEFINE_SPINLOCK(lock);

static void crash_panic(void)
{
	panic("crash module");
}

static void crash_oops(void)
{
	*(volatile int *)nowhere = 1;
}

static void crash_bug(void)
{
	BUG();
}

static void crash_warn(void)
{
	WARN(1, "crash module, time=%u\n", time);
}

static void crash_trace(void)
{
	dump_stack();
}

static void spin(void)
{
	unsigned long end = jiffies + time * HZ;

	while (time_before(jiffies, end))
		cpu_relax();
}

/* The watchdog's thread does not get this CPU. */
static void crash_softlockup(void)
{
	preempt_disable();
	spin();
	preempt_enable();
}

/* The same, but a reader: RCU waits as well. Boot with nowatchdog to hear RCU alone. */
static void called(struct rcu_head *unused)
{
}

static void crash_rcustall(void)
{
	static struct rcu_head waiting;

	call_rcu(&waiting, called); /* somebody has to wait for this reader */
	rcu_read_lock();
	preempt_disable();
	spin();
	preempt_enable();
	rcu_read_unlock();
}

static int sleeper(void *done)
{
	set_current_state(TASK_UNINTERRUPTIBLE);
	schedule_timeout(time * HZ);
	complete(done);
	return 0;
}

static void crash_hungtask(void)
{
	DECLARE_COMPLETION_ONSTACK(done);

	kthread_run(sleeper, &done, "crash-sleeper");
	while (!wait_for_completion_interruptible_timeout(&done, HZ))
		;
}

/* Nothing runs anywhere any more, and nothing is said about it. */
static int forever(void *unused)
{
	local_irq_disable();
	for (;;)
		cpu_relax();
	return 0;
}

static void crash_hang(void)
{
	stop_machine(forever, NULL, cpu_online_mask);
}

static void crash_badstate(void)
{
	preempt_disable();
	schedule(); /* complains, and sets the count right */
}

static void crash_torture(void)
{
	pr_alert("crash-torture:!!! planted by the crash module\n");
}

static void crash_kasan(void)
{
	volatile char *p = kmalloc(20, GFP_KERNEL);

	if (p)
		p[20] = 1;
	kfree((void *)p);
}

static void crash_ubsan(void)
{
	racy = 1 << shift;
}

static void crash_lockdep(void)
{
	mutex_lock(&first);
	mutex_lock(&second);
	mutex_unlock(&second);
	mutex_unlock(&first);
	mutex_lock(&second);
	mutex_lock(&first);
	mutex_unlock(&first);
	mutex_unlock(&second);
}

/* A mutex inside a raw spinlock's section: "Invalid wait context". */
static void crash_waitcontext(void)
{
	static DEFINE_RAW_SPINLOCK(raw);

	raw_spin_lock(&raw);
	spin_lock(&lock);
	spin_unlock(&lock);
	raw_spin_unlock(&raw);
}

static int racer(void *unused)
{
	while (!kthread_should_stop()) {
		racy++;
		cond_resched();
	}
	return 0;
}

static void crash_kcsan(void)
{
	struct task_struct *a = kthread_run(racer, NULL, "crash-a");
	struct task_struct *b = kthread_run(racer, NULL, "crash-b");

	msleep(time * 1000);
	if (!IS_ERR(a))
		kthread_stop(a);
	if (!IS_ERR(b))
		kthread_stop(b);
}

/* Found by "echo scan >/sys/kernel/debug/kmemleak". */
static void crash_kmemleak(void)
{
	int i;

	for (i = 0; i < 16; i++)
		if (!kmalloc(100, GFP_KERNEL))
			break;
}

static const struct {
	const char *name;
	void (*fn)(void);
} kinds[] = {
	{ "panic", crash_panic },
	{ "oops", crash_oops },
	{ "bug", crash_bug },
	{ "warn", crash_warn },
	{ "trace", crash_trace },
	{ "softlockup", crash_softlockup },
	{ "rcustall", crash_rcustall },
	{ "hungtask", crash_hungtask },
	{ "hang", crash_hang },
	{ "badstate", crash_badstate },
	{ "torture", crash_torture },
	{ "kasan", crash_kasan },
	{ "ubsan", crash_ubsan },
	{ "lockdep", crash_lockdep },
	{ "waitcontext", crash_waitcontext },
	{ "kcsan", crash_kcsan },
	{ "kmemleak", crash_kmemleak },
};

static int __init crash_init(void)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(kinds); i++) {
		if (strcmp(kind, kinds[i].name))
			continue;
		kinds[i].fn();
		return 0;
	}
	pr_err("crash: kind=%s is unknown\n", kind);
	return -EINVAL;
}
module_init(crash_init);

static void __exit crash_exit(void)
{
}
module_exit(crash_exit);

MODULE_DESCRIPTION("Planted complaints for the console table of the test runner");
MODULE_LICENSE("GPL");
