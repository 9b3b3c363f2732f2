// SPDX-License-Identifier: GPL-2.0
/* Command line of vmrun. */
#include <ctype.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "options.h"

#ifndef CONSOLE_TABLE
#define CONSOLE_TABLE "vm/runner/console/table"
#endif

static const char help[] =
	"usage: vmrun --arch-file F --kernel IMAGE --initrd CPIO --plan FILE --out DIR "
	"[options]\n"
	"Boots one virtual machine, runs the plan in it and leaves DIR/<id>/ with run.json and "
	"everything behind it.\n"
	"\n"
	"  --arch-file F       architecture: KEY=VALUE (QEMU, MACHINE, CPU, APPEND)\n"
	"  --kernel IMAGE      boot image\n"
	"  --initrd CPIO       initramfs; the plan is appended to it as /plan\n"
	"  --plan FILE         what the guest runs\n"
	"  --out DIR           where run directories go\n"
	"  --identity F        KEY=VALUE for the record's identity; may be repeated\n"
	"  --set KEY=VALUE     one more of them (scenario, seed, debug, ...); may be repeated\n"
	"  --accel A           auto (default), kvm or tcg; auto proves KVM by running this "
	"kernel under it\n"
	"  --smp N             vCPUs (2)\n"
	"  --mem MIB           guest memory (512)\n"
	"  --disk IMAGE        raw image the guest gets as a read-only virtio-blk disk\n"
	"  --append WORDS      more words for the kernel's command line\n"
	"  --boot-timeout S    seconds until init must be reached (60, under KVM 30)\n"
	"  --timeout-scale X   multiplies every time-out (1 under KVM, 2 emulated, "
	"twice that with debug fragments)\n"
	"  --console-table F   splat patterns (" CONSOLE_TABLE ")\n"
	"  --shell             interactive console, no record; leave with exit or Ctrl-A X\n"
	"  --help, --version\n"
	"\n"
	"exit code: 0 PASS, 1 FAIL, 2 UNRESOLVED, 3 ERROR. The last line is 'N passed, N failed, "
	"N skipped'.\n";

enum {
	O_ARCH = 256,
	O_KERNEL,
	O_INITRD,
	O_PLAN,
	O_OUT,
	O_IDENTITY,
	O_SET,
	O_ACCEL,
	O_SMP,
	O_MEM,
	O_DISK,
	O_APPEND,
	O_BOOT,
	O_SCALE,
	O_TABLE,
	O_SHELL,
	O_HELP,
	O_VERSION
};

static const struct option longs[] = {
	{ "arch-file", required_argument, NULL, O_ARCH },
	{ "kernel", required_argument, NULL, O_KERNEL },
	{ "initrd", required_argument, NULL, O_INITRD },
	{ "plan", required_argument, NULL, O_PLAN },
	{ "out", required_argument, NULL, O_OUT },
	{ "identity", required_argument, NULL, O_IDENTITY },
	{ "set", required_argument, NULL, O_SET },
	{ "accel", required_argument, NULL, O_ACCEL },
	{ "smp", required_argument, NULL, O_SMP },
	{ "mem", required_argument, NULL, O_MEM },
	{ "disk", required_argument, NULL, O_DISK },
	{ "append", required_argument, NULL, O_APPEND },
	{ "boot-timeout", required_argument, NULL, O_BOOT },
	{ "timeout-scale", required_argument, NULL, O_SCALE },
	{ "console-table", required_argument, NULL, O_TABLE },
	{ "shell", no_argument, NULL, O_SHELL },
	{ "help", no_argument, NULL, O_HELP },
	{ "version", no_argument, NULL, O_VERSION },
	{ 0 }
};

const char *options_arch(const struct options *o)
{
	const char *slash = strrchr(o->arch_file, '/');

	return slash ? slash + 1 : o->arch_file;
}

static double number(const char *opt, const char *text, double least, double most)
{
	char *end;
	double v = strtod(text, &end);

	if (end == text || *end || !(v >= least) || v > most)
		die("--%s %s: must be a number from %g to %g", opt, text, least, most);
	return v;
}

