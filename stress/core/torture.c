// SPDX-License-Identifier: GPL-2.0
#include "torture.h"

#define OWNER_VALID	(1U << 31)
#define OWNER_EPOCH(e)	(((e) & 0x7ff) << 20)

static const char * const oracle_names[ORACLE_NR] = {
	"none", "payload", "pipe", "conservation", "identity", "capacity", "bound", "termination",
};

const char *torture_oracle_name(enum oracle oracle)
{
	return oracle < ORACLE_NR ? oracle_names[oracle] : "unknown";
}

void torture_init(struct torture *t, u32 seed, u32 positions, u32 nr_contexts)
{
	u32 i;

	t->seed = seed;
	t->positions = positions < PAYLOAD_MAX_POS ? positions : PAYLOAD_MAX_POS;
	t->odd_one_in = 0;
	t->oracles_off = 0;
	t->strict_below = 0;
	t->nr_contexts = nr_contexts;
	t->begun = 0;
	t->done = 0;
	t->failed = 0;
	t->failure.oracle = ORACLE_NONE;
	for (i = 0; i < TORTURE_IDS; i++)
		t->owner[i] = 0;
	for (i = 0; i < TORTURE_EPOCHS; i++) {
		t->excused[i] = 0;
		t->suspect[i] = 0;
	}
}

void torture_ctx_init(struct torture *t, struct torture_ctx *c, u32 cpu, u32 kind)
{
	u32 i;

	prng_init(&c->prng, t->seed, cpu, kind);
	c->cpu = cpu;
	c->kind = kind;
	c->calls = 0;
	c->overlapped = 0;
	c->pos_base = 0;
	c->digest = 0;
	c->nr_steps = 0;
	for (i = 0; i < TORTURE_RESULTS; i++)
		c->results[i] = 0;
}

void torture_fail(struct torture *t, enum oracle oracle, const struct torture_ctx *c,
		  unsigned long want, unsigned long got)
{
	struct torture_failure *f = &t->failure;

	if ((t->oracles_off >> oracle) & 1 || core_xchg(&t->failed, 1))
		return;

	f->oracle = oracle;
	f->want = want;
	f->got = got;
	f->cpu = c ? c->cpu : ~0U;
	f->kind = c ? c->kind : ~0U;
	if (c && c->nr_steps)
		f->step = c->steps[(c->nr_steps - 1) % TORTURE_STEPS];
}

void torture_reset_begin(struct torture *t)
{
	core_xchg(&t->begun, core_load(&t->begun) + 1);
}

void torture_reset_end(struct torture *t)
{
	core_xchg(&t->done, core_load(&t->done) + 1);
}

static void torture_remember(struct torture *t, struct torture_ctx *c, struct payload *p, u32 nr,
			     int ret)
{
	struct torture_step *s = &c->steps[c->nr_steps % TORTURE_STEPS];

	if (core_load(&t->failed))
		return;
	s->pos = p->pos;
	s->epoch = p->epoch;
	s->nr = nr;
	s->ret = ret;
	c->nr_steps++;
}

static enum torture_result torture_classify(int ret)
{
	switch (ret) {
	case -EINVAL: return TORTURE_EINVAL;
	case -E2BIG: return TORTURE_E2BIG;
	case -EAGAIN: return TORTURE_EAGAIN;
	case -ENOSPC: return TORTURE_ENOSPC;
	default: return ret < 0 ? TORTURE_OTHER : TORTURE_SUCCESS;
	}
}

/* Oracle 4. Only for calls during which no reset was running: their epoch is certain. */
static void torture_judge_id(struct torture *t, struct torture_ctx *c, struct payload *p, int id)
{
	u32 mine = OWNER_VALID | OWNER_EPOCH(p->epoch) | p->pos;
	u32 was;

	if (id >= TORTURE_IDS) {
		torture_fail(t, ORACLE_CAPACITY, c, TORTURE_IDS - 1, id);
		return;
	}
	was = core_xchg(&t->owner[id], mine);
	core_mb();
	/* An owner written meanwhile by a later epoch is not ours to judge. */
	if (core_load(&t->begun) != p->epoch)
		return;
	if ((was & ~(PAYLOAD_MAX_POS - 1)) == (mine & ~(PAYLOAD_MAX_POS - 1)) && was != mine)
		torture_fail(t, ORACLE_IDENTITY, c, mine, was);
}

/* Which depth is passed: now and then one the map has to refuse. */
static unsigned int torture_depth(struct torture *t, struct torture_ctx *c, unsigned int nr)
{
	u32 odd = t->odd_one_in ? prng_below(&c->prng, t->odd_one_in) : 1;

	if (odd)
		return nr;
	return prng_u32(&c->prng) & 1 ? PAYLOAD_MAX_DEPTH + 1 : 0;
}

static void torture_judge(struct torture *t, struct torture_ctx *c, struct payload *p,
			  unsigned int nr, int ret, bool certain)
{
	enum torture_result r = torture_classify(ret);

	c->results[r]++;
	if (nr > PAYLOAD_MAX_DEPTH || !nr) {
		int want = nr ? -E2BIG : -EINVAL;

		if (ret != want)
			torture_fail(t, ORACLE_CONSERVATION, c, want, ret);
	} else if (r == TORTURE_SUCCESS) {
		if (certain)
			torture_judge_id(t, c, p, ret);
		else
			c->overlapped++;
	} else if (r == TORTURE_OTHER || r == TORTURE_E2BIG || (r == TORTURE_EINVAL && certain)) {
		/* -EINVAL is for calls that meet a reset, and there was none. */
		torture_fail(t, ORACLE_CONSERVATION, c, 0, ret);
	}
}

int torture_step(struct torture *t, struct torture_ctx *c)
{
	struct payload p = { .seed = t->seed };
	unsigned int nr;
	bool certain;
	u32 done;
	int ret;

	/* Two draws, the smaller one: some stacks are common, most are rare. */
	p.pos = c->pos_base + prng_below(&c->prng, prng_below(&c->prng, t->positions) + 1);
	done = core_load_acquire(&t->done);
	p.epoch = core_load(&t->begun);
	nr = payload_make(&p, c->ips);
	nr = torture_depth(t, c, nr);
	c->digest = prng_mix(c->digest ^ (((u64)nr << 32) | p.pos));

	c->calls++;
	core_mb();
	ret = t->get_id(t->map, c->ips, nr);
	core_mb();

	certain = done == p.epoch && core_load(&t->begun) == p.epoch;
	if (!certain)
		core_store(&t->excused[p.epoch % TORTURE_EPOCHS], 1);
	torture_remember(t, c, &p, nr, ret);
	torture_judge(t, c, &p, nr, ret, certain);
	return ret;
}

bool torture_conserved(struct torture *t, const struct torture_ctx *c)
{
	unsigned long sum = 0;
	u32 i;

	for (i = 0; i < TORTURE_RESULTS; i++)
		sum += c->results[i];
	if (sum == c->calls)
		return true;
	torture_fail(t, ORACLE_CONSERVATION, c, c->calls, sum);
	return false;
}
