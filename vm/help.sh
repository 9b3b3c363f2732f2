#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# make help: collects "target: ... ## text" from the makefiles it is given, then the variables' values.
set -eu
printf 'Verbs:\n'
cat "$@" | sed -n 's/^\([a-z][a-z-]*\):[^#]*## \(.*\)$/\1\t\2/p' | sort |
while IFS='	' read -r verb text; do
	printf '  make %-18s %s\n' "$verb" "$text"
done
printf '\nVariables (now):\n'
for v in ARCH SMP MEM ACCEL KSRC SERIES DEBUG APPEND SEED DURATION SCENARIO O V CACHE; do
	eval "val=\${$v:-}"
	case $v in
	ARCH) text="architecture: $(ls configs/arch | grep -v '\.config$' | tr '\n' ' ')or all" ;;
	SMP) text='vCPUs (empty: the scenario decides)' ;;
	MEM) text='guest memory in MiB (empty: the scenario decides)' ;;
	ACCEL) text='auto, kvm or tcg' ;;
	KSRC) text='your own kernel tree; never modified (empty: Debian source package)' ;;
	SERIES) text='directory, mbox or none (empty: patches/series)' ;;
	DEBUG) text='extra config fragments' ;;
	APPEND) text="words for the guest kernel's command line" ;;
	SEED) text='seed of everything random (empty: 1)' ;;
	DURATION) text='seconds a stress scenario runs (empty: the scenario decides)' ;;
	SCENARIO) text="scenario: $(ls configs/scenario | tr '\n' ' ')" ;;
	O) text='output folder' ;;
	V) text='1: show commands' ;;
	CACHE) text='downloads, kernels, toolchains' ;;
	esac
	printf '  %-9s = %-12s %s\n' "$v" "$val" "$text"
done
