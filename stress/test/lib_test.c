// SPDX-License-Identifier: GPL-2.0
/* lib_test.c - known answers for the parsers and statistics of stress/lib, bad input included */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "../lib/smap.h"
#include "../lib/stress.h"

static int passed, failed;

#define T(cond) test(cond, #cond, __LINE__)
static void test(bool ok, const char *what, int line)
{
	if (ok)
		passed++;
	else
		printf("not ok lib_test.c:%d: %s\n", line, what), failed++;
}

const struct scenario scenario;		/* main.c is not linked, but thread.c looks for nothing */

static char err[200];

static int text(const char *s, struct smap *m)
{
	return smap_parse_text(s, strlen(s), m, err, sizeof(err));
}

/* Each bad text must be refused with a word that tells why. */
static void bad_text(const char *s, const char *why)
{
	struct smap m;
	int ret = text(s, &m);

	if (ret != -1 || !strstr(err, why))
		printf("  '%s' gave %d '%s'\n", s, ret, err);
	T(ret == -1 && strstr(err, why));
	smap_free(&m);
}

static void test_text(void)
{
	struct smap m;
	size_t worst;

	T(!text("", &m) && m.n == 0);
	smap_free(&m);
	T(!text("stack_id 3 [ref 2, depth 2]\n  [0] a+0x1/0x2\n  [1] [FTRACE TRAMPOLINE]\n\n"
		"stack_id 9 [ref 1, depth 1]\n  [0] b+0x1/0x2\n\n"
		"stack_id 10 [ref 4, depth 1]\n  [0] b+0x1/0x2\n\n", &m));
	T(m.n == 3 && smap_ref_sum(&m) == 7 && smap_duplicates(&m, &worst) == 1 && worst == 2);
	T(smap_find(&m, 9) == &m.rec[1] && !smap_find(&m, 4));
	smap_free(&m);
	bad_text("stack_id 3 [ref 2, depth 2]\n  [0] a\n\n", "frame 1 of 2");
	bad_text("stack_id 3 [ref 2, depth 1]\n  [0] a\n  [1] b\n\n", "no empty line");
	bad_text("stack_id 3 [ref 0, depth 1]\n  [0] a\n\n", "ref 0");
	bad_text("stack_id 3 [ref 1, depth 0]\n\n", "depth 0");
	bad_text("stack_id 3 [ref 1, depth 65]\n\n", "depth 65");
	bad_text("stack_id 3 [ref 1, depth 1]\n  [0] 0x0\n\n", "empty");
	bad_text("stack_id 32768 [ref 1, depth 1]\n  [0] a\n\n", "table");
	bad_text("stack_id 3 [ref 1, depth 1]\n  [0] a\n\nstack_id 3 [ref 1, depth 1]\n  [0] a\n\n",
		 "backwards");
	bad_text("stack_id 3 [ref 1, depth 1]\n  [0] a", "cut off");
	bad_text("stack_id 3 [ref 1, depth 1]\n", "ends after 0");
	bad_text("stack_id  3 [ref 1, depth 1]\n  [0] a\n\n", "is not");
	bad_text("hello\n", "expected");
}

struct bin { uint32_t head[4], rec[4]; uint64_t ips[2]; };

static const struct bin good = {
	{ 0x46534D42, 1, 1, 0 }, { 7, 2, 5, 0 }, { 0x1111, 0x2222 },
};

static void bad_bin(struct bin b, size_t len, const char *why)
{
	struct smap m;

	T(smap_parse_bin(&b, len, &m, err, sizeof(err)) == -1 && strstr(err, why));
	smap_free(&m);
}

