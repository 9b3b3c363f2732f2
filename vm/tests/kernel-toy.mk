# SPDX-License-Identifier: GPL-2.0
# A toy kernel's build, out of tree like the real one: Kconfig knows three symbols, one "object" per C file, a marker per call.
OBJS := $(O)/trace.o $(O)/other.o

vmlinux: $(OBJS)
	cat $(OBJS) >$(O)/vmlinux
	echo >$(O)/System.map
	mkdir -p $(O)/include/config && echo $(VERSION).$(PATCHLEVEL).$(SUBLEVEL) >$(O)/include/config/kernel.release

$(O)/trace.o: kernel/trace/trace.c
	@if grep -n BROKEN $< ; then echo "  CC      trace.o"; echo "$(CURDIR)/$<:7:1: error: BROKEN undeclared" >&2; \
		echo "make[4]: *** [scripts/Makefile.build:287: kernel/trace/trace.o] Error 1"; exit 1; fi
	@echo "  CC      kernel/trace/trace.o"
	cat $< >$@
	echo trace >>$(O)/compiled

kernel/trace/trace.o: $(O)/trace.o
	@:


$(O)/other.o: lib/other.c
	@echo "  CC      lib/other.o"
	cat $< >$@
	echo other >>$(O)/compiled

allnoconfig:
	grep -E '^CONFIG_(TOY|TOY_ARCH)=' $(KCONFIG_ALLCONFIG) >$(O)/.config
	if grep -q FTRACE_STACKMAP kernel/trace/trace.c; then echo CONFIG_FTRACE_STACKMAP=y >>$(O)/.config; fi

olddefconfig modules:
	@:

headers:
	mkdir -p $(O)/usr/include/linux
	echo toy >$(O)/usr/include/linux/toy.h
