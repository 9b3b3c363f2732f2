/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Writing a POSIX ustar archive: owner root, given time, order of the calls, so the same contents
 * give the same bytes. Every member is noted with its SHA-256 in the archive's last member,
 * SHA256SUMS.
 */
#ifndef TAR_H
#define TAR_H

#include "results.h"

#include <time.h>

struct tar {
	FILE *f;
	const char *path; /* of the archive */
	const char *prefix; /* directory all members are under */
	time_t time;
	size_t nr;
	char *sums; /* "<sha256>  <name>" lines so far */
	size_t sums_len, sums_room;
	struct arena arena; /* names */
};

void tar_open(struct tar *t, const char *path, const char *prefix, time_t when);
void tar_text(struct tar *t, const char *name, const char *text, size_t len, bool executable);
/* tar_file: false when the file cannot be read; a name beyond ustar's 255 characters dies. */
bool tar_file(struct tar *t, const char *name, const char *from);
/* tar_tree: a directory's files, recursively, sorted; member names below name. Returns how many. */
size_t tar_tree(struct tar *t, const char *name, const char *from);
void tar_close(struct tar *t);

/* sha256_hex: 64 digits and a NUL. */
void sha256_hex(const char *data, size_t len, char *hex);

#endif
