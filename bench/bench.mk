# SPDX-License-Identifier: GPL-2.0
# Benches: exact instruction counts, retention, contention; comparison of two records.

BENCH_SHARED := $(addprefix results/,util.c text.c model.c read.c read_lists.c compare.c compare_metrics.c \
	stats_rank.c stats_summary.c)
BENCH_SRC    := $(wildcard bench/host/*.c) $(BENCH_SHARED)
BENCH_FLAGS  := $(HOST_CFLAGS) -D_GNU_SOURCE -Iresults -Ibench/host
BENCH_SAN    := -fsanitize=address,undefined -fno-sanitize-recover=all -O1

$(OUT)/bin/bench: $(BENCH_SRC) $(wildcard bench/host/*.h results/*.h)
	@mkdir -p $(@D)
	$(if $(V),,@)$(HOST_CC) $(BENCH_FLAGS) -o $@ $(filter %.c,$^) -ljansson -lm

$(OUT)/bin/insncount.so: bench/plugin/insncount.c bench/plugin/qemu_plugin.h
	@mkdir -p $(@D)
	$(if $(V),,@)$(HOST_CC) $(HOST_CFLAGS) -D_GNU_SOURCE -fPIC -shared -o $@ $<

# The same under AddressSanitizer and UBSan: what the tests run.
BENCH_UNIT_SRC := bench/test/host_test.c bench/lib/raw.c bench/lib/paired.c bench/host/passes.c bench/host/assign.c results/util.c
$(OUT)/bin/bench-san: $(BENCH_SRC) $(wildcard bench/host/*.h results/*.h)
	@mkdir -p $(@D)
	$(if $(V),,@)$(HOST_CC) $(BENCH_FLAGS) $(BENCH_SAN) -o $@ $(filter %.c,$^) -ljansson -lm
$(OUT)/bin/bench-unit: $(BENCH_UNIT_SRC) $(wildcard bench/host/*.h bench/lib/raw.h results/*.h)
	@mkdir -p $(@D)
	$(if $(V),,@)$(HOST_CC) $(BENCH_FLAGS) $(BENCH_SAN) -o $@ $(filter %.c,$^) -ljansson -lm

HOST_TESTS += bench-test
.PHONY: bench-test
bench-test: $(OUT)/bin/bench-san $(OUT)/bin/bench-unit
	@bench/test/host_test.sh $(OUT)/bin/bench-unit $(OUT)/bin/bench-san

BENCH_TOOLS := $(OUT)/bin/vmrun $(OUT)/bin/vmall $(OUT)/bin/bench $(OUT)/bin/insncount.so

REPEATS ?= 10
BENCH   ?= cost retention contention timed
export REPEATS STACKMAP_C

.PHONY: bench
bench: $(BENCH_TOOLS) ## what it costs and saves on ARCH (or all): BENCH="cost retention:4,8 contention", REPEATS
	@bench/all.sh $(BENCH)

.PHONY: bench-compare
bench-compare: $(BENCH_TOOLS) ## two sides, exact: BASE= NEW= are a run, a git ref or a SERIES; exit 1 when NEW is worse
	@bench/compare.sh '$(BASE)' '$(NEW)'

# AA= repetitions of the same source, one added instruction, the mutants that only cost: minutes in guests.
.PHONY: bench-vm-test
bench-vm-test: $(BENCH_TOOLS) ## the gate tested: the same is the same, one added instruction and each performance mutant is flagged
	@bench/test/gate.sh
