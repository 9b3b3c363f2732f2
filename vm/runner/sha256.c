// SPDX-License-Identifier: GPL-2.0
/* SHA-256 by nettle. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include <nettle/sha2.h>

#include "record.h"

static char *hex(struct sha256_ctx *ctx)
{
	uint8_t digest[SHA256_DIGEST_SIZE];
	struct str s = { 0 };

	sha256_digest(ctx, sizeof(digest), digest);
	for (size_t i = 0; i < sizeof(digest); i++)
		str_addf(&s, "%02x", digest[i]);
	return s.p;
}

char *sha256_text(const char *text)
{
	struct sha256_ctx ctx;

	sha256_init(&ctx);
	sha256_update(&ctx, strlen(text), (const uint8_t *)text);
	return hex(&ctx);
}

char *sha256_file(const char *path)
{
	static uint8_t buf[1 << 16];
	struct sha256_ctx ctx;
	ssize_t n;
	int fd = open(path, O_RDONLY | O_CLOEXEC), e;

	if (fd < 0)
		return NULL;
	sha256_init(&ctx);
	while ((n = read(fd, buf, sizeof(buf))) > 0)
		sha256_update(&ctx, n, buf);
	e = errno;
	close(fd);
	errno = e;
	return n < 0 ? NULL : hex(&ctx);
}
