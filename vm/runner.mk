# SPDX-License-Identifier: GPL-2.0
# The host runner: out/bin/vmrun, its unit tests, tests with a fake QEMU, and tests with real guests.

RUNNER_SRC  := $(sort $(wildcard vm/runner/*.c))
RUNNER_OBJ  := $(RUNNER_SRC:vm/runner/%.c=$(OUT)/runner/%.o)
RUNNER_LIBS := -ljansson -lnettle
RUNNER_CPP  := -D_GNU_SOURCE -Ivm/runner -MMD -MP -DCONSOLE_TABLE='"$(TOP)/vm/runner/console/table"' -DCONSOLE_LOGS='"$(TOP)/vm/runner/console/logs"'

$(OUT)/runner/%.o: vm/runner/%.c | $(OUT)/runner
	$(if $(V),,@)$(HOST_CC) $(HOST_CFLAGS) $(RUNNER_CPP) -c $< -o $@

$(OUT)/bin/vmrun: $(RUNNER_OBJ) | $(OUT)/bin
	$(if $(V),,@)$(HOST_CC) $(HOST_CFLAGS) $^ $(RUNNER_LIBS) -o $@

$(OUT)/bin/vmall: vm/runner/all/*.c vm/runner/all/all.h vm/runner/util.c vm/runner/io.c | $(OUT)/bin
	$(if $(V),,@)$(HOST_CC) $(HOST_CFLAGS) -D_GNU_SOURCE -Ivm/runner $(filter %.c,$^) -ljansson -o $@

$(OUT)/bin $(OUT)/runner:
	@mkdir -p $@

-include $(RUNNER_OBJ:.o=.d)

# Unit tests: the runner's own objects, rebuilt under ASan and UBSan.
RUNNER_SAN   := -fsanitize=address,undefined -fno-sanitize-recover=all -O1
RUNNER_UNITS := $(patsubst vm/tests/%.c,$(OUT)/runner-asan/%,$(wildcard vm/tests/runner-unit-*.c))
RUNNER_SANOBJ := $(filter-out %/main.o,$(RUNNER_SRC:vm/runner/%.c=$(OUT)/runner-asan/%.o))

$(OUT)/runner-asan/%.o: vm/runner/%.c | $(OUT)/runner-asan
	$(if $(V),,@)$(HOST_CC) $(HOST_CFLAGS) $(RUNNER_SAN) $(RUNNER_CPP) -c $< -o $@

$(OUT)/runner-asan/runner-unit-%: vm/tests/runner-unit-%.c vm/tests/runner-unit.h $(RUNNER_SANOBJ)
	$(if $(V),,@)$(HOST_CC) $(HOST_CFLAGS) $(RUNNER_SAN) $(RUNNER_CPP) -Ivm/tests $(filter %.c %.o,$^) \
		$(RUNNER_LIBS) -o $@

$(OUT)/runner-asan/vmrun: $(RUNNER_SANOBJ) $(OUT)/runner-asan/main.o
	$(if $(V),,@)$(HOST_CC) $(HOST_CFLAGS) $(RUNNER_SAN) $^ $(RUNNER_LIBS) -o $@

$(OUT)/bin/runner-fake-qemu: vm/tests/runner-fake-qemu.c | $(OUT)/bin
	$(if $(V),,@)$(HOST_CC) $(HOST_CFLAGS) -D_GNU_SOURCE $< -o $@

$(OUT)/runner-asan:
	@mkdir -p $@

-include $(RUNNER_SANOBJ:.o=.d)

HOST_TESTS += runner-test
.PHONY: runner-test
# console table, parsers, verdicts; then whole conversations with a scripted QEMU
runner-test: $(RUNNER_UNITS) $(OUT)/runner-asan/vmrun $(OUT)/bin/runner-fake-qemu $(OUT)/bin/vmall
	@vm/tests/runner-test.sh $(OUT)/runner-asan $(OUT)/bin/runner-fake-qemu $(OUT)/bin/vmall

.PHONY: vm-harness-test
vm-harness-test: $(OUT)/bin/vmrun ## plant each kind of crash in a guest of ARCH and demand the right verdict
	@vm/tests/vm-crash.sh

HOST_TESTS += runner-mutants
.PHONY: runner-mutants
# planted bugs that the unit tests must notice
runner-mutants:
	@vm/tests/runner-mutants.sh
