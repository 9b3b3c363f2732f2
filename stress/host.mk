# SPDX-License-Identifier: GPL-2.0
# The host rung: the kernel's own trace_stackmap.c in user space, in five builds, and the mutants that
# prove its tests. Objects of the harness are built once per build; the subject is one object more, so
# another subject, a mutant, costs one compilation and one link.

STACKMAP_C  ?=
HOST_BUILDS ?= plain asan tsan m32 fuzz
FILTER      ?=
HOST_JOBS   ?= 2

export STACKMAP_C CONTRACT FILTER REPEAT MATRIX AGAIN SEEDS RUNS FILE

HOST_DIR  := $(OUT)/host
HOST_SRC  := $(HOST_DIR)/src
HOST_FROM := $(or $(STACKMAP_C),$(SERIES),patches/series)

HOST_WARN := -std=gnu11 -Wall -Wextra -Werror
# The subject's side has no libc header in reach: what is missing must fail, not be found by accident.
HOST_KFLAGS := $(HOST_WARN) -nostdinc -fno-builtin -D__KERNEL__ -DCONFIG_FTRACE_STACKMAP=1 -DCONFIG_64BIT=1 \
	-Istress/host/include -Istress/host -Wno-unused-parameter -Wno-sign-compare -Wno-unused-function \
	-Wno-pointer-sign -fno-strict-aliasing -fwrapv
HOST_UFLAGS := $(HOST_WARN) -D_GNU_SOURCE -Istress/host -pthread

HOST_USRC := $(wildcard stress/core/*.c stress/host/lib/*.c stress/host/tests/*.c) \
	$(addprefix stress/host/,run.c shim/format.c shim/lock.c shim/mem.c shim/point.c shim/rcu.c shim/rcu_choice.c)
# The fuzzer needs no runner and no tests.
HOST_FUZZ_USRC := $(addprefix stress/host/,fuzz.c lib/files.c lib/map.c shim/format.c shim/lock.c shim/mem.c \
	shim/point.c shim/rcu.c)
HOST_KSRC := $(addprefix stress/host/shim/,fs.c jhash.c lib.c seq_file.c seq_single.c trace.c)

# What each build is for, and what it leaves to the others. Where a test does less under -DSLOW=1, it says so where
# it does, keeps a floor of its own and prints what it did; nothing but a test's loops is cut.
#   plain  everything in full: each instruction boundary of an insert, each window, 6.7 million writes
#   asan   every test, for overruns, use after free and undefined behaviour; a share of the boundaries and windows
#   tsan   the tests with more than one CPU, for races and orderings that no x86 shows; a share of the windows.
#          No stepping: a signal is delivered late there
#   m32    every test, for 32-bit words: counters, record size, no cheap 64-bit atomics; a share, as in asan,
#          because it has to run under qemu-i386 where the kernel has no 32-bit mode
#   fuzz   random operation sequences against the reference map, under the sanitizers of asan
host_flags_plain := -O2 -g
host_flags_asan  := -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all -DSLOW=1
host_flags_tsan  := -O1 -g -DSLOW=1 -DSMP_ONLY=1 -DNO_SINGLE_STEP
# Judged are the subject and what it stands on; the tests and their libraries would only be slowed down.
host_san_tsan    := -fsanitize=thread
host_flags_m32   := -O2 -g -m32 -msse2 -mstackrealign -DSLOW=1
host_flags_fuzz := -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined,fuzzer-no-link \
	-fno-sanitize-recover=all -DSLOW=1
host_ld_fuzz     := -fsanitize=fuzzer
host_ld_m32      := --rtlib=compiler-rt --unwindlib=none
# Objects are kept by content in the cache the kernels use, so a fresh checkout compiles nothing anew.
HOST_CCACHE   := $(if $(wildcard $(addsuffix /ccache,$(subst :, ,$(PATH)))),ccache)
HOST_CC_ENV   := CCACHE_DIR=$(CACHE)/ccache CCACHE_NOHASHDIR=1 CCACHE_BASEDIR=$(TOP) CCACHE_MAXSIZE=5G
host_cc_fuzz  := $(HOST_CCACHE) clang
host_cc_plain := $(HOST_CCACHE) gcc
host_cc_asan  := $(HOST_CCACHE) gcc
host_cc_tsan  := $(HOST_CCACHE) gcc
# gcc's own 32-bit libraries conflict with cross compilers in Debian; clang needs none of them.
host_cc_m32   := $(HOST_CCACHE) clang -idirafter /usr/include/x86_64-linux-gnu

host_builds_all := plain asan tsan m32 fuzz
host_usrc_plain := $(HOST_USRC)
host_usrc_asan  := $(HOST_USRC)
host_usrc_tsan  := $(HOST_USRC)
host_usrc_m32   := $(HOST_USRC)
host_usrc_fuzz  := $(HOST_FUZZ_USRC)

.PHONY: host-src host-flags
host-flags:
host-src:
	@stress/host/extract.sh $(HOST_SRC) '$(HOST_FROM)'

# The recipe makes make look at the time stamp, which only changes with the content.
$(HOST_SRC)/kernel/trace/trace_stackmap.c $(HOST_SRC)/kernel/trace/trace_stackmap.h: host-src
	@:

define host_build
$(HOST_DIR)/$(1)/user/%.o: %.c $(HOST_DIR)/$(1)/flags
	@mkdir -p $$(@D)
	@$$(HOST_CC_ENV) $$(host_cc_$(1)) $$(host_flags_$(1)) $$(if $$(filter stress/host/shim/% stress/core/%,$$<),$$(host_san_$(1))) \
		$$(HOST_UFLAGS) -MMD -MP -MT $$@ -MF $$@.d -DBUILD='"$(1)"' -c -o $$@.tmp $$< && mv $$@.tmp $$@
$(HOST_DIR)/$(1)/kern/%.o: %.c $(HOST_DIR)/$(1)/flags
	@mkdir -p $$(@D)
	@$$(HOST_CC_ENV) stress/host/cc.sh $$@ $$< $$(host_cc_$(1)) $$(host_flags_$(1)) $$(host_san_$(1)) $$(HOST_KFLAGS) \
		-MMD -MP -MT $$@ -MF $$@.d
# Written when it changes, so that objects are built again when their flags are others.
$(HOST_DIR)/$(1)/flags: host-flags
	@mkdir -p $$(@D)
	@printf "%s='%s'\n" CC "$$(host_cc_$(1))" FLAGS "$$(host_flags_$(1)) $$(host_san_$(1))" KFLAGS "$$(HOST_KFLAGS)" \
		LD "$$(host_ld_$(1))" >$$@.new
	@cmp -s $$@.new $$@ || cp $$@.new $$@
$(HOST_DIR)/$(1)/libhost.a: $(HOST_DIR)/$(1)/flags $$(host_usrc_$(1):%.c=$(HOST_DIR)/$(1)/user/%.o) \
		$$(HOST_KSRC:%.c=$(HOST_DIR)/$(1)/kern/%.o)
	@rm -f $$@ && ar rcs $$@ $$(filter %.o,$$^)
$(HOST_DIR)/$(1)/run: $(HOST_DIR)/$(1)/libhost.a $(HOST_SRC)/kernel/trace/trace_stackmap.c \
		$(HOST_SRC)/kernel/trace/trace_stackmap.h stress/host/subject.c stress/host/link.sh \
		stress/host/host.h $$(wildcard stress/host/include/*.h stress/host/include/*/*.h)
	@$$(HOST_CC_ENV) stress/host/link.sh $(1) $(HOST_SRC) $$@
