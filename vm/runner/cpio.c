// SPDX-License-Identifier: GPL-2.0
/* A newc cpio segment with one file (Documentation/driver-api/early-userspace/buffer-format.rst).
 */
#include <string.h>

#include "plan.h"

static void pad4(struct str *out)
{
	while (out->n % 4)
		str_add(out, "", 1);
}

static void entry(struct str *out, const char *name, unsigned int mode, const void *data,
		  size_t n)
{
	/* magic ino mode uid gid nlink mtime filesize devmajor/minor rdevmajor/minor namesize
	 * check */
	str_addf(out, "070701%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X%08X", 0, mode, 0, 0,
		 1, 0, (unsigned int)n, 0, 0, 0, 0, (unsigned int)strlen(name) + 1, 0);
	str_add(out, name, strlen(name) + 1);
	pad4(out);
	str_add(out, data, n);
	pad4(out);
}

void cpio_file(struct str *out, const char *name, const void *data, size_t n)
{
	pad4(out); /* a segment starts on 4 bytes */
	entry(out, name, 0100644, data, n);
	entry(out, "TRAILER!!!", 0, NULL, 0);
}
