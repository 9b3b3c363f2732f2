# SPDX-License-Identifier: GPL-2.0
# The static gate. Folders add their own targets to CHECKS.

CHECKS += check-style-self check-style check-shell check-compile check-series

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
.PHONY: check-series
check-series:
	@tree=$$(vm/kernel.sh tree) && patches/check-series.sh "$$tree" && patches/check-series.sh --self-test "$$tree"
