# SPDX-License-Identifier: GPL-2.0
# Stress: one scenario, or all of them, in a guest; and the host's tests of what judges them.

HOST_TESTS += stress-lib-test soak-test

STRESS_LIB := $(filter-out stress/lib/main.c stress/lib/epoch.c stress/lib/live.c stress/lib/raw_trace.c,$(wildcard stress/lib/*.c))
STRESS_TIMELINE := $(wildcard stress/timeline/*.c)
STRESS_SAN := -fsanitize=address,undefined -fno-sanitize-recover=all

# Without SCENARIO= on the command line: all of them.
STRESS_SCENARIO := $(if $(filter file,$(origin SCENARIO)),all,$(SCENARIO))

.PHONY: stress
stress: $(OUT)/bin/vmrun $(OUT)/bin/timeline ## stress ARCH (or all) with SCENARIO (or all) for DURATION seconds, SEED
	@stress/run.sh $(STRESS_SCENARIO)

# Of DURATION, SLICE and SEED; what was interrupted goes on.
.PHONY: soak
soak: $(OUT)/bin/vmrun $(OUT)/bin/timeline ## all scenarios in turn for DURATION (600) seconds on ARCH (or all), each slice with another seed
	@stress/soak.sh $(STRESS_SCENARIO)

# What the torture module's detectors detect, and that a seed repeats: minutes in a guest.
.PHONY: stress-vm-test
stress-vm-test: $(OUT)/bin/vmrun $(OUT)/bin/timeline ## planted faults, digests, NMIs switched off: the stress suite tested on ARCH
	@stress/test/vm_test.sh

.PHONY: stress-lib-test
stress-lib-test: $(OUT)/bin/stress-lib-test $(OUT)/bin/timeline-san
	@stress/test/lib_test.sh $^

.PHONY: soak-test
soak-test:
	@stress/test/soak_test.sh

$(OUT)/bin/stress-lib-test: stress/test/lib_test.c $(STRESS_LIB) $(wildcard stress/lib/*.h)
	@mkdir -p $(@D)
	$(HOST_CC) $(HOST_CFLAGS) -D_GNU_SOURCE $(STRESS_SAN) -o $@ $(filter %.c,$^) -pthread

$(OUT)/bin/timeline: $(STRESS_TIMELINE) stress/timeline/timeline.h
	@mkdir -p $(@D)
	$(HOST_CC) $(HOST_CFLAGS) -o $@ $(filter %.c,$^) -ljansson -lm

$(OUT)/bin/timeline-san: $(STRESS_TIMELINE) stress/timeline/timeline.h
	@mkdir -p $(@D)
	$(HOST_CC) $(HOST_CFLAGS) $(STRESS_SAN) -o $@ $(filter %.c,$^) -ljansson -lm

# Behind `make repro LIST=1` and `make repro CASE=name` (results/results.mk).
.PHONY: repro-case
repro-case: $(OUT)/bin/vmrun
	@stress/repro.sh $(if $(LIST),list,$(CASE))
