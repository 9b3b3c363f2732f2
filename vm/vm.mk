# SPDX-License-Identifier: GPL-2.0
# The main job and its relatives.

TESTS ?=
export TESTS CONTRACT

VM_TESTS += vm-test

.PHONY: vm-test
vm-test: $(OUT)/bin/vmrun $(OUT)/bin/vmall ## boot a kernel with the series and run SCENARIO in it (TESTS=glob runs fewer programs)
	@vm/run.sh

.PHONY: shell
shell: $(OUT)/bin/vmrun ## an interactive guest with the series; leave with exit or Ctrl-A X
	@vm/run.sh --shell

.PHONY: list
list: ## architectures, scenarios, guest programs, config fragments, mutants that exist
	@vm/list.sh
