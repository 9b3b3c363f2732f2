# SPDX-License-Identifier: GPL-2.0
# The host rung: the kernel's own trace_stackmap.c in user space, in five builds, and the mutants that
# prove its tests. Objects of the harness are built once per build; the subject is one object more, so
# another subject, a mutant, costs one compilation and one link.

STACKMAP_C  ?=
HOST_BUILDS ?= plain asan tsan m32 fuzz
FILTER      ?=

export FILTER REPEAT

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

host_flags_plain := -O2 -g
host_flags_asan  := -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all -DSLOW=1
host_flags_tsan  := -O1 -g -DSLOW=1 -DSMP_ONLY=1 -DNO_SINGLE_STEP
# Judged are the subject and what it stands on; the tests and their libraries would only be slowed down.
host_san_tsan    := -fsanitize=thread
host_flags_m32   := -O2 -g -m32 -msse2 -mstackrealign
host_flags_fuzz := -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined,fuzzer-no-link \
	-fno-sanitize-recover=all -DSLOW=1
host_ld_fuzz     := -fsanitize=fuzzer
host_ld_m32      := --rtlib=compiler-rt --unwindlib=none
host_cc_fuzz  := clang
host_cc_plain := gcc
host_cc_asan  := gcc
host_cc_tsan  := gcc
# gcc's own 32-bit libraries conflict with cross compilers in Debian; clang needs none of them.
host_cc_m32   := clang -idirafter /usr/include/x86_64-linux-gnu

host_builds_all := plain asan tsan m32 fuzz
host_usrc_plain := $(HOST_USRC)
host_usrc_asan  := $(HOST_USRC)
host_usrc_tsan  := $(HOST_USRC)
host_usrc_m32   := $(HOST_USRC)
host_usrc_fuzz  := $(HOST_FUZZ_USRC)

.PHONY: host-src host-flags
host-flags:
host-src:
	@stress/host/extract.sh $(HOST_SRC) $(HOST_FROM)

# The recipe makes make look at the time stamp, which only changes with the content.
$(HOST_SRC)/kernel/trace/trace_stackmap.c $(HOST_SRC)/kernel/trace/trace_stackmap.h: host-src
	@:

define host_build
$(HOST_DIR)/$(1)/user/%.o: %.c $(HOST_DIR)/$(1)/flags
	@mkdir -p $$(@D)
	@$$(host_cc_$(1)) $$(host_flags_$(1)) $$(if $$(filter stress/host/shim/% stress/core/%,$$<),$$(host_san_$(1))) \
		$$(HOST_UFLAGS) -MMD -MP -MT $$@ -MF $$@.d -DBUILD='"$(1)"' -c -o $$@.tmp $$< && mv $$@.tmp $$@
$(HOST_DIR)/$(1)/kern/%.o: %.c $(HOST_DIR)/$(1)/flags
	@mkdir -p $$(@D)
	@stress/host/cc.sh $$@ $$< $$(host_cc_$(1)) $$(host_flags_$(1)) $$(host_san_$(1)) $$(HOST_KFLAGS) \
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
	@stress/host/link.sh $(1) $(HOST_SRC) $$@
endef
$(foreach b,$(host_builds_all),$(eval $(call host_build,$(b))))
-include $(wildcard $(HOST_DIR)/*/*/stress/*/*.d $(HOST_DIR)/*/*/stress/*/*/*.d)

.PHONY: host-harness
host-harness: $(host_builds_all:%=$(HOST_DIR)/%/libhost.a)

.PHONY: host-test
host-test: $(HOST_BUILDS:%=$(HOST_DIR)/%/run) ## the map in user space under five builds (STACKMAP_C=FILE.c, FILTER=test)
	@stress/host/test.sh $(HOST_BUILDS)

RUNG   ?= host
MUTANT ?= *

.PHONY: host-mutants-ready
host-mutants-ready: $(addprefix $(HOST_DIR)/,plain/run asan/run tsan/run m32/run)

.PHONY: mutants
mutants: ## plant every known bug and see who finds it (RUNG=host|module|vm, MUTANT=name)
	@stress/mutants.sh $(RUNG) '$(MUTANT)'

.PHONY: mutants-host-test
mutants-host-test: ## the host-killable mutants only
	@stress/mutants.sh host '*'

# In make test: the build that takes seconds. The sanitizers, the 32-bit build and the fuzzer take minutes on a slow
# machine: make host-test.
HOST_TESTS += host-test-plain
.PHONY: host-test-plain
host-test-plain:
	@$(MAKE) host-test HOST_BUILDS=plain