static void push(const char ***list, size_t *n, const char *value)
{
	*list = grow(*list, *n, sizeof(**list));
	(*list)[(*n)++] = value;
}

static void one(struct options *o, int c)
{
	switch (c) {
	case O_ARCH:
		o->arch_file = optarg;
		break;
	case O_KERNEL:
		o->kernel = optarg;
		break;
	case O_INITRD:
		o->initrd = optarg;
		break;
	case O_PLAN:
		o->plan = optarg;
		break;
	case O_OUT:
		o->out = optarg;
		break;
	case O_IDENTITY:
		push(&o->identity_file, &o->n_identity, optarg);
		break;
	case O_SET:
		push(&o->set, &o->n_set, optarg);
		break;
	case O_ACCEL:
		o->accel = optarg;
		break;
	case O_SMP:
		o->smp = number("smp", optarg, 1, 512);
		break;
	case O_MEM:
		o->mem = number("mem", optarg, 16, 1 << 20);
		break;
	case O_DISK:
		o->disk = optarg;
		break;
	case O_APPEND:
		o->append = optarg;
		break;
	case O_BOOT:
		o->boot_timeout = number("boot-timeout", optarg, 0.1, 86400);
		break;
	case O_SCALE:
		o->scale = number("timeout-scale", optarg, 0.01, 1000);
		break;
	case O_TABLE:
		o->table = optarg;
		break;
	case O_SHELL:
		o->shell = true;
		break;
	case O_HELP:
		fputs(help, stdout);
		exit(0);
	case O_VERSION:
		puts("vmrun, run record schema 1");
		exit(0);
	default:
		die("see vmrun --help");
	}
}

static void need_file(const char *opt, const char *path)
{
	struct stat st;

	if (!path)
		die("--%s is missing; see vmrun --help", opt);
	if (stat(path, &st) < 0)
		die("--%s %s: %m", opt, path);
	if (!S_ISREG(st.st_mode))
		die("--%s %s: not a regular file", opt, path);
	if (!st.st_size)
		die("--%s %s: the file is empty (0 bytes); the build that made it was cut short, "
		    "build it again",
		    opt, path);
	if (access(path, R_OK) < 0)
		die("--%s %s: %m", opt, path);
}

static void load_identity(struct options *o)
{
	struct kv raw = { 0 };

	for (size_t i = 0; i < o->n_identity; i++)
		kv_load(&raw, o->identity_file[i]);
	for (size_t i = 0; i < raw.n; i++) {
		char *key = xstrdup(raw.pair[i].key);

		for (char *p = key; *p; p++)
			*p = tolower((unsigned char)*p);
		kv_set(&o->identity, key, raw.pair[i].value);
		free(key);
	}
	for (size_t i = 0; i < o->n_set; i++) {
		const char *eq = strchr(o->set[i], '=');
		char *key;

		if (!eq || eq == o->set[i])
			die("--set %s: expected KEY=VALUE", o->set[i]);
		key = xstrndup(o->set[i], eq - o->set[i]);
		kv_set(&o->identity, key, eq + 1);
		free(key);
	}
}

void options_parse(struct options *o, int argc, char **argv)
{
	int c;

	*o = (struct options){ .accel = "auto",
			       .append = "",
			       .smp = 2,
			       .mem = 512,
			       .table = CONSOLE_TABLE,
			       .self = argv[0] };
	while ((c = getopt_long(argc, argv, "", longs, NULL)) != -1)
		one(o, c);
	if (optind < argc)
		die("unexpected argument '%s'; see vmrun --help", argv[optind]);
	if (!same(o->accel, "auto") && !same(o->accel, "kvm") && !same(o->accel, "tcg"))
		die("--accel %s: must be auto, kvm or tcg", o->accel);
	need_file("arch-file", o->arch_file);
	need_file("kernel", o->kernel);
	need_file("initrd", o->initrd);
	if (o->disk)
		need_file("disk", o->disk);
	if (!o->shell || o->plan)
		need_file("plan", o->plan);
	if (!o->out && !o->shell)
		die("--out is missing; see vmrun --help");
	kv_load(&o->arch, o->arch_file);
	load_identity(o);
}
