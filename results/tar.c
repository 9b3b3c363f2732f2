// SPDX-License-Identifier: GPL-2.0
// A ustar writer for reviewer bundles; see tar.h.
#include "tar.h"

#include <dirent.h>
#include <nettle/sha2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MEMBER_MAX (2u << 30) /* a guest image is some ten MiB; this is a wrong path */

struct ustar {
	char name[100], mode[8], uid[8], gid[8], size[12], mtime[12], sum[8], type, link[100];
	char magic[6], version[2], user[32], group[32], major[8], minor[8], prefix[155], pad[12];
};

_Static_assert(sizeof(struct ustar) == 512, "a tar block has 512 bytes");

void tar_open(struct tar *t, const char *path, const char *prefix, time_t when)
{
	memset(t, 0, sizeof(*t));
	t->f = create_file(path);
	t->path = path;
	t->prefix = prefix;
	t->time = when;
}

/* ustar splits long names at a slash: the front goes to prefix. */
static void set_name(struct tar *t, struct ustar *h, const char *name)
{
	char *full = arena_printf(&t->arena, "%s/%s", t->prefix, name);
	size_t n = strlen(full), cut = 0;

	if (n > sizeof(h->name)) {
		for (cut = n - sizeof(h->name) - 1; cut < n && full[cut] != '/'; cut++)
			;
		if (cut >= n || cut > sizeof(h->prefix))
			die("%s: name '%s' is too long for a tar archive", t->path, full);
		memcpy(h->prefix, full, cut);
		cut++;
	}
	memcpy(h->name, full + cut, n - cut);
}

static void octal(char *field, size_t size, unsigned long v)
{
	char buf[24];

	snprintf(buf, sizeof(buf), "%0*lo", (int)size - 1, v);
	memcpy(field, buf, size);
}

static void put_header(struct tar *t, const char *name, size_t len, bool executable)
{
	struct ustar h = { 0 };
	unsigned long sum = 0;

	set_name(t, &h, name);
	octal(h.mode, sizeof(h.mode), executable ? 0755 : 0644);
	octal(h.uid, sizeof(h.uid), 0);
	octal(h.gid, sizeof(h.gid), 0);
	octal(h.size, sizeof(h.size), len);
	octal(h.mtime, sizeof(h.mtime), t->time);
	h.type = '0';
	memcpy(h.magic, "ustar", 6);
	memcpy(h.version, "00", 2);
	strcpy(h.user, "root");
	strcpy(h.group, "root");
	memset(h.sum, ' ', sizeof(h.sum));
	for (size_t i = 0; i < sizeof(h); i++)
		sum += ((unsigned char *)&h)[i];
	octal(h.sum, sizeof(h.sum) - 1, sum);
	fwrite(&h, sizeof(h), 1, t->f);
	t->nr++;
}

void sha256_hex(const char *data, size_t len, char *hex)
{
	uint8_t digest[SHA256_DIGEST_SIZE];
	struct sha256_ctx ctx;

	sha256_init(&ctx);
	sha256_update(&ctx, len, (const uint8_t *)data);
	sha256_digest(&ctx, sizeof(digest), digest);
	for (size_t i = 0; i < sizeof(digest); i++)
		sprintf(hex + 2 * i, "%02x", digest[i]);
}

static void note_sum(struct tar *t, const char *name, const char *text, size_t len)
{
	size_t need = 64 + 2 + strlen(name) + 2;
	char hex[65];

	if (t->sums_len + need > t->sums_room) {
		t->sums_room = 2 * t->sums_room + need;
		t->sums = realloc(t->sums, t->sums_room);
		if (!t->sums)
			die("out of memory");
	}
	sha256_hex(text, len, hex);
	t->sums_len += sprintf(t->sums + t->sums_len, "%s  %s\n", hex, name);
}

void tar_text(struct tar *t, const char *name, const char *text, size_t len, bool executable)
{
	static const char zeros[512];

	note_sum(t, name, text, len);
	put_header(t, name, len, executable);
	fwrite(text, 1, len, t->f);
	fwrite(zeros, 1, -len & 511, t->f);
}

bool tar_file(struct tar *t, const char *name, const char *from)
{
	struct arena a = { 0 };
	size_t len;
	char *data = read_file(&a, from, MEMBER_MAX, &len);

	if (data)
		tar_text(t, name, data, len, access(from, X_OK) == 0);
	arena_free(&a);
	return data;
}

static int visible(const struct dirent *d)
{
	return d->d_name[0] != '.';
}

size_t tar_tree(struct tar *t, const char *name, const char *from)
{
	struct dirent **list;
	int n = scandir(from, &list, visible, alphasort);
	size_t nr = 0;

	for (int i = 0; i < n; i++) {
		char *path = arena_printf(&t->arena, "%s/%s", from, list[i]->d_name);
		char *member =
			arena_printf(&t->arena, "%s%s%s", name, *name ? "/" : "", list[i]->d_name);
		struct stat st;

		free(list[i]);
		if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
			nr += tar_tree(t, member, path);
		else if (tar_file(t, member, path))
			nr++;
		else
			warn("%s: %m; not in the bundle", path);
	}
	if (n >= 0)
		free(list);
	return nr;
}

void tar_close(struct tar *t)
{
	static const char zeros[1024];
	/* a copy: noting the member's own sum may move the list */
	char *sums = arena_strdup(&t->arena, t->sums);

	tar_text(t, "SHA256SUMS", sums, t->sums_len, false);
	fwrite(zeros, 1, sizeof(zeros), t->f);
	close_file(t->f, t->path);
	free(t->sums);
	arena_free(&t->arena);
}
