#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The module rung for mutants: the torture module is built around the patched source and runs in a guest;
# the oracle is the one the module's verdict names (payload, pipe, conservation, identity, ...), or one of several: "pipe,payload".
#
#   usage: stress/rung-module.sh key | prepare | run NAME PATCH ORACLE WITHIN NEEDS
set -u
TOP=$(cd "$(dirname "$0")/.." && pwd)
. "$TOP/vm/lib.sh"
. "$TOP/stress/mutants-lib.sh"
cd "$TOP" || exit "$E_ERROR"

# torture LOG [STACKMAP_C]: one run of the scenario; its exit code is the verdict's.
torture() {
	log=$1
	[ $# -lt 2 ] || { STACKMAP_C=$2 && export STACKMAP_C; }
	SCENARIO=torture timeout 900 vm/run.sh >"$log" 2>&1
}

export DURATION="${DURATION:-10}"
case $1 in
key)
	# All a kill depends on but the mutant itself.
	printf '%s-%s\n' "$(sum_of patches/series stress/kmod stress/core stress/lib stress/torture.c stress/rung-module.sh \
		configs vm/guest)" "$ARCH-$DURATION-${SEED:-1}"
	exit 0
	;;
prepare)
	make -s host-src "$O/bin/vmrun" || exit "$E_ERROR"
	mkdir -p "$O/mutants/module"
	torture "$O/mutants/module/twin.log" || die "the correct source fails on this rung: see $O/mutants/module/twin.log"
	exit 0
	;;
run) ;;
*) die "usage: rung-module.sh key | prepare | run NAME PATCH ORACLE WITHIN NEEDS" ;;
esac
name=$2 patch=$3 oracle=$4
dir=$O/mutants/module/$name
mkdir -p "$dir/src"
cp -r "$O/host/src/kernel" "$dir/src/"
patch -s -p1 -F2 -d "$dir/src" <"$patch" >"$dir/patch.log" 2>&1 ||
	die "$patch does not apply to the series: refresh it ($(tail -n 1 "$dir/patch.log"))"
torture "$dir/run.log" "$dir/src/kernel/trace/trace_stackmap.c"
case $? in
1)
	record=$(sed -n 's/^record: //p' "$dir/run.log" | tail -n 1)
	said=$(sed -n 's/.*torture: !!! oracle \([a-z]*\).*/\1/p' "${record%/*}/console.log" | head -n 1)
	# Which of several oracles sees a race first is the race's choice: a header may name more than one.
	case ,$oracle, in
	*,"${said:-none}",*) printf 'killed\t%s\t1\n' "$said" ;;
	*) printf 'other\t%s\t1\n' "${said:-$(sed -n 's/^verdict: //p' "$dir/run.log")}" ;;
	esac
	;;
0) printf 'SURVIVED\t%s\t1\n' "$oracle" ;;
*) die "the guest run ended without a verdict on $name: $(tail -n 1 "$dir/run.log")" ;;
esac