static void test_bin(void)
{
	struct bin b = good;
	struct smap m;

	T(!smap_parse_bin(&b, sizeof(b), &m, err, sizeof(err)) && m.n == 1 && m.rec[0].ref == 5);
	smap_free(&m);
	bad_bin(b, 15, "header");
	bad_bin(b, sizeof(b) - 8, "cut off");
	bad_bin(b, 24, "record head");
	b.head[0]++;
	bad_bin(b, sizeof(b), "magic");
	b = good;
	b.head[2] = 16385;
	bad_bin(b, sizeof(b), "16385");
	b.head[2] = 0;
	bad_bin(b, sizeof(b), "after the last");
	b = good;
	b.rec[1] = 65;
	bad_bin(b, sizeof(b), "depth 65");
	b = good;
	b.ips[1] = 0;
	bad_bin(b, sizeof(b), "frame 1 is empty");
	b = good;
	b.rec[0] = 32768;
	bad_bin(b, sizeof(b), "table");
}

static void test_compare(void)
{
	static const char syms[] = "0000000000001000 t twin\n0000000000001100 T a\n"
				   "0000000000002200 t twin\t[mod]\n0000000000000000 t hidden\n";
	struct smap t, b;

	T(ksym_load(syms) == 3);
	T(ksym_frame_is("a+0x11/0x20", 11, 0x1111) && !ksym_frame_is("a+0x11/0x20", 11, 0x1112));
	T(ksym_frame_is("twin+0x22/0x40", 14, 0x2222) &&
	  ksym_frame_is("twin+0x22/0x40", 14, 0x1022));
	T(ksym_frame_is("0x77", 4, 0x77) && !ksym_frame_is("nothing", 7, 1));
	T(ksym_frame_is("[FTRACE TRAMPOLINE]", 19, 0x7fffffff));
	T(!text("stack_id 7 [ref 5, depth 2]\n  [0] a+0x11/0x20\n  [1] twin+0x22/0x40 [mod]\n\n",
		&t));
	T(!smap_parse_bin(&good, sizeof(good), &b, err, sizeof(err)));
	T(!smap_compare(&t, &b, true, err, sizeof(err)));
	t.rec[0].ref = 6;
	T(smap_compare(&t, &b, true, err, sizeof(err)) && !smap_compare(&t, &b, false, err, 200));
	b.rec[0].ips++;
	b.rec[0].nr = t.rec[0].nr = 1;
	T(smap_compare(&t, &b, false, err, sizeof(err)) && strstr(err, "frame 0"));
	t.n = 0;
	T(smap_compare(&t, &b, false, err, sizeof(err)) && strstr(err, "has 0 records"));
	smap_free(&t);
	smap_free(&b);
}

static void one(const char *line, enum tev_kind kind, enum tev_ctx ctx)
{
	struct tev e;

	T(!tev_parse(line, &e) && e.kind == kind && e.ctx == ctx);
}

static void test_trace(void)
{
	struct tev_sum s = { 0 };
	struct tev e;
	static const char *const lines[] = {
		"# tracer: nop", "",
		"   sh-1   [000] d.h3.     1.000001: ev: x=[1] y",
		"   sh-1   [000] d.h3.     1.000002: <stack_id 5>",
		"   sh-1   [000] .....     1.000003: tracing_mark_write: begin",
		"   a [b] c-1   [001] d.Z2.     1.000004: ev: y",
		"   a [b] c-1   [001] d.Z2.     1.000005: <stack_id 77>",
		"CPU:1 [LOST 12 EVENTS]", "CPU:0 [LOST EVENTS]",
		"   sh-1   [001] ..s1.     1.000006: ev: z",
		"   sh-1   [001] ..s1.     1.000007: <stack trace>", " => a", " => b",
	};

	one("  sh-1  [000] d.H3.  1.2: <stack_id 5>", TEV_STACK_ID, TEV_HARDIRQ);
	one("  sh-1  [000] d.z3.  1.2: <stack_id 5>", TEV_STACK_ID, TEV_NMI);
	one("  sh-1  [000] DNZff  1.2: <stack trace>", TEV_FULL, TEV_NMI);
	one("  <...>-1  [012] b...3  1.2: <stack trace>", TEV_FULL, TEV_TASK);
	T(tev_parse("  sh-1  [000] d.H3.  1.2: <stack_id 5", &e) == -1);
	T(tev_parse("  sh-1  [000] d.H3.  1.2: <stack_id 32768>", &e) == -1);
	T(tev_parse("rubbish", &e) == -1 && tev_parse("CPU:0 rubbish", &e) == -1);
	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++)
		tev_sum_line(&s, lines[i]);
	tev_sum_end(&s);
	T(!s.bad && s.events == 3 && s.ids == 2 && s.full == 1 && s.frames == 2 && s.lost == 13);
	T(s.n_id == 2 && s.id[1] == 77 && s.markers == 1 && !s.full_deep);
	T(s.ids_by_ctx[TEV_NMI] == 1 && s.ids_by_ctx[TEV_HARDIRQ] == 1 &&
	  s.full_by_ctx[TEV_SOFTIRQ] == 1);
	tev_sum_free(&s);
}

