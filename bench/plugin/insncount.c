// SPDX-License-Identifier: GPL-2.0
/*
 * QEMU TCG plugin: how many guest instructions run between two marker addresses, per vCPU and call.
 *
 *   -plugin libinsncount.so,begin=0xADDR,end=0xADDR,out=FILE
 *
 * BEGIN and END are the first instructions of two kernel functions that nothing else calls
 * while a bench runs (the bench module calls them with interrupts off). Each pass from BEGIN to
 * END on one vCPU is one line "VCPU COUNT" in FILE, in order. COUNT includes what the markers
 * themselves execute; the bench subtracts that, calibrating on an empty call each time.
 *
 * A first line "# insncount 1" and a last line "# end PASSES LOST" tell a complete file from the
 * torso that a killed emulator leaves; LOST counts a BEGIN without END or an END without BEGIN.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "qemu_plugin.h"

#define MAX_VCPUS 64

QEMU_PLUGIN_EXPORT int qemu_plugin_version = QEMU_PLUGIN_VERSION;

static uint64_t begin_pc, end_pc;
static FILE *out;
static qemu_plugin_u64 executed;

/* One vCPU only touches its own; the file is only written by one line at a time (stdio locks). */
static struct {
	uint64_t start;
	bool open;
	uint64_t passes;
	uint64_t lost;
} vcpus[MAX_VCPUS];

static void at_begin(unsigned int vcpu, void *data)
{
	(void)data;
	if (vcpu >= MAX_VCPUS)
		return;
	if (vcpus[vcpu].open)
		vcpus[vcpu].lost++;
	vcpus[vcpu].open = true;
	vcpus[vcpu].start = qemu_plugin_u64_get(executed, vcpu);
}

static void at_end(unsigned int vcpu, void *data)
{
	uint64_t now = qemu_plugin_u64_get(executed, vcpu);

	(void)data;
	if (vcpu >= MAX_VCPUS)
		return;
	if (!vcpus[vcpu].open) {
		vcpus[vcpu].lost++;
		return;
	}
	vcpus[vcpu].open = false;
	vcpus[vcpu].passes++;
	fprintf(out, "%u %" PRIu64 "\n", vcpu, now - vcpus[vcpu].start);
}

/*
 * Inline operations run before the callbacks of the same instruction in some versions and after
 * them in others. Either way the markers shift by the same one instruction, which calibration
 * removes.
 */
static void translate(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
	size_t n = qemu_plugin_tb_n_insns(tb);

	(void)id;
	for (size_t i = 0; i < n; i++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
		uint64_t pc = qemu_plugin_insn_vaddr(insn);

		qemu_plugin_register_vcpu_insn_exec_inline_per_vcpu(
			insn, QEMU_PLUGIN_INLINE_ADD_U64, executed, 1);
		if (pc == begin_pc)
			qemu_plugin_register_vcpu_insn_exec_cb(insn, at_begin,
							       QEMU_PLUGIN_CB_NO_REGS, NULL);
		if (pc == end_pc)
			qemu_plugin_register_vcpu_insn_exec_cb(insn, at_end, QEMU_PLUGIN_CB_NO_REGS,
							       NULL);
	}
}

static void finish(qemu_plugin_id_t id, void *data)
{
	uint64_t passes = 0, lost = 0;

	(void)id;
	(void)data;
	for (int i = 0; i < MAX_VCPUS; i++) {
		passes += vcpus[i].passes;
		lost += vcpus[i].lost + vcpus[i].open;
	}
	fprintf(out, "# end %" PRIu64 " %" PRIu64 "\n", passes, lost);
	if (fclose(out))
		fprintf(stderr, "insncount: cannot finish the output file: %s\n", strerror(errno));
}

/* Parse one KEY=VALUE argument; 0 or -1 with a sentence on stderr. */
static int argument(const char *arg)
{
	char *rest;

	if (!strncmp(arg, "out=", 4)) {
		out = fopen(arg + 4, "we");
		if (!out)
			fprintf(stderr, "insncount: %s: %s\n", arg + 4, strerror(errno));
		return out ? 0 : -1;
	}
	if (!strncmp(arg, "begin=", 6)) {
		begin_pc = strtoull(arg + 6, &rest, 16);
		return *rest ? -1 : 0;
	}
	if (!strncmp(arg, "end=", 4)) {
		end_pc = strtoull(arg + 4, &rest, 16);
		return *rest ? -1 : 0;
	}
	fprintf(stderr, "insncount: unknown argument '%s' (begin= end= out=)\n", arg);
	return -1;
}

QEMU_PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc,
					   char **argv)
{
	(void)info;
	for (int i = 0; i < argc; i++) {
		if (argument(argv[i])) {
			fprintf(stderr, "insncount: bad argument '%s'\n", argv[i]);
			return -1;
		}
	}
	if (!out || !begin_pc || !end_pc) {
		fprintf(stderr, "insncount: begin=, end= and out= are all needed\n");
		return -1;
	}
	fprintf(out, "# insncount 1\n");
	executed.score = qemu_plugin_scoreboard_new(sizeof(uint64_t));
	qemu_plugin_register_vcpu_tb_trans_cb(id, translate);
	qemu_plugin_register_atexit_cb(id, finish, NULL);
	return 0;
}
