#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# One VM run: scenario + architecture -> kernel, guest image, plan, then the runner, whose exit code it takes.
#
#   usage: vm/run.sh [--shell]
#   environment: ARCH SCENARIO TESTS CONTRACT SMP MEM ACCEL KSRC SERIES DEBUG APPEND SEED DURATION O CACHE V
#   PLANTED=NAME: the run has a bug of that name planted in it, so its verdict is not the correct series' (key "mutant")
set -eu
TOP=$(cd "$(dirname "$0")/.." && pwd)
. "$TOP/vm/lib.sh"

shell=0
case ${1:-} in
'') ;;
--shell) shell=1 ;;
*) die "vm/run.sh: unknown argument '$1'; usage: vm/run.sh [--shell]" ;;
esac

# All architectures: one of these runs for each, one table, the worst exit code.
if [ "$ARCH" = all ]; then
	[ "$shell" = 0 ] || die "a shell needs one ARCH; known: $(arch_list | tr '\n' ' ')"
	exec "$O/bin/vmall" --names "$(arch_list | tr '\n' ' ')" --logs "$O/logs" -- "$0"
fi

scenario=${SCENARIO:-selftest}
case ${DURATION:-} in *[!0-9]*) die "DURATION=$DURATION: a number of seconds is wanted" ;; esac
file=$TOP/configs/scenario/$scenario
case $scenario in
*[!a-z0-9_-]* | '') die "SCENARIO=$scenario: names are [a-z0-9_-]+; known: $(ls "$TOP/configs/scenario" | tr '\n' ' ')" ;;
esac
[ -f "$file" ] || die "SCENARIO=$scenario is unknown; known: $(ls "$TOP/configs/scenario" | tr '\n' ' ')"

# scenario_load: KEY=VALUE data into S_<KEY>; an unknown key is a typing error, not a wish.
scenario_load() {
	while IFS='=' read -r k v; do
		case $k in
		'' | '#'*) ;;
		TESTS | APPEND | SMP | MEM | TIMEOUT | DEBUG | MODULES | DURATION | ENV | LOAD | SOAK) eval "S_$k=\$v" ;;
		*) die "configs/scenario/$scenario: unknown key '$k'" ;;
		esac
	done <"$file"
}