endef
$(foreach b,$(host_builds_all),$(eval $(call host_build,$(b))))
-include $(wildcard $(HOST_DIR)/*/*/stress/*/*.d $(HOST_DIR)/*/*/stress/*/*/*.d)

.PHONY: host-harness
host-harness: $(host_builds_all:%=$(HOST_DIR)/%/libhost.a)

.PHONY: host-programs
host-programs: $(HOST_BUILDS:%=$(HOST_DIR)/%/run)

# In make test as well: the sanitizers are half of what this rung knows.
HOST_TESTS += host-test
.PHONY: host-test
host-test: ## the map in user space under five builds (STACKMAP_C=FILE.c, FILTER=test)
	@$(MAKE) -j$(HOST_JOBS) host-programs
	@stress/host/test.sh $(HOST_BUILDS)

HOST_TESTS += host-shim-test
.PHONY: host-shim-test
host-shim-test: ## other implementations on the host rung: another dialect works, what has no shim is named
	@$(MAKE) -j$(HOST_JOBS) host-programs HOST_BUILDS=plain
	@$(HOST_CC_ENV) stress/test/host_shim_test.sh

# Without RUNG= all rungs, the cheapest first.
RUNG   ?=
MUTANT ?= *

.PHONY: host-mutants-ready
host-mutants-ready: $(addprefix $(HOST_DIR)/,plain/run asan/run tsan/run m32/run)

.PHONY: mutants
mutants: ## plant every known bug and see who finds it (RUNG=host|module|vm, MUTANT=name, MATRIX=file, AGAIN=1)
	@stress/mutants.sh $(RUNG) '$(MUTANT)'

.PHONY: mutant-times mutant-twins
mutant-times: ## time to kill of each racy mutant on the host rung (SEEDS=20, MUTANT=name, FILE=table)
	@stress/mutant-times.sh kill '$(MUTANT)'
mutant-twins: ## no false alarm: every named oracle of the host rung on the correct source (RUNS=59, FILE=table)
	@stress/mutant-times.sh twins

# In make test: every mutant that this rung can kill. What was killed before, and nothing changed since, is not run again.
HOST_TESTS += mutants-host-test
.PHONY: mutants-host-test
mutants-host-test:
	@stress/mutants.sh host
