# SPDX-License-Identifier: GPL-2.0
# The guest's programs, found by folder; called by vm/guest.sh with
#   TOP, B (build directory), CC, STRIP, KSFT (the kernel's tools/testing/selftests)
# Program <folder>/<name> is <folder>/<name>.c with each <folder>/lib/*.c; /init is vm/guest/*.c. A staged, stripped
# copy lands in $(B)/stage, and $(B)/stage.stamp is newer than all of it.

FOLDERS := kselftest stress bench

CFLAGS := -std=gnu11 -D_GNU_SOURCE= -O2 -g -pthread -Wall -Wextra -Wno-unused-parameter -Werror \
	  -ffile-prefix-map=$(TOP)/= -ffile-prefix-map=$(B)/=
INCLUDES = -I$(TOP)/$(1) -I$(TOP)/$(1)/lib -I$(TOP) -isystem $(KSFT)

names   = $(basename $(notdir $(wildcard $(TOP)/$(1)/*.c)))
PROGS  := $(foreach f,$(FOLDERS),$(addprefix $(f)/,$(call names,$(f))))
STAGED := $(addprefix $(B)/stage/,init $(PROGS))

$(B)/stage.stamp: $(STAGED) $(B)/list
	@touch $@

# Programs whose source is gone must leave the image as well.
$(B)/list: FORCE
	@echo '$(PROGS)' | cmp -s - $@ || { cd $(B)/stage && rm -rf $(FOLDERS); echo '$(PROGS)' >$@; }
$(STAGED): $(B)/list

$(B)/stage/%: $(B)/bin/%
	@mkdir -p $(@D)
	@$(STRIP) -o $@.tmp $< && mv $@.tmp $@

INIT := $(patsubst $(TOP)/%.c,$(B)/obj/%.o,$(wildcard $(TOP)/vm/guest/*.c))
$(B)/bin/init: $(INIT) $(CC)
	@mkdir -p $(@D)
	@$(CC) $(CFLAGS) -o $@ $(INIT)

define folder
LIB_$(1) := $(patsubst $(TOP)/%.c,$(B)/obj/%.o,$(wildcard $(TOP)/$(1)/lib/*.c))
$(B)/obj/$(1)/%.o: CPPFLAGS = $(call INCLUDES,$(1))
$(B)/bin/$(1)/%: $(B)/obj/$(1)/%.o $$(LIB_$(1)) $(CC)
	@mkdir -p $$(@D)
	@$(CC) $(CFLAGS) -o $$@ $$(filter %.o,$$^) -lm
endef
$(foreach f,$(FOLDERS),$(eval $(call folder,$(f))))

$(B)/obj/%.o: $(TOP)/%.c $(TOP)/vm/guest/build.mk $(CC)
	@mkdir -p $(@D)
	@$(if $(V),,echo '  CC $*.c' >&2;) $(if $(V),set -x;) $(CC) $(CFLAGS) $(CPPFLAGS) -MMD -MP -c $< -o $@

-include $(shell find $(B)/obj -name '*.d' 2>/dev/null)

.PHONY: FORCE
.SECONDARY:
.SUFFIXES:
MAKEFLAGS += -rR
