# SPDX-License-Identifier: GPL-2.0
# The main job and its relatives.

TESTS ?=
export TESTS CONTRACT

VM_TESTS += vm-test-all module-test newarch-test planted-test

.PHONY: vm-test
vm-test: $(OUT)/bin/vmrun $(OUT)/bin/vmall ## boot a kernel with the series and run SCENARIO in it (TESTS=glob runs fewer programs)
	@vm/run.sh

# What make test runs: the kselftests on every architecture.
.PHONY: vm-test-all
vm-test-all: $(OUT)/bin/vmrun $(OUT)/bin/vmall
	@ARCH=all SCENARIO=selftest vm/run.sh

HOST_TESTS += load-test
.PHONY: load-test
load-test:
	@vm/tests/load-test.sh

# A made-up architecture costs two files; what must never look green does not, in real guests.
.PHONY: module-test newarch-test planted-test
module-test:
	@vm/tests/module-test.sh
newarch-test: $(OUT)/bin/vmrun
	@vm/tests/newarch.sh
planted-test: $(OUT)/bin/vmrun
	@vm/tests/planted.sh

.PHONY: shell
shell: $(OUT)/bin/vmrun ## an interactive guest with the series; leave with exit or Ctrl-A X
	@vm/run.sh --shell

.PHONY: list
list: ## architectures, scenarios, guest programs, config fragments, mutants that exist
	@vm/list.sh
