# SPDX-License-Identifier: GPL-2.0
# The front door. Verbs live in <folder>/<folder>.mk; `make help` lists them all.

ARCH     ?= x86_64
SMP      ?=
MEM      ?=
ACCEL    ?= auto
KSRC     ?=
SERIES   ?=
DEBUG    ?=
APPEND   ?=
SEED     ?=
DURATION ?=
LOAD     ?=
SCENARIO ?= selftest
O        ?= out
V        ?=
CACHE    ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/stackmap

VARIABLES := ARCH SMP MEM ACCEL KSRC SERIES DEBUG APPEND SEED DURATION LOAD SCENARIO O V CACHE
export $(VARIABLES)

TOP := $(CURDIR)
OUT := $(abspath $(O))

HOST_CC     ?= cc
HOST_CFLAGS ?= -O2 -g
HOST_CFLAGS += -std=gnu11 -Wall -Wextra -Werror

HOST_TESTS :=
VM_TESTS   :=
CHECKS     :=

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

include $(sort $(wildcard */*.mk))

.PHONY: help
help: ## this page: every verb, every variable with its resolved value
	@vm/help.sh $(MAKEFILE_LIST)

.PHONY: test
test: ## host unit tests, then the VM tests: every architecture boots
	@vm/test.sh $(HOST_TESTS) $(VM_TESTS)

.PHONY: check
check: ## static gate: checkpatch-style lint, shellcheck, series demands, golden tests under sanitizers
	@vm/test.sh $(CHECKS)

.PHONY: clean
clean: ## remove $(O): builds, images and runs (downloads and kernels in the cache stay)
	rm -rf $(OUT)

.PHONY: distclean
distclean: clean ## clean, and the cache of downloads, kernels and toolchains as well
	rm -rf $(CACHE)
