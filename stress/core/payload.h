/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Stacks that certify themselves (oracle 1): every frame is a function of (seed, epoch,
 * position), the last one is a checksum. Whoever finds a record, anywhere, can say whether it
 * is whole and which epoch it belongs to, without a shadow table and without a lock.
 *
 * ips[0] = tag | epoch, ips[1] = tag | position, then filler, then the checksum. Every frame has
 * the highest bit set, so none equals FTRACE_TRAMPOLINE_MARKER (INT_MAX).
 */
#ifndef STRESS_CORE_PAYLOAD_H
#define STRESS_CORE_PAYLOAD_H

#include "types.h"

#define PAYLOAD_MIN_DEPTH	4
#define PAYLOAD_MAX_DEPTH	64
#define PAYLOAD_MAX_POS		(1U << 20)

struct payload {
	u32 seed;
	u32 epoch;	/* of which 24 bits are kept */
	u32 pos;	/* below PAYLOAD_MAX_POS */
};

enum payload_verdict {
	PAYLOAD_WHOLE,		/* *p says what it is */
	PAYLOAD_FOREIGN,	/* not ours at all: no tag, or a depth we never make */
	PAYLOAD_TORN,		/* starts like one of ours, but frames or depth are wrong */
};

/* How deep the stack at @pos is: mostly shallow, one in sixteen the deepest there is. */
unsigned int payload_depth(u32 seed, u32 pos);

/* Writes the frames of *p into @ips (room for PAYLOAD_MAX_DEPTH), returns their number. */
unsigned int payload_make(const struct payload *p, unsigned long *ips);

/* Judges @nr frames. p->seed is the caller's, epoch and pos are filled in if whole. */
enum payload_verdict payload_judge(struct payload *p, const unsigned long *ips, unsigned int nr);

#endif
