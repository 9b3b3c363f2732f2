# SPDX-License-Identifier: GPL-2.0
# The store of results, what reads it, and the night shift. See docs/results.rst.

RESULTS_SRC  := $(sort $(wildcard results/*.c))
RESULTS_DEPS := $(wildcard results/*.h) results/schema.sql $(wildcard results/web/*.css results/web/*.js) results/results.mk
RESULTS_FLAGS := $(HOST_CFLAGS) -D_GNU_SOURCE -DRESULTS_DIR='"$(TOP)/results"' -I$(TOP)/results
RESULTS_LIBS := -ljansson -lsqlite3 -lm
RESULTS_SAN  := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
RESULTS_OBJ  := $(RESULTS_SRC:results/%.c=$(OUT)/obj/results/%.o)
RESULTS_SAN_OBJ := $(RESULTS_SRC:results/%.c=$(OUT)/obj/results-san/%.o)

$(OUT)/obj/results/%.o: results/%.c $(RESULTS_DEPS)
	@mkdir -p $(@D)
	$(if $(V),,@)$(HOST_CC) $(RESULTS_FLAGS) -c -o $@ $<

$(OUT)/obj/results-san/%.o: results/%.c $(RESULTS_DEPS)
	@mkdir -p $(@D)
	$(if $(V),,@)$(HOST_CC) $(RESULTS_FLAGS) $(RESULTS_SAN) -c -o $@ $<

$(OUT)/bin/results: $(RESULTS_OBJ)
	@mkdir -p $(@D)
	$(if $(V),,@)$(HOST_CC) -o $@ $^ $(RESULTS_LIBS)

# The same program under AddressSanitizer and UBSan: what the tests run.
$(OUT)/bin/results-san: $(RESULTS_SAN_OBJ)
	@mkdir -p $(@D)
	$(if $(V),,@)$(HOST_CC) $(RESULTS_SAN) -o $@ $^ $(RESULTS_LIBS)

.PHONY: results
results: $(OUT)/bin/results ## build the results program (store, comparison, exports, dashboard)

RESULTS_UNIT := $(wildcard results/tests/unit_*.c)

$(OUT)/bin/results-unit: $(RESULTS_UNIT) $(wildcard results/tests/*.h) $(filter-out %/main.o,$(RESULTS_SAN_OBJ))
	@mkdir -p $(@D)
	$(if $(V),,@)$(HOST_CC) $(RESULTS_FLAGS) $(RESULTS_SAN) -o $@ $(filter %.c %.o,$^) $(RESULTS_LIBS)
