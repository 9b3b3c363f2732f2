# SPDX-License-Identifier: GPL-2.0
# The guest: toolchain, programs, image. vm/run.sh builds what a run needs; these are for themselves.

.PHONY: guest
guest: ## build the guest image of ARCH and print its path
	@vm/guest.sh

HOST_TESTS += guest-test guest-boot
.PHONY: guest-test guest-boot
# init's parts under sanitizers, planted bugs, what the scripts promise
guest-test:
	@vm/tests/guest-test.sh
# toy programs in a guest of ARCH: every way a test can end
guest-boot:
	@vm/tests/guest-boot.sh
