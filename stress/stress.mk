# SPDX-License-Identifier: GPL-2.0
# Stress: one scenario, or all of them, in a guest; and the host's tests of what judges them.

HOST_TESTS += stress-lib-test

STRESS_LIB := $(filter-out stress/lib/main.c stress/lib/epoch.c,$(wildcard stress/lib/*.c))

.PHONY: stress-lib-test
stress-lib-test: $(OUT)/bin/stress-lib-test
	@$<

$(OUT)/bin/stress-lib-test: stress/test/lib_test.c $(STRESS_LIB) $(wildcard stress/lib/*.h)
	@mkdir -p $(@D)
	$(HOST_CC) $(HOST_CFLAGS) -fsanitize=address,undefined -fno-sanitize-recover=all \
		-o $@ $(filter %.c,$^) -pthread
