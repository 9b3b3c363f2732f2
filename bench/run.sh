#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# One bench run: kernel, bench module, guest, runner; then the counts into the record, table, CSV and chart.
#
#   usage: bench/run.sh PROGRAM[:ARGUMENT,...]...     (bench/cost bench/retention:4,8; all in one guest run)
#   environment: what vm/run.sh reads (ARCH SMP MEM ACCEL KSRC SERIES DEBUG APPEND O CACHE), REPEATS, and
#                STACKMAP_C=FILE.c   measured as "ours" instead of the series' own, without another kernel
#                MEASURED=TEXT       what that is, for the record
#
# bench/cost needs the counting plugin, hence emulation (TCG) and one vCPU. Prints "record: PATH" as vm/run.sh does.
set -eu
TOP=$(cd "$(dirname "$0")/.." && pwd)
. "$TOP/vm/lib.sh"
[ $# -gt 0 ] || die "bench/run.sh: which programs? (bench/cost ...)"
if [ "$ARCH" = all ]; then
	exec "$O/bin/vmall" --names "$(arch_list | tr '\n' ' ')" --logs "$O/logs" -- "$0" "$@"
fi
arch_load "$ARCH"
need "$A_QEMU" "$A_QEMU_PACKAGE"

# plan PROGRAM...: docs/protocol.rst section 4; a word may carry :arguments, with "," for blanks
plan() {
	printf '# stackmap plan 1\nmodule stackmap_bench\n'
	for _p; do
		_args=''
		case $_p in
		*:*) _args=$(printf '%s' "${_p#*:}" | tr ',' ' ') _p=${_p%%:*} ;;
		bench/cost) _args=${REPEATS:-10} ;;
		esac
		[ -f "$TOP/$_p.c" ] || die "bench: there is no program $_p (no $_p.c)"
		printf 'test %s %s /%s %s\n' "$_p" 1200 "$_p" "$_args"
	done
}

# address SYMBOL: of a marker function in the very kernel that will run
address() {
	_a=$(sed -n "s/^\([0-9a-f]*\) [Tt] $1\$/\1/p" "$kernel/System.map" | head -n 1)
	[ -n "$_a" ] || die "$kernel/System.map has no function $1, which the counting plugin marks passes with"
	printf '0x%s' "$_a"
}

# with_plugin: the architecture's file with the plugin among QEMU's words, under the same name
with_plugin() {
	case $work in *' '* | *,*) die "O=$O: QEMU's plugin option takes no path with a blank or comma" ;; esac
	_plugin="file=$O/bin/insncount.so,begin=$(address int_pow),end=$(address lcm),out=$work/passes" || exit "$E_ERROR"
	grep -v '^QEMU_ARGS=' "$TOP/configs/arch/$ARCH" >"$work/$ARCH"
	printf 'QEMU_ARGS=%s -plugin %s\n' "${A_QEMU_ARGS:-}" "$_plugin" >>"$work/$ARCH"
}

work=$O/work/bench-$ARCH-$$
mkdir -p "$work/modules" || die "cannot create $work (disk full, or no permission?)"
trap 'rm -rf "$work"' EXIT
trap 'exit $E_ERROR' INT TERM HUP

plan "$@" >"$work/plan" || exit "$E_ERROR"
kernel=$("$TOP/vm/kernel.sh" build) || exit "$E_ERROR"
# Objects are kept, so that another STACKMAP_C costs one compilation; two runs at a time must not share them.
objects=$O/bench/$ARCH
mkdir -p "$objects" || die "cannot create $objects"
(
	flock 9
	"$TOP/vm/kernel.sh" module "$TOP/bench/kmod" "$objects" VARIANT_C="$TOP/patches/variants/straightforward.c" \
		${STACKMAP_C:+STACKMAP_C="$STACKMAP_C"} >&2 && cp "$objects/stackmap_bench.ko" "$work/modules"
) 9>"$objects/.lock" || exit "$E_ERROR"
GUEST_MODULES=$work/modules
export GUEST_MODULES
initrd=$("$TOP/vm/guest.sh") || exit "$E_ERROR"

arch_file=$TOP/configs/arch/$ARCH
accel=${ACCEL:-auto} smp=${SMP:-1} cost=0
case " $* " in
*' bench/contention'*) smp=${SMP:-8} ;;
esac
case " $* " in
*' bench/cost '* | *' bench/cost:'*)
	with_plugin
	arch_file=$work/$ARCH accel=tcg smp=1 cost=1
	;;
esac
measured=${MEASURED:-${STACKMAP_C:-series}}
# Numbers of anything else than the series are not the series' history.
set --
[ "$measured" = series ] || set -- --set "mutant=$measured"
rc=0
"$O/bin/vmrun" --arch-file "$arch_file" --kernel "$kernel/image" --initrd "$initrd" --plan "$work/plan" \
	--out "$O/runs" --identity "$kernel/identity" --set scenario=bench --set "debug=${DEBUG:-}" \
	--set "suite_commit=$(git -C "$TOP" describe --always --dirty 2>/dev/null || echo unknown)" \
	--set "measured=$measured" "$@" \
	--accel "$accel" --smp "$smp" --mem "${MEM:-512}" --append "${APPEND:-}" | tee "$work/said" || :
record=$(sed -n 's/^record: //p' "$work/said")
record=${record%/run.json}
[ -d "$record" ] || die "vmrun left no record"
if [ "$cost" = 1 ]; then
	cp "$work/passes" "$record/insncount" || die "the counting plugin left no counts; see $record/qemu.stderr"
	"$O/bin/bench" count "$record" "$record/insncount" || :
fi
"$O/bin/bench" show "$record" || rc=$?
[ "$rc" -ne 0 ] || rc=$(sed -n 's/^  "exit": \([0-9]\).*/\1/p' "$record/run.json")
exit "${rc:-$E_ERROR}"
