#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Put the subject, trace_stackmap.c and .h, into a directory: from a series (no kernel tree needed, the
# two files are new in it), or from wherever a given trace_stackmap.c lies.
#
#   usage: host/extract.sh OUT SERIES (as vm/kernel.sh takes it) | host/extract.sh OUT path/to/trace_stackmap.c
set -eu
TOP=$(cd "$(dirname "$0")/../.." && pwd)
. "$TOP/vm/lib.sh"

[ $# -eq 2 ] || die "usage: extract.sh OUT SERIES|FILE.c"
out=$1 from=$2
t=$(mktemp -d) || die "cannot create a temporary directory"
trap 'rm -rf "$t"' EXIT

case $from in
*.c)
	[ -e "$from" ] || die "$from does not exist; name a trace_stackmap.c (STACKMAP_C=) or a series (SERIES=)"
	h=$(dirname "$from")/trace_stackmap.h
	[ -f "$h" ] || die "$from has no trace_stackmap.h beside it"
	mkdir -p "$t/kernel/trace"
	cp "$from" "$t/kernel/trace/trace_stackmap.c"
	cp "$h" "$t/kernel/trace/trace_stackmap.h"
	;;
*)
	need git git
	for f in source range mail series; do
		# shellcheck source=/dev/null
		. "$TOP/vm/kernel/$f.sh"
	done
	SERIES=$from
	[ -z "$(range_word)" ] || source_resolve
	SERIES_FILES=$(series_files) || exit "$E_ERROR"
	[ -n "$SERIES_FILES" ] || die "SERIES=$from: there is no trace_stackmap.c without a series"
	series_split "$t/split"
	for p in "$t/split"/*.patch; do
		# Outside any repository: git apply must not look for one above.
		(cd "$t" && GIT_CEILING_DIRECTORIES=$t git apply --include='kernel/trace/trace_stackmap.[ch]' "$p") ||
			die "$(awk -F '\t' -v f="$(basename "$p")" '$1 == f { print $5 }' "$t/split/list") does not apply to trace_stackmap.[ch]"
	done
	[ -f "$t/kernel/trace/trace_stackmap.c" ] ||
		die "$from does not create kernel/trace/trace_stackmap.c: not a stackmap series"
	;;
esac
mkdir -p "$out/kernel/trace"
for f in trace_stackmap.c trace_stackmap.h; do
	# Keep the time stamp of what did not change, so that nothing is rebuilt for it.
	cmp -s "$t/kernel/trace/$f" "$out/kernel/trace/$f" || cp "$t/kernel/trace/$f" "$out/kernel/trace/$f"
done
