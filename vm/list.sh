#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# make list: the folders are the registry, so list the folders.
set -eu
TOP=$(cd "$(dirname "$0")/.." && pwd)
. "$TOP/vm/lib.sh"
cd "$TOP"

# line FILE: base name and the file's own first sentence
line() {
	[ -f "$1" ] || return 0
	b=${1##*/}
	what=$(sed -n '1,4{/SPDX/d;s|^# \(.*\)|\1|p;s|^Mutant: *||p;s|^ \* \([a-zA-Z].*\)|\1|p}' "$1" | head -n 1)
	printf '  %-28s %s\n' "${b%.*}" "$what"
}

# column TITLE FILE...
column() {
	printf '%s:\n' "$1"
	shift
	for f in "$@"; do line "$f"; done
}

printf 'architectures (ARCH=):\n'
arch_list | while read -r a; do line "configs/arch/$a"; done
column 'scenarios (SCENARIO=)' configs/scenario/*
column 'fragments (DEBUG=)' configs/*.config
column 'guest programs: kselftest/' kselftest/*.c
column 'guest programs: stress/' stress/*.c
column 'guest programs: bench/' bench/*.c
column 'mutants (MUTANT=)' patches/mutants/*.patch
