#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# make list: the folders are the registry, so list the folders.
set -eu
TOP=$(cd "$(dirname "$0")/.." && pwd)
cd "$TOP"

# column TITLE FILE...: base names without .c, .patch or .config
column() {
	title=$1
	shift
	printf '%s:\n' "$title"
	for f in "$@"; do
		[ -f "$f" ] || continue
		b=${f##*/}
		printf '  %-28s %s\n' "${b%.*}" "$(sed -n '1,4{s|^# \([^S].*\)|\1|p;s|^Mutant: ||p;s|^ \* \([a-z].*\)|\1|p}' "$f" | head -n 1)"
	done
}

column 'architectures (ARCH=)' $(ls configs/arch/* | grep -v '\.config$')
column 'scenarios (SCENARIO=)' configs/scenario/*
column 'fragments (DEBUG=)' configs/*.config
column 'guest programs: kselftest/' kselftest/*.c
column 'guest programs: stress/' stress/*.c
column 'guest programs: bench/' bench/*.c
column 'mutants (MUTANT=)' patches/mutants/*.patch
