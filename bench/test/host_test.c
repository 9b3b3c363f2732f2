// SPDX-License-Identifier: GPL-2.0
/* host_test.c - the plugin's file, the assignment, pages of a ring buffer: known answers */
#include <string.h>
#include "../lib/paired.h"
#include "../lib/raw.h"
#include "host.h"

static int passed, failed;

static void expect(const char *what, bool ok)
{
	passed += ok;
	failed += !ok;
	if (!ok)
		printf("not ok %s\n", what);
}

static struct arena arena;

static bool says(const char *why, const char *words)
{
	return why && strstr(why, words);
}

static void plugin_file(void)
{
	struct passes p;

	expect("two passes", !passes_parse(&arena, "# insncount 1\n0 12\n0 13\n# end 2 0\n", &p) &&
				     p.n == 2 && p.count[0] == 12 && p.count[1] == 13);
	expect("no head", says(passes_parse(&arena, "0 12\n", &p), "does not begin"));
	expect("cut off", says(passes_parse(&arena, "# insncount 1\n0 12\n0 1", &p), "without"));
	expect("a marker alone", says(passes_parse(&arena, "# insncount 1\n# end 0 1\n", &p),
				      "without their partner"));
	expect("a pass is missing",
	       says(passes_parse(&arena, "# insncount 1\n0 12\n# end 2 0\n", &p), "2 passes"));
	expect("no number",
	       says(passes_parse(&arena, "# insncount 1\n0 x\n# end 1 0\n", &p), "no line"));
	expect("text behind",
	       says(passes_parse(&arena, "# insncount 1\n# end 0 0\n0 1\n", &p), "behind"));
}

static char *assigned(const char *notes_text, const char *counts, struct subjects *s)
{
	char *text = arena_strdup(&arena, notes_text), **notes = NULL, *note, *why;
	struct passes p;
	size_t n = 0;

	while ((note = strsep(&text, ";")))
		*APPEND(&arena, notes, n) = note;
	why = passes_parse(&arena, arena_printf(&arena, "# insncount 1\n%s", counts), &p);
	return why ? why : assign(&arena, notes, n, &p, s);
}

#define KNOWN "insn reference.empty 1;insn reference.nops_1000 1"

static void assignment(void)
{
	struct subjects s;

	expect("net counts", !assigned(KNOWN ";other;insn ours.x 2",
				       "0 10\n0 1010\n0 17\n0 17\n# end 4 0\n", &s) &&
				     s.n == 3 && s.of[2].net == 7 && s.of[2].n == 2 &&
				     !disagreement(&arena, &s));
	expect("repeats differ",
	       !assigned(KNOWN ";insn ours.x 2", "0 10\n0 1010\n0 17\n0 18\n# end 4 0\n", &s) &&
		       says(disagreement(&arena, &s),
			    "ours.x does not repeat: 17 instructions in pass 1, "
			    "18 in pass 2"));
	expect("a pass too few",
	       says(assigned(KNOWN ";insn ours.x 2", "0 10\n0 1010\n0 17\n# end 3 0\n", &s),
		    "are left"));
	expect("a pass too many",
	       says(assigned(KNOWN, "0 10\n0 1010\n0 17\n# end 3 0\n", &s), "told of 2"));
	expect("calibration is off",
	       says(assigned(KNOWN, "0 10\n0 1011\n# end 2 0\n", &s), "counted as 1001"));
	expect("no calibration",
	       says(assigned("insn ours.x 1", "0 17\n# end 1 0\n", &s), "not calibrated"));
	expect("no notes", says(assigned("x", "# end 0 0\n", &s), "no pass"));
}

static const char header_page[] = "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
				  "\tfield: local_t commit;\toffset:8;\tsize:8;\tsigned:1;\n"
				  "\tfield: int overwrite;\toffset:8;\tsize:1;\tsigned:1;\n"
				  "\tfield: char data;\toffset:16;\tsize:64;\tsigned:1;\n";

struct page {
	uint64_t ts, commit;
	uint32_t data[16];
};

static unsigned int types_seen, first_words;

static void see(struct raw_sum *s, uint16_t type, const void *entry)
{
	(void)s;
	types_seen += type;
	first_words += *(const uint32_t *)entry;
}

static void ring_pages(void)
{
	/* data of 8 bytes; a time extend; 12 bytes with their length in the event */
	struct page a = { 1000, 32, { 5u << 5 | 2, 7, 0, 1u << 5 | 30, 1, 2u << 5 | 0, 8, 9 } };
	struct page b = { 2000, 60, { 1u << 5 | 28 } };
	static struct raw_sum s;
	struct raw_layout l;
	char err[100];

	expect("layout", !raw_layout_parse(header_page, &l) && l.data_size == 64 &&
				 l.data_offset == 16 && l.commit_size == 8);
	expect("no layout", raw_layout_parse("field: u64 timestamp;\toffset:0;\tsize:8;\n", &l));
	raw_layout_parse(header_page, &l);
	s.see = see;
	b.data[0] = 1u << 5 | 14;
	expect("pages are read", !raw_page(&s, &l, &a, err, sizeof(err)) && s.padding == 0 &&
					 !raw_page(&s, &l, &b, err, sizeof(err)));
	expect("entries and types", s.entries == 3 && s.by_type[7] == 1 && s.by_type[9] == 1);
	expect("each entry is shown", types_seen == 16 && first_words == 16);
	expect("bytes: data, and the padding of the first page",
	       s.data == 92 && raw_bytes(&s) == 92 + 32);
	expect("times", s.oldest == 1000 && s.first == 1005 && s.last == 2001);
	a.commit = 65;
	expect("more data than fits",
	       raw_page(&s, &l, &a, err, sizeof(err)) && says(err, "64 fit"));
	a.commit = 4;
	expect("an event beyond the end",
	       raw_page(&s, &l, &a, err, sizeof(err)) && says(err, "can not be"));
}

/* The sign test's interval: n = 8 gives the extremes (1 - 2/256), n = 20 the 4th from each end. */
static void pairs(void)
{
	double d[20];
	struct paired p;

	for (int i = 0; i < 20; i++)
		d[i] = 20 - i;
	expect("too few pairs", paired(d, 7, &p) < 0);
	expect("20 pairs", !paired(d, 20, &p) && p.median == 10.5 && p.low == 4 && p.high == 17);
	expect("8 pairs", !paired(d, 8, &p) && p.median == 4.5 && p.low == 1 && p.high == 8);
}

int main(void)
{
	pairs();
	plugin_file();
	assignment();
	ring_pages();
	printf("%d passed, %d failed, 0 skipped\n", passed, failed);
	arena_free(&arena);
	return failed != 0;
}
