# SPDX-License-Identifier: GPL-2.0
# Other people's series: the reviewer's verbs. The work is done by vm/review.sh, vm/bisect.sh and vm/demands.sh.

BUDGET ?= 20m
SCENARIOS ?=
export BUDGET SCENARIOS GOOD BAD CASE ERROR_RATE

.PHONY: review
review: $(OUT)/bin/vmrun $(OUT)/bin/results ## build SERIES, run what fits into BUDGET=20m, print one mail of 72 columns
	@vm/review.sh

.PHONY: baseline
baseline: $(OUT)/bin/vmrun $(OUT)/bin/vmall ## the storms' load on the unpatched kernel: what splats there is the kernel's
	@SERIES=none SCENARIO=baseline vm/run.sh

.PHONY: demands
demands: ## what the maintainer asked of v7 (R1 to R6), held against SERIES: holds or not, evidence
	@vm/demands.sh

.PHONY: bisect
bisect: $(OUT)/bin/vmrun ## which patch of SERIES, or commit of KSRC (GOOD= BAD=), began it (CASE=scenario or program.claim)
	@vm/bisect.sh

HOST_TESTS += demands-test
.PHONY: demands-test
demands-test:
	@vm/tests/demands-test.sh

# Minutes on a slow machine, so not part of make test: the search and the mail, with stubs in the place of guests.
.PHONY: bisect-test review-test
bisect-test: ## the search of make bisect on a toy tree: certain, flaky, untestable, interrupted
	@vm/tests/bisect-test.sh
review-test: $(OUT)/bin/results ## what make review makes of its parts, with stubs for kernels and guests
	@vm/tests/review-test.sh
