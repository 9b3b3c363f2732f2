// SPDX-License-Identifier: GPL-2.0
/*
 * Stacks to order: of any depth, and any number of different ones, recorded in the top-level
 * trace instance. User space alone cannot make the kernel call itself 64 times.
 *
 *   echo "LEVELS FIRST COUNT" > /sys/module/stackmap_stacks/parameters/record
 *
 * records COUNT stacks with LEVELS calls each on top of the common base. Stack number N goes
 * through step_a() or step_b() at level i as bit i of N says, so it differs from all others in
 * its return addresses if LEVELS has enough bits.
 */
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/sched.h>

/* A level takes less than 64 bytes of stack; this is far from the end of it. */
#define MAX_LEVELS 100

struct order {
	unsigned int left;
	unsigned int number;
};

static void step_a(struct order *o);
static void step_b(struct order *o);

static __always_inline void step(struct order *o)
{
	unsigned int bit = o->number & 1;

	if (!o->left) {
		trace_dump_stack(0);
		return;
	}
	o->left--;
	o->number >>= 1;
	if (bit)
		step_b(o);
	else
		step_a(o);
}

/*
 * Not inlined, cloned, turned into a loop or (they would be equal) folded into one: the
 * instruction behind the call needs the frame, and differs.
 */
static noinline __noclone void step_a(struct order *o)
{
	step(o);
	asm volatile("" ::: "memory");
}

static noinline __noclone void step_b(struct order *o)
{
	step(o);
	asm volatile("nop" ::: "memory");
}

static int record_set(const char *val, const struct kernel_param *kp)
{
	unsigned int levels, first, count;

	if (sscanf(val, "%u %u %u", &levels, &first, &count) != 3 || levels > MAX_LEVELS)
		return -EINVAL;
	while (count--) {
		struct order o = { .left = levels, .number = first++ };

		step_a(&o);
		cond_resched();
	}
	return 0;
}

static const struct kernel_param_ops record_ops = { .set = record_set };
module_param_cb(record, &record_ops, NULL, 0200);
MODULE_PARM_DESC(record, "LEVELS FIRST COUNT: record COUNT stacks, LEVELS deep");

MODULE_DESCRIPTION("Stacks to order for the selftests of the ftrace stack map");
MODULE_LICENSE("GPL");
