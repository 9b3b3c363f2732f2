// SPDX-License-Identifier: GPL-2.0
/* Plan, cpio segment, KEY=VALUE files, quoting, run ids, symbols, checksums. */
#include <stdlib.h>
#include <unistd.h>

#include "kv.h"
#include "plan.h"
#include "record.h"
#include "runner-unit.h"
#include "symbols.h"

static char *parse(struct plan *p, const char *text)
{
	*p = (struct plan){ 0 };
	return plan_parse(p, text, "plan", 2);
}

static void plans(void)
{
	struct plan p;

	CHECK(!parse(&p, "# stackmap plan 1\nenv SEED=42\n# c\n\ntest a/b 60 /a/b --x y\nmodule "
			 "m k=v\n"));
	CHECK(p.n == 1 && p.test[0].timeout == 120 && !p.shell);
	CHECK_HAS(p.text.p, "test a/b 120 /a/b --x y\n");
	CHECK_HAS(p.text.p, "env SEED=42\n");
	CHECK(!parse(&p, "# stackmap plan 1\nmode shell\n") && p.shell);
	CHECK_HAS(parse(&p, "test a 1 /a\n"), "plan:1:");
	CHECK_HAS(parse(&p, "# stackmap plan 1\n"), "no tests are planned");
	CHECK_HAS(parse(&p, "# stackmap plan 1\ntest a x /a\n"), "time-out in seconds");
	CHECK_HAS(parse(&p, "# stackmap plan 1\ntest a 0 /a\n"), "time-out in seconds");
	CHECK_HAS(parse(&p, "# stackmap plan 1\ntest a\n"), "plan:2: 'test a'");
	CHECK_HAS(parse(&p, "# stackmap plan 1\ntest a 1 a\n"), "absolute path");
	CHECK_HAS(parse(&p, "# stackmap plan 1\ntest a 1 /a\ntest a 1 /b\n"), "plan:3:");
	CHECK_HAS(parse(&p, "# stackmap plan 1\nfoo\n"), "expected 'test");
}

static unsigned long field(const char *cpio, int n)
{
	char hex[9] = { 0 };

	memcpy(hex, cpio + 6 + 8 * n, 8);
	return strtoul(hex, NULL, 16);
}

static void cpio(void)
{
	struct str s = { 0 };
	const char *p;

	str_add(&s, "xyz", 3); /* an initrd of odd length */
	cpio_file(&s, "plan", "hello", 5);
	p = s.p + 4;
	CHECK(!memcmp(p, "070701", 6) && s.p[3] == 0);
	CHECK(field(p, 1) == 0100644 && field(p, 6) == 5 && field(p, 11) == 5);
	CHECK_STR(p + 110, "plan");
	CHECK(!memcmp(p + 116, "hello", 5)); /* 110 + 5, rounded up to 4 from the start of the
						header */
	p += 124;
	CHECK(!memcmp(p, "070701", 6));
	CHECK_STR(p + 110, "TRAILER!!!");
	CHECK(s.n % 4 == 0);
	str_free(&s);
}

static void quoting(void)
{
	struct str s = { 0 };

	str_add_quoted(&s, "plain-1.2/x=y,z");
	str_add_quoted(&s, "");
	str_add_quoted(&s, "it's $HOME");
	CHECK_STR(s.p, "plain-1.2/x=y,z'''it'\\''s $HOME'");
	str_free(&s);
}

static void ids(void)
{
	char *a = rundir_id("x86_64", "selftest", 1796119500, 0x1a2b);

	CHECK_STR(a, "20261201T100500Z-x86_64-selftest-1a2b");
	free(a);
}

/* Two runs of the same second, and the same process twice: four directories. */
static void unique_directories(void)
{
	char dir[] = "/tmp/runner-ids-XXXXXX";
	struct options o = { .arch_file = "x/arch", .out = mkdtemp(dir) };
	struct rundir d[50];

	CHECK(o.out);
	for (int i = 0; i < 50; i++) {
		rundir_create(&d[i], &o);
		for (int k = 0; k < i; k++)
			if (!strcmp(d[i].id, d[k].id))
				CHECK(!"the same id twice");
	}
	for (int i = 0; i < 50; i++)
		CHECK(!rmdir(d[i].path));
	rmdir(dir);
}

static char *temp_file(const char *text)
{
	char *path = xstrdup("/tmp/runner-parts-XXXXXX");
	int fd = mkstemp(path);

	CHECK(fd >= 0 && write_all(fd, text, strlen(text)));
	close(fd);
	return path;
}

static void files(void)
{
	char *path = temp_file("# c\nA=1\nB=x y = z\n\nA=2\n"), *sha;
	struct kv kv = { 0 };

	kv_load(&kv, path);
	CHECK_STR(kv_get(&kv, "A", NULL), "2");
	CHECK_STR(kv_get(&kv, "B", NULL), "x y = z");
	CHECK_STR(kv_get(&kv, "C", "none"), "none");
	unlink(path);
	free(path);
	path = temp_file("abc");
	sha = sha256_file(path);
	CHECK_STR(sha, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
	free(sha);
	CHECK(!sha256_file("/nonexistent"));
	CHECK(!write_file_atomic(path, "new", 3));
	free(read_file(path, NULL));
	unlink(path);
	free(path);
	CHECK(write_file_atomic("/nonexistent/x", "y", 1) == -2);
}

static void symbols(void)
{
	char *path = temp_file("ffffffff81000000 T _stext\nffffffff81000100 t "
			       "f\nffffffff81000200 D data\n");
	struct symbols s;

	symbols_load(&s, path);
	unlink(path);
	free(path);
	CHECK(s.n == 2);
	CHECK(!symbols_find(&s, 0x1000));
	CHECK_STR(symbols_find(&s, 0xffffffff810000ffull)->name, "_stext");
	CHECK_STR(symbols_find(&s, 0xffffffff81000100ull)->name, "f");
	CHECK(!symbols_find(&s, 0xffffffffffffff00ull));
	symbols_free(&s);
}

int main(void)
{
	plans();
	cpio();
	quoting();
	ids();
	unique_directories();
	files();
	symbols();
	return checks_done();
}
