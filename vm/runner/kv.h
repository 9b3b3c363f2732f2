/* SPDX-License-Identifier: GPL-2.0 */
/* KEY=VALUE data files (docs/protocol.rst section 1): '#' comments, no quoting, value is the rest
 * of the line. */
#ifndef KV_H
#define KV_H

#include <stddef.h>

struct kv {
	struct kv_pair {
		char *key, *value;
	} *pair;
	size_t n;
};

/* Add the pairs of a file; dies with file, line and text when a line is none. */
void kv_load(struct kv *kv, const char *path);
/* Later settings of a key win. */
void kv_set(struct kv *kv, const char *key, const char *value);
const char *kv_get(const struct kv *kv, const char *key, const char *fallback);
/* As kv_get, but dies naming the file when the key is missing or empty. */
const char *kv_need(const struct kv *kv, const char *key, const char *path);

#endif
