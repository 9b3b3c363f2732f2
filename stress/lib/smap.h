/* SPDX-License-Identifier: GPL-2.0 */
/*
 * smap.h - independent readers of what the kernel prints: stack_map, stack_map_bin, trace
 *
 * Nothing here trusts the kernel: each parser refuses what the contract does not allow and says
 * which line or offset. The invariants of the contract (I1..I8) are judged on the result.
 */
#ifndef SMAP_H
#define SMAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SMAP_CAPACITY	16384
#define SMAP_TABLE	32768
#define SMAP_DEPTH	64

struct smap_rec {
	uint32_t	id, nr, ref;
	const char	*text;		/* stack_map: the frame lines, text_len bytes */
	size_t		text_len;
	const uint64_t	*ips;		/* stack_map_bin: unaligned is impossible, header is 16 */
};

struct smap {
	size_t		n;
	struct smap_rec	*rec;		/* ascending by id: both files promise slot order */
};

/* Both: 0, or -1 with the reason in err (len bytes). The buffer must outlive the result. */
int smap_parse_text(const char *buf, size_t len, struct smap *m, char *err, size_t errlen);
int smap_parse_bin(const void *buf, size_t len, struct smap *m, char *err, size_t errlen);
void smap_free(struct smap *m);
const struct smap_rec *smap_find(const struct smap *m, uint32_t id);

uint64_t smap_ref_sum(const struct smap *m);
/* Records beyond the first with the same frames; *worst is the largest group. */
size_t smap_duplicates(const struct smap *m, size_t *worst);
/* 0 when both describe the same map: ids, depth and, if quiet, references; symbols if loaded */
int smap_compare(const struct smap *text, const struct smap *bin, bool quiet, char *err,
		 size_t errlen);

/* ksym.c: /proc/kallsyms, to hold a printed frame against a binary one */
int ksym_load(const char *kallsyms);	/* text of the file; number of symbols or -1 */
bool ksym_frame_is(const char *frame, size_t len, uint64_t ip);

/* Context of an event, from the third character of the trace flags column */
enum tev_ctx { TEV_TASK, TEV_SOFTIRQ, TEV_HARDIRQ, TEV_NMI, TEV_NR_CTX };
extern const char *const tev_ctx_name[TEV_NR_CTX];

enum tev_kind { TEV_NONE, TEV_EVENT, TEV_STACK_ID, TEV_FULL, TEV_FRAME, TEV_MARKER, TEV_LOST };

struct tev {
	enum tev_kind	kind;
	int		cpu;
	enum tev_ctx	ctx;
	uint32_t	id;	/* TEV_STACK_ID */
	uint64_t	lost;	/* TEV_LOST; 1 when the kernel does not say how many */
};

/* One line of the trace file. TEV_NONE: header or blank. Returns -1 for what it cannot read. */
int tev_parse(const char *line, struct tev *e);

/* Sums over a trace file. */
struct tev_sum {
	uint64_t	events, frames, lost, markers, bad;
	uint64_t	ids_by_ctx[TEV_NR_CTX], full_by_ctx[TEV_NR_CTX];
	uint64_t	ids, full, full_deep;	/* full_deep: more than SMAP_DEPTH frames */
	size_t		n_id, cap_id;
	uint32_t	*id;
	unsigned int	depth;			/* of the full stack being read */
	char		bad_line[160];
};
void tev_sum_line(struct tev_sum *s, const char *line);
void tev_sum_id(struct tev_sum *s, uint32_t id);	/* one seen elsewhere than in text */
void tev_sum_end(struct tev_sum *s);
int tev_sum_fd(struct tev_sum *s, int fd);	/* reads to the end; 0 or -errno */
int tev_sum_part(struct tev_sum *s, int fd, size_t most);	/* or to that many bytes */
void tev_sum_free(struct tev_sum *s);

#endif
