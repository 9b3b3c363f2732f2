# SPDX-License-Identifier: GPL-2.0
# The static gate. Folders add their own targets to CHECKS.

CHECKS += check-style-self check-style check-shell check-compile check-series check-series-self

.PHONY: check-style check-style-self
check-style-self:
	@vm/check-style.sh --self-test
check-style:
	@vm/check-style.sh

.PHONY: check-shell
check-shell:
	@vm/check-shell.sh

.PHONY: check-compile
check-compile:
	@vm/check-compile.sh

# R1..R6 of the maintainer's review, on the patched tree; the self-test plants a violation of each.
.PHONY: check-series check-series-self
check-series:
	@tree=$$(vm/kernel.sh source) && patches/check-series.sh "$$tree"
check-series-self:
	@tree=$$(vm/kernel.sh source) && patches/check-series.sh --self-test "$$tree"
