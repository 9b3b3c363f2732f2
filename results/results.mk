# SPDX-License-Identifier: GPL-2.0
# The store of results, what reads it, and the night shift. See docs/results.rst.

RESULTS_SRC  := $(sort $(wildcard results/*.c))
# Files the assembler takes in, which the compiler's dependency output does not name.
RESULTS_EMBED := results/schema.sql results/bundle/repro.sh $(wildcard results/web/*.css results/web/*.js)
RESULTS_FLAGS := $(HOST_CFLAGS) -D_GNU_SOURCE -DRESULTS_DIR='"$(TOP)/results"' -I$(TOP)/results
RESULTS_LIBS := -ljansson -lsqlite3 -lnettle -lm
RESULTS_SAN  := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -O1
RESULTS_OBJ  := $(RESULTS_SRC:results/%.c=$(OUT)/obj/results/%.o)
RESULTS_SAN_OBJ := $(RESULTS_SRC:results/%.c=$(OUT)/obj/results-san/%.o)

$(OUT)/obj/results/%.o: results/%.c
	@mkdir -p $(@D)
	$(if $(V),,@)$(HOST_CC) $(RESULTS_FLAGS) -MMD -MP -c -o $@ $<

$(OUT)/obj/results-san/%.o: results/%.c
	@mkdir -p $(@D)
	$(if $(V),,@)$(HOST_CC) $(RESULTS_FLAGS) $(RESULTS_SAN) -MMD -MP -c -o $@ $<

$(OUT)/obj/results/store.o $(OUT)/obj/results/verb_bundle.o $(OUT)/obj/results/verb_dashboard.o: $(RESULTS_EMBED)
$(OUT)/obj/results-san/store.o $(OUT)/obj/results-san/verb_bundle.o $(OUT)/obj/results-san/verb_dashboard.o: $(RESULTS_EMBED)
-include $(RESULTS_OBJ:.o=.d) $(RESULTS_SAN_OBJ:.o=.d)

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

# Stops a process where it gives a lock back, which is between two transactions.
$(OUT)/bin/stoplock.so: results/tests/stoplock.c
	@mkdir -p $(@D)
	$(if $(V),,@)$(HOST_CC) $(HOST_CFLAGS) -D_GNU_SOURCE -shared -fPIC -o $@ $<

# What npm brings: uPlot for the site, the rest for the browser test. The cache is keyed by the lock file and
# filled by a rename, so nobody ever sees half of it.
RESULTS_WEB := $(CACHE)/web-$(shell cat results/web/package-lock.json results/web/.npmrc | sha256sum | cut -c 1-12)

$(RESULTS_WEB)/.done:
	@command -v npm >/dev/null || { echo "ERROR: npm not found; install the Debian package npm (or run 'make setup')" >&2; exit 3; }
	@rm -rf $(@D).tmp$$PPID && mkdir -p $(@D).tmp$$PPID
	@cp results/web/package.json results/web/package-lock.json results/web/.npmrc $(@D).tmp$$PPID
	$(if $(V),,@)cd $(@D).tmp$$PPID && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --ignore-scripts --loglevel=error >&2 && touch .done
	@mv -T $(@D).tmp$$PPID $(@D) 2>/dev/null || { rm -rf $(@D).tmp$$PPID; [ -e $@ ]; }

.PHONY: results-web
results-web: $(RESULTS_WEB)/.done

STORE ?= $(OUT)/results.db
export STORE

# Runs, nights, what is known of the mutants (measured here, or committed), their descriptions.
RESULTS_RECORDS = $(wildcard $(OUT)/runs $(OUT)/nightly/*/cells docs/mutants/*.txt $(OUT)/mutants/*.txt patches/mutants/*.patch)

.PHONY: import
import: $(OUT)/bin/results ## take the runs of $(O), nights and mutants into the store (STORE=file)
	@$< import $(RESULTS_RECORDS)

# A record that is refused is named and does not keep the others from being seen.
.PHONY: dashboard
dashboard: $(OUT)/bin/results $(RESULTS_WEB)/.done ## import, then write the static site to $(O)/dashboard
	@$< import $(RESULTS_RECORDS) || [ $$? -eq 1 ]
	@$< dashboard $(OUT)/dashboard --vendor $(RESULTS_WEB)/node_modules/uplot

HOST_TESTS += results-test browser-test

.PHONY: results-test
results-test: $(OUT)/bin/results $(OUT)/bin/results-san $(OUT)/bin/results-unit $(OUT)/bin/stoplock.so $(RESULTS_WEB)/.done
	@OUT=$(OUT) WEB=$(RESULTS_WEB) results/tests/all.sh

.PHONY: browser-test
browser-test: $(OUT)/bin/results $(RESULTS_WEB)/.done
	@timeout 600 node results/tests/browser.mjs $(RESULTS_WEB) $(OUT)/bin/results $(OUT)/logs/browser

PLAN ?= results/nightly.plan

.PHONY: nightly
nightly: $(OUT)/bin/results ## run a plan of cells (PLAN=file), resume an interrupted one, import, dashboard, summary
	@results/nightly.sh $(PLAN)

.PHONY: bundle
bundle: $(OUT)/bin/results ## one tar to see and repeat a stored run elsewhere (RUN=id)
	@[ -n "$(RUN)" ] || { echo "ERROR: make bundle RUN=<id>; '$< list' shows ids" >&2; exit 3; }
	@[ ! -d "$(OUT)/runs/$(RUN)" ] || $< import "$(OUT)/runs/$(RUN)" >/dev/null
	@mkdir -p $(OUT)/bundles
	@$< bundle "$(RUN)" --out "$(OUT)/bundles/$(RUN).tar"

.PHONY: results-bench
results-bench: $(OUT)/bin/results ## 100,000 invented runs into a fresh store, in four quarters: is it linear? (RUNS=n)
	@OUT=$(OUT) results/bench.sh $(RUNS)

# LIST= and CASE= are the known-bad resets: target repro-case, of the part that has them.
.PHONY: repro
repro: $(OUT)/bin/vmrun ## replay a reviewer bundle (BUNDLE=tar), or a known-bad reset (LIST=1, CASE=name)
	@[ -n "$(BUNDLE)$(LIST)$(CASE)" ] || { echo "ERROR: make repro BUNDLE=<tar>, LIST=1 or CASE=<name>" >&2; exit 3; }
	@if [ -n "$(BUNDLE)" ]; then results/repro.sh "$(BUNDLE)"; else $(MAKE) repro-case; fi