static void test_deep(void)
{
	struct tev_sum s = { 0 };

	for (int full = 0; full < 2; full++) {
		tev_sum_line(&s, "  sh-1  [000] .....  1.2: <stack trace>");
		for (int i = 0; i < 64 + full; i++)
			tev_sum_line(&s, " => f");
	}
	tev_sum_end(&s);
	T(s.full == 2 && s.full_deep == 1 && s.frames == 129);
}

static void test_numbers(void)
{
	struct map_stat st;
	struct percpu_stat pc;
	struct nmi_counts nc;

	T(!map_stat_parse("entries: 7 / 16384\ntable_size: 32768\nsuccesses: 9\ndrops: 2\n"
			  "success_rate: 81%\n", &st));
	T(st.entries == 7 && st.capacity == 16384 && st.successes == 9 && st.drops == 2);
	T(map_stat_parse("entries: 7\n", &st) && map_stat_parse("", &st));
	T(!percpu_stat_parse(
		"entries: 5\noverrun: 6\ncommit overrun: 1\nbytes: 99\n"
		"oldest event ts: 1.2\nnow ts: 3.4\ndropped events: 3\nread events: 0\n",
		&pc));
	T(pc.entries == 5 && pc.overrun == 6 && pc.commit_overrun == 1 && pc.dropped == 3);
	T(percpu_stat_parse("entries: x\n", &pc));
	nmi_count_parse("       CPU0  CPU1\n  0:  3 4  XT-PIC timer\nNMI:  12  30   Non-maskable "
			"interrupts\n 23:  5 6  GICv3 23 Level  arm-pmu\n 24: 1 1 x 9 pmux\n", &nc);
	T(nc.has_nmi_row && nc.nmi_row == 42 && nc.has_pmu_row && nc.pmu_row == 11 + 2);
	nmi_count_parse("  1: 7 7 riscv-timer\n", &nc);
	T(!nc.has_nmi_row && !nc.has_pmu_row);
	T(module_value("a 1\nipi_sent 17\n", "ipi_sent", 0) == 17 && module_value("", "x", 9) == 9);
}

static void test_hist(void)
{
	struct hist h = { 0 }, g = { 0 };

	for (int i = 1; i <= 100; i++)
		hist_add(&h, i);
	T(h.min == 1 && h.max == 100 && h.sum == 5050);
	/* the median of 1..100 is rank 50; its bucket is 32..63 */
	T(hist_quantile(&h, 0.5) == 63 && hist_quantile(&h, 1) == 100 && hist_quantile(&h, 0) == 1);
	hist_add(&g, 0);
	hist_merge(&g, &h);
	T(g.n == 101 && g.min == 0 && g.max == 100);
}

static void test_prng(void)
{
	struct prng a, b, c;
	int same = 0;

	prng_init(&a, 1, 2);
	prng_init(&b, 1, 2);
	prng_init(&c, 1, 3);
	for (int i = 0; i < 1000; i++) {
		uint64_t x = prng_u64(&a);

		T(x == prng_u64(&b));
		same += x == prng_u64(&c);
		T(prng_below(&a, 7) < 7 && prng_below(&b, 7) < 7);
	}
	T(!same && !prng_below(&a, 0));
}

int main(void)
{
	test_text();
	test_bin();
	test_compare();
	test_trace();
	test_deep();
	test_numbers();
	test_hist();
	test_prng();
	printf("%d passed, %d failed, 0 skipped\n", passed, failed);
	return failed ? 1 : 0;
}
