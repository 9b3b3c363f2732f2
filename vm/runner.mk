# SPDX-License-Identifier: GPL-2.0
# The host runner: out/bin/vmrun, its unit tests, tests with a fake QEMU, and tests with real guests.

RUNNER_SRC  := $(sort $(wildcard vm/runner/*.c))
RUNNER_OBJ  := $(RUNNER_SRC:vm/runner/%.c=$(OUT)/runner/%.o)
RUNNER_LIBS := -ljansson -lnettle
RUNNER_CPP  := -D_GNU_SOURCE -Ivm/runner -MMD -MP -DCONSOLE_TABLE='"$(TOP)/vm/runner/console/table"'

$(OUT)/runner/%.o: vm/runner/%.c | $(OUT)/runner
	$(if $(V),,@)$(HOST_CC) $(HOST_CFLAGS) $(RUNNER_CPP) -c $< -o $@

$(OUT)/bin/vmrun: $(RUNNER_OBJ) | $(OUT)/bin
	$(if $(V),,@)$(HOST_CC) $(HOST_CFLAGS) $^ $(RUNNER_LIBS) -o $@

$(OUT)/bin $(OUT)/runner:
	@mkdir -p $@

-include $(RUNNER_OBJ:.o=.d)
