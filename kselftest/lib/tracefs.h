/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Files of tracefs by name, relative to wherever it is mounted: "trace", "options/stackmap".
 *
 * Results of single system calls are a count or a negative errno, because what the tests assert
 * is exactly that.
 */
#ifndef KSELFTEST_TRACEFS_H
#define KSELFTEST_TRACEFS_H

#include <stdbool.h>
#include <stddef.h>

/* Finds tracefs, or mounts it at its usual place. 0, or -errno: the tests cannot run. */
int tracefs_init(void);

/* The full path of @name; valid until the next call but seven. */
const char *tracefs_path(const char *name);
bool tracefs_has(const char *name);

/* open(2): a descriptor, or -errno. */
int tracefs_open(const char *name, int flags);

/* One write(2) of @len bytes: its count, or -errno of open or write. */
long tracefs_write(const char *name, const void *data, size_t len);
long tracefs_put(const char *name, const char *text);

/* The whole file as a string, to be freed. NULL with errno on failure. */
char *tracefs_read(const char *name);
char *fd_read_all(int fd, size_t chunk, size_t *len);

#endif
