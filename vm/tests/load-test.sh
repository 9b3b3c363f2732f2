#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# LOAD= before a guest runs: names, packages, architectures. Nothing is fetched here.
#
#   usage: vm/tests/load-test.sh
set -u
TOP=$(cd "$(dirname "$0")/../.." && pwd)
. "$TOP/vm/lib.sh"
. "$TOP/vm/tests/guest-lib.sh"
export O="$work/out" CACHE="$work/cache"

# run WHAT WANTED SENTENCE COMMAND...: exit code and what it says
run() {
	what=$1 want=$2 sentence=$3
	shift 3
	env "$@" >"$work/txt" 2>&1
	rc=$?
	check "$what: exit $rc" [ "$rc" -eq "$want" ]
	check "$what: $(head -n 1 "$work/txt")" grep -q -e "$sentence" "$work/txt"
}

load=$TOP/vm/load.sh
run 'no name' 3 '^ERROR: .*there are: fio perf stress-ng' "$load"
run 'unknown' 3 '^ERROR: LOAD=nothing is unknown; there are: ' "$load" nothing
run 'a path' 3 '^ERROR: LOAD: .* is no name of a load' "$load" ../vm/lib.sh
run 'data are no load' 3 '^ERROR: LOAD: .fio.fio. is no name' "$load" fio.fio
run 'the main job has none' 3 '^ERROR: LOAD=fio: only scenarios of stress/' \
	LOAD=fio SCENARIO=selftest "$TOP/vm/run.sh"
run 'no Debian port' 0 '^SKIP: LOAD=fio needs .*no port to riscv32' \
	LOAD=fio SCENARIO=perf_nmi ARCH=riscv32 "$TOP/vm/run.sh"
check 'and that counts as skipped' grep -q '^0 passed, 0 failed, 1 skipped$' "$work/txt"

# A load is one file: whatever has no extension is one, and names its packages.
for f in "$TOP"/loads/*; do
	case ${f##*/} in
	*.*) ;;
	*) check "${f##*/} names its packages" grep -q '^# packages: ' "$f" ;;
	esac
done
mkdir -p "$work/top/vm/kernel" "$work/top/loads" "$work/top/configs"
cp "$TOP/vm/load.sh" "$TOP/vm/lib.sh" "$work/top/vm" && cp "$TOP/vm/kernel/apt.sh" "$work/top/vm/kernel" &&
	ln -s "$TOP/configs/arch" "$work/top/configs/arch" && : >"$work/top/loads/bare"
run 'no packages' 3 '^ERROR: loads/bare has no line' "$work/top/vm/load.sh" bare
finish
