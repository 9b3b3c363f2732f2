// SPDX-License-Identifier: GPL-2.0
/*
 * walk.c - reads the private instance as user space would: through its file operations
 *
 * The binary file carries the frames, the text file is read in pieces of random size for its
 * shape: ids that only grow, as many frames as the depth says.
 */
#include <linux/fs.h>
#include <linux/slab.h>
#include <linux/uio.h>
#include <linux/vmalloc.h>
#include "kmod.h"

struct bin_head { u32 magic, version, nr, reserved; };
struct bin_rec { u32 id, nr, ref, reserved; u64 ips[]; };

static ssize_t read_seq(struct file *file, void *to, size_t len, loff_t *pos)
{
	struct kvec vec = { .iov_base = to, .iov_len = len };
	struct kiocb iocb = { .ki_filp = file, .ki_pos = *pos };
	struct iov_iter iter;
	ssize_t n;

	iov_iter_kvec(&iter, ITER_DEST, &vec, 1, len);
	n = seq_read_iter(&iocb, &iter);
	*pos = iocb.ki_pos;
	return n;
}

static int read_exactly(struct file *file, void *to, size_t len, loff_t *pos)
{
	while (len) {
		ssize_t n = subject_read_bin(file, to, len, pos);

		if (n <= 0)
			return -EIO;
		to += n;
		len -= n;
	}
	return 0;
}

static int walk_records(struct file *file, u32 n, loff_t *pos, struct torture_audit *a, bool quiet,
			void (*each)(void *arg, int id, const unsigned long *ips, unsigned int nr),
			void *arg)
{
	struct bin_rec *rec = kmalloc(sizeof(*rec) + 64 * sizeof(u64), GFP_KERNEL);
	unsigned long *ips = kmalloc_array(64, sizeof(*ips), GFP_KERNEL);
	int ret = rec && ips ? 0 : -ENOMEM;
	u32 first = ~0U, i, f;

	for (i = 0; i < n && !ret; i++) {
		ret = read_exactly(file, rec, sizeof(*rec), pos);
		if (ret || !rec->nr || rec->nr > PAYLOAD_MAX_DEPTH) {
			run_failed(ORACLE_PAYLOAD, i, ret ? ret : rec->nr);
			ret = -EIO;
			break;
		}
		ret = read_exactly(file, rec->ips, rec->nr * sizeof(u64), pos);
		for (f = 0; f < rec->nr; f++)
			ips[f] = rec->ips[f];
		if (first == ~0U)
			first = rec->id;
		torture_audit_record(a, rec->id, rec->ref, ips, rec->nr, quiet);
		if (i == 10 && fault_now(FAULT_BACKWARDS))
			torture_audit_record(a, first, 1, ips, rec->nr, false);
		if (each)
			each(arg, rec->id, ips, rec->nr);
	}
	kfree(ips);
	kfree(rec);
	return ret;
}

/* Without the binary file: the table itself, which only a quiet map allows. */
static int walk_table(struct torture_audit *a, void (*each)(void *arg, int id,
		      const unsigned long *ips, unsigned int nr), void *arg)
{
	const unsigned long *ips;
	unsigned int id, nr;

	for (id = 0; id < TORTURE_IDS; id++) {
		nr = subject_resolve(id, &ips);
		if (!nr)
			continue;
		torture_audit_record(a, id, subject_refs(id), ips, nr, true);
		if (each)
			each(arg, id, ips, nr);
	}
	return 0;
}

int walk_bin(struct torture_audit *a, bool quiet, void (*each)(void *arg, int id,
	     const unsigned long *ips, unsigned int nr), void *arg)
{
	struct bin_head head;
	struct file *file;
	loff_t pos = 0;
	int ret;

	torture_audit_start(torture, a);
	if (!subject_has(SUBJECT_BIN))
		return quiet ? walk_table(a, each, arg) : -ENODEV;
	file = subject_open(SUBJECT_BIN);
	if (IS_ERR(file))
		return PTR_ERR(file);
	ret = read_exactly(file, &head, sizeof(head), &pos);
	if (!ret && head.nr > SUBJECT_CAPACITY)
		run_failed(ORACLE_CAPACITY, SUBJECT_CAPACITY, head.nr);
	if (!ret)
		ret = walk_records(file, head.nr, &pos, a, quiet, each, arg);
	subject_close(SUBJECT_BIN, file);
	return ret;
}

/* The shape of the text, fed byte by byte because pieces end anywhere. */
struct shape { char line[80]; unsigned int len, frames, depth; long id; unsigned long records; };

static void shape_line(struct shape *s)
{
	unsigned int id, depth;
	int ref;

	if (!s->len && s->frames == s->depth)
		return;
	if (s->len && s->line[0] == ' ' && s->frames < s->depth) {
		s->frames++;
		return;
	}
	if (sscanf(s->line, "stack_id %u [ref %d, depth %u]", &id, &ref, &depth) != 3 ||
	    s->frames != s->depth || !depth || depth > PAYLOAD_MAX_DEPTH || ref < 1) {
		run_failed(ORACLE_PAYLOAD, s->depth, s->frames);
		return;
	}
	if ((long)id <= s->id)
		run_failed(ORACLE_TERMINATION, s->id, id);
	s->id = id;
	s->depth = depth;
	s->frames = 0;
	s->records++;
}

static void shape_feed(struct shape *s, const char *p, size_t n)
{
	for (; n--; p++) {
		if (*p == '\n') {
			s->line[s->len] = '\0';
			shape_line(s);
			s->len = 0;
		} else if (s->len < sizeof(s->line) - 1) {
			s->line[s->len++] = *p;
		}
	}
}

int walk_text(struct prng *dice, unsigned long *records)
{
	struct file *file = subject_open(SUBJECT_TEXT);
	struct shape *s = kzalloc(sizeof(*s), GFP_KERNEL);
	char *buf = kmalloc(PAGE_SIZE, GFP_KERNEL);
	unsigned long budget = SUBJECT_CAPACITY * 64UL * 40;	/* bytes a pass can have at most */
	loff_t pos = 0;
	ssize_t n = 1;

	if (IS_ERR(file) || !s || !buf)
		n = -ENOMEM;
	else
		s->id = -1;
	while (n > 0 && !core_load(&torture->failed)) {
		n = read_seq(file, buf, 1 + prng_below(dice, PAGE_SIZE), &pos);
		if (n <= 0)
			break;
		shape_feed(s, buf, n);
		if (budget < n) {
			run_failed(ORACLE_TERMINATION, 0, pos);
			break;
		}
		budget -= n;
	}
	if (s)
		*records += s->records;
	if (!IS_ERR(file))
		subject_close(SUBJECT_TEXT, file);
	kfree(buf);
	kfree(s);
	return n < 0 ? n : 0;
}

int subject_stat(struct subject_stat *st)
{
	struct file *file = subject_open(SUBJECT_STAT);
	char *buf = kzalloc(PAGE_SIZE, GFP_KERNEL), *p;
	loff_t pos = 0;
	int ret = -EIO;

	if (!IS_ERR(file) && buf && read_seq(file, buf, PAGE_SIZE - 1, &pos) > 0) {
		p = strstr(buf, "successes:");
		if (p && sscanf(buf, "entries: %lu", &st->entries) == 1 &&
		    sscanf(p, "successes: %lu drops: %lu", &st->successes, &st->drops) == 2)
			ret = 0;
	}
	if (!IS_ERR(file))
		subject_close(SUBJECT_STAT, file);
	kfree(buf);
	return ret;
}
