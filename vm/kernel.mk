# SPDX-License-Identifier: GPL-2.0
# Verbs and tests of the kernel side; the work is done by vm/setup.sh and vm/kernel.sh.

.PHONY: setup
setup: ## install the Debian packages needed (root) and download kernel and userland sources
	@vm/setup.sh

.PHONY: kernel
kernel: ## build the kernel for ARCH (or find it in the cache) and print its directory
	@vm/kernel.sh build

.PHONY: kernel-test
kernel-test:
	@vm/tests/kernel-test.sh

HOST_TESTS += kernel-test