# resolve PATTERN: guest programs whose source matches, one per line; nothing found is an error.
resolve() {
	pattern=$1
	found=''
	for src in "$TOP"/kselftest/*.c "$TOP"/stress/*.c "$TOP"/bench/*.c; do
		[ -f "$src" ] || continue
		name=${src#"$TOP"/}
		name=${name%.c}
		# shellcheck disable=SC2254 # the pattern is meant to be one
		case $name in $pattern) found="$found $name" ;; esac
	done
	[ -n "$found" ] || die "no guest program matches '$pattern'; 'make list' shows what exists"
	# shellcheck disable=SC2086
	printf '%s\n' $found
}

# plan FILE: what the guest is to run; docs/protocol.rst section 4.
plan() {
	printf '# stackmap plan 1\n'
	printf 'env SEED=%s\nenv DURATION=%s\n' "${SEED:-1}" "${DURATION:-${S_DURATION:-}}"
	# shellcheck disable=SC2086 # words
	[ -z "$S_ENV" ] || printf 'env %s\n' $S_ENV
	[ -z "${LOAD:-}" ] || printf 'env LOAD=%s\n' "$LOAD"
	if [ "$shell" = 1 ]; then
		printf 'mode shell\n'
		return
	fi
	set -f
	# shellcheck disable=SC2086 # a list of patterns, not yet to be expanded
	set -- ${TESTS:-$S_TESTS}
	set +f
	# TIMEOUT is for the scenario's own duration; a longer one takes longer.
	limit=$((${S_TIMEOUT:-120} + ${DURATION:-0}))
	for word; do
		args=''
		case $word in *:*) args=$(printf '%s' "${word#*:}" | tr ',' ' ') word=${word%%:*} ;; esac
		names=$(resolve "$word") || exit "$E_ERROR"
		for name in $names; do
			printf 'test %s %s /%s %s\n' "$name" "$limit" "$name" "$args"
		done
	done
}

S_TESTS='' S_APPEND='' S_SMP=2 S_MEM=512 S_TIMEOUT='' S_DEBUG='' S_MODULES='' S_DURATION='' S_ENV='' S_LOAD=''
scenario_load
LOAD=${LOAD:-$S_LOAD}
export LOAD
arch_load "$ARCH"
need "$A_QEMU" "$A_QEMU_PACKAGE"
DEBUG="${DEBUG:-}${S_DEBUG:+ $S_DEBUG}${LOAD:+ load}"
export DEBUG

work=$O/work/$ARCH-$$
mkdir -p "$work" || die "cannot create $work (disk full, or no permission?)"
trap 'rm -rf "$work"' EXIT
trap 'exit $E_ERROR' INT TERM HUP

# Loads are started by the scenarios of stress/, which all have the same main().
if [ -n "${LOAD:-}" ]; then
	case " ${TESTS:-$S_TESTS} " in *' kselftest'* | *' bench'*)
		die "LOAD=$LOAD: only scenarios of stress/ have loads beside them; SCENARIO=$scenario runs ${TESTS:-$S_TESTS}" ;;
	esac
	if [ -z "${A_DEBIAN:-}" ]; then
		say "SKIP: LOAD=$LOAD needs Debian's binary packages, and Debian has no port to $ARCH (no DEBIAN= in configs/arch/$ARCH)"
		echo "0 passed, 0 failed, 1 skipped"
		exit 0
	fi
fi

plan >"$work/plan" || exit "$E_ERROR"
kernel=$("$TOP/vm/kernel.sh" build) || exit "$E_ERROR"
# A tree that carries a stackmap of its own is known to be one only now.
asked=${CONTRACT:-}
[ -n "${SERIES:-}" ] || SERIES=$(sed -n 's/^SERIES=//p' "$kernel/identity")
CONTRACT=$(contract) || exit "$E_ERROR"
grep -qx CONFIG_FTRACE_STACKMAP=y "$kernel/config" ||
	say "this kernel has no stackmap ($(sed -n 's/^KERNEL_SOURCE=//p' "$kernel/identity"), SERIES=$SERIES): what needs one is skipped"
sed "1a env CONTRACT=$CONTRACT" "$work/plan" >"$work/plan.new" && mv "$work/plan.new" "$work/plan"
GUEST_MODULES=''
if [ -n "$S_MODULES" ]; then
	GUEST_MODULES=$work/modules
	mkdir -p "$GUEST_MODULES"
	for m in $S_MODULES; do
		"$TOP/vm/kernel.sh" module "$TOP/$m" "$GUEST_MODULES" >&2 || exit "$E_ERROR"
	done
fi
export GUEST_MODULES
initrd=$("$TOP/vm/guest.sh") || exit "$E_ERROR"
disk=''
if [ -n "${LOAD:-}" ]; then
	# shellcheck disable=SC2046 # words
	disk=$("$TOP/vm/load.sh" $(echo "$LOAD" | tr ',' ' ')) || exit "$E_ERROR"
fi

set -- --arch-file "$TOP/configs/arch/$ARCH" --kernel "$kernel/image" --initrd "$initrd" \
	--plan "$work/plan" --out "$O/runs" --identity "$kernel/identity" \
	--set "scenario=$scenario" --set "seed=${SEED:-1}" --set "debug=${DEBUG# }" --set "contract=$CONTRACT" \
	--set "suite_commit=$(git -C "$TOP" describe --always --dirty 2>/dev/null || echo unknown)" \
	--accel "${ACCEL:-auto}" --smp "${SMP:-$S_SMP}" --mem "${MEM:-$S_MEM}" \
	--append "$S_APPEND ${APPEND:-}"
[ -z "$disk" ] || set -- "$@" --disk "$disk"
# Another source stands in for the series' own: that is no verdict on the series either.
planted=${PLANTED:-${STACKMAP_C:-}}
[ -z "$planted" ] || set -- "$@" --set "mutant=$planted"
[ "$shell" = 0 ] || set -- "$@" --shell
rc=0
"$O/bin/vmrun" "$@" || rc=$?
# Who asks to be strict wants to know about the demands of the review as well.
if [ "$asked" = strict ] && [ "$SERIES" != none ]; then
	run=$(find "$O/runs" -maxdepth 1 -name "*-$ARCH-$scenario-*" -newer "$work/plan" | sort | tail -n 1)
	"$TOP/vm/demands.sh" ${run:+"$run"} || say "the demands of the review could not be looked at"
fi
exit "$rc"
