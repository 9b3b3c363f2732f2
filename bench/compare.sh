#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Two sides of the get_id subjects against each other; exit 1 when an exact number of NEW is worse.
#
#   usage: bench/compare.sh BASE NEW
#
# A side is a record (run directory, its name in $O/runs, or run.json), a git ref of this repository (its
# patches/series), or what SERIES= takes ("patches/series patches/mutants/x.patch"). The last two are measured
# now: the source is built into the bench module and runs on one kernel, that of patches/series.
set -eu
TOP=$(cd "$(dirname "$0")/.." && pwd)
. "$TOP/vm/lib.sh"
[ $# -eq 2 ] && [ -n "$1" ] && [ -n "$2" ] ||
	die "make bench-compare BASE=<run|ref|series> NEW=<run|ref|series>: both are needed"
[ "$ARCH" != all ] || die "bench-compare needs one ARCH; known: $(arch_list | tr '\n' ' ')"
cd "$TOP"
mkdir -p "$O/bench" || die "cannot create $O/bench"

# measure SERIES NAME: a run with that source; its directory on stdout
measure() {
	_files=$(SERIES=$1 vm/kernel.sh patched) || exit "$E_ERROR"
	_c=$_files/kernel/trace/trace_stackmap.c
	[ -f "$_c" ] || die "$2: these patches leave no kernel/trace/trace_stackmap.c"
	say "measuring $2"
	SERIES='' STACKMAP_C=$_c MEASURED=$2 bench/run.sh bench/cost >"$O/bench/said.$$" 2>"$O/bench/said.$$.err" || :
	_dir=$(sed -n 's/^record: \(.*\)\/run.json$/\1/p' "$O/bench/said.$$")
	[ -d "$_dir" ] || {
		tail -n 5 "$O/bench/said.$$.err" >&2
		die "$2 could not be measured"
	}
	rm -f "$O/bench/said.$$" "$O/bench/said.$$.err"
	printf '%s\n' "$_dir"
}

# of_ref REF: the series as it was then
of_ref() {
	_sha=$(git rev-parse --short "$1^{commit}")
	_old=$O/bench/series-$_sha
	if [ ! -d "$_old/patches/series" ]; then
		mkdir -p "$_old"
		git archive "$_sha" patches/series | tar -x -C "$_old" || die "$1 ($_sha) has no patches/series"
	fi
	measure "$_old/patches/series" "$_sha"
}

side() {
	if [ -f "$1/run.json" ] || { [ -f "$1" ] && [ "${1%.json}" != "$1" ]; }; then
		printf '%s\n' "$1"
	elif [ -f "$O/runs/$1/run.json" ]; then
		printf '%s\n' "$O/runs/$1"
	elif [ -e "${1%% *}" ]; then
		measure "$1" "$1"
	elif git rev-parse -q --verify "$1^{commit}" >/dev/null; then
		of_ref "$1"
	else
		die "'$1' is no run (no such directory, none of that name in $O/runs), no git ref and no patch"
	fi
}

base=$(side "$1") || exit "$E_ERROR"
new=$(side "$2") || exit "$E_ERROR"
exec "$O/bin/bench" compare "$base" "$new"
