# SPDX-License-Identifier: GPL-2.0
# The drop-in selftests as part of the suite. Their own Makefile runs them: make -C kselftest run_tests.

HOST_TESTS += test-kselftest
CHECKS     += check-kselftest

KSELFTEST_NAME := ftrace-stackmap

.PHONY: kselftest-install
kselftest-install: ## copy kselftest/ into KSRC/tools/testing/selftests: the one command that writes there
	@kselftest/install.sh "$(KSRC)" $(KSELFTEST_NAME)

.PHONY: test-kselftest
test-kselftest:
	@kselftest/tests/run.sh

# README.rst names every test, and no test that does not exist.
.PHONY: check-kselftest
check-kselftest:
	@kselftest/tests/table.sh
