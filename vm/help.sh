#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# make help: collects "target: ... ## text" from the makefiles it is given, then the variables' values.
set -eu
TOP=$(cd "$(dirname "$0")/.." && pwd)
. "$TOP/vm/lib.sh"

printf 'Verbs:\n'
cat "$@" | sed -n 's/^\([a-z][a-z-]*\):[^#]*## \(.*\)$/\1\t\2/p' | sort |
while IFS='	' read -r verb text; do
	printf '  make %-18s %s\n' "$verb" "$text"
done

# variable NAME TEXT: with its value as resolved by make (it exports them all)
variable() {
	printf '  %-9s = %-12s %s\n' "$1" "$(printenv "$1" || :)" "$2"
}
printf '\nVariables (now):\n'
variable ARCH "architecture: $(arch_list | tr '\n' ' ')or all"
variable SMP 'vCPUs (empty: the scenario decides)'
variable MEM 'guest memory in MiB (empty: the scenario decides)'
variable ACCEL 'auto, kvm or tcg'
variable KSRC 'your own kernel tree; never modified (empty: Debian source package)'
variable SERIES 'directory, mbox, patch, several of them, A..B of KSRC, or none (empty: patches/series)'
variable DEBUG 'extra config fragments'
variable APPEND "words for the guest kernel's command line"
variable SEED 'seed of everything random (empty: 1)'
variable DURATION 'seconds a stress scenario runs (empty: the scenario decides)'
variable LOAD "real programs beside a stress scenario, comma separated: $(load_list)"
variable CONTRACT 'strict: all of the contract is demanded; own: what the kernel has (empty: strict for our series)'
variable SCENARIO "scenario: $(cd "$TOP/configs/scenario" && echo *)"
variable TESTS 'guest programs to run instead of the scenario'\''s (globs)'
variable BUDGET 'how long make review may take: 20m, 90s, 2h'
variable O 'output folder'
variable V '1: show commands'
variable CACHE 'downloads, kernels, toolchains'
