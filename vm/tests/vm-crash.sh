#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Real complaints of a real kernel: loads vm/runner/crash with each kind into a guest of ARCH and demands that the
# runner ends the run with verdict FAIL, names the kind, and does so within the time that kind needs.
#
#   usage: vm/tests/vm-crash.sh [--save] [KIND...]
#   environment: ARCH DEBUG APPEND O CACHE...; VM_KERNEL=<dir> VM_INITRD=<cpio> use these instead of building;
#   --save keeps each console log as vm/runner/console/logs/KIND-ARCH.log
set -u
TOP=$(cd "$(dirname "$0")/../.." && pwd)
. "$TOP/vm/lib.sh"

save=0
[ "${1:-}" != --save ] || { save=1 && shift; }
logs=$TOP/vm/runner/console/logs
work=$(mktemp -d) || die "no temporary directory"
trap 'rm -rf "$work"' EXIT
trap 'exit $E_ERROR' INT TERM HUP
passed=0 failed=0 skipped=0

# What each kind needs: row NAME, kind in the record, config symbol without which the kernel cannot say it, for a fatal
# one the seconds from its first line to the end of the guest, words for the command line.
kinds() {
	cat <<-END
	panic       panic      BUG                    3
	oops        oops       BUG                    5
	bug         bug        BUG                    5
	warn        warn       BUG                    -
	trace       trace      BUG                    -
	badstate    badstate   BUG                    -
	torture     torture    BUG                    -
	softlockup  softlockup SOFTLOCKUP_DETECTOR    -  sysctl.kernel.watchdog_thresh=2
	rcustall    rcustall   BUG                    -  nowatchdog rcupdate.rcu_cpu_stall_timeout=4
	hungtask    hungtask   DETECT_HUNG_TASK       -  sysctl.kernel.hung_task_timeout_secs=3
	kasan       kasan      KASAN                  -
	kcsan       kcsan      KCSAN                  -
	ubsan       ubsan      UBSAN_SHIFT            -
	lockdep     lockdep    PROVE_LOCKING          -
	waitcontext lockdep    PROVE_RAW_LOCK_NESTING -
	END
}

# dying: seconds from the first line of the latest run's first splat to the end of its guest
dying() {
	line=$(sed -n 's/^ *"line": \([0-9]*\),/\1/p' "$run/run.json" | head -n 1)
	end=$(sed -n 's/^  "guest_seconds": \([0-9.]*\),/\1/p' "$run/run.json")
	sed -n "${line:-1}p" "$run/console.log" | awk -v end="${end:-999}" '{ printf "%d", end - $1 + 0.5 }'
}

result() {
	if [ "$1" = ok ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
	shift
	printf '%s\n' "$*"
}

# crash KIND EXPECTED LIMIT WORDS: one run; afterwards $run is its directory
crash() {
	printf '# stackmap plan 1\ntest crash/%s 60 /bin/busybox insmod /modules/crash.ko kind=%s\n' "$1" "$1" >"$work/plan"
	"$O/bin/vmrun" --arch-file "$TOP/configs/arch/$ARCH" --kernel "$kernel/image" --initrd "$initrd" \
		--plan "$work/plan" --out "$work/runs-$1" --identity "$kernel/identity" --set "scenario=crash" \
		--set "debug=${DEBUG:-}" --accel "${ACCEL:-auto}" --append "${4:-} ${APPEND:-}" >"$work/txt" 2>&1
	rc=$?
	run=$(echo "$work/runs-$1"/*/)
	if [ "$rc" -ne 1 ]; then
		result bad "not ok $ARCH $1: exit $rc, expected 1 (FAIL): $(tail -n 3 "$work/txt")"
	elif ! grep -qE "^verdict: FAIL: $2 on the console" "$work/txt"; then
		result bad "not ok $ARCH $1: $(grep '^verdict' "$work/txt")"
	elif [ "$3" != - ] && [ "$(dying)" -gt "$3" ]; then
		result bad "not ok $ARCH $1: the guest lived $(dying) s after it, limit $3 s"
	else
		result ok "ok $ARCH $1: $(grep '^verdict' "$work/txt" | cut -c1-120)"
	fi
}

# keep KIND EXPECTED: the console of the latest run becomes the saved log, and what the table makes of it the golden
keep() {
	n=$2-$ARCH
	[ "$1" = "$2" ] || n=$2-$1-$ARCH
	cp "$run/console.log" "$logs/$n.log" &&
		ASAN_OPTIONS=detect_leaks=0 "$O/runner-asan/runner-unit-logs" "$logs/$n.log" >"$logs/$n.golden" || die "cannot save $logs/$n.log"
}

build() {
	kernel=$("$TOP/vm/kernel.sh" build) || exit "$E_ERROR"
	"$TOP/vm/kernel.sh" module "$TOP/vm/runner/crash" "$work/modules" >"$work/txt" 2>&1 ||
		die "crash module: $(cat "$work/txt")"
	initrd=$(GUEST_MODULES=$work/modules "$TOP/vm/guest.sh") || exit "$E_ERROR"
}

if [ -n "${VM_KERNEL:-}" ] && [ -n "${VM_INITRD:-}" ]; then
	kernel=$VM_KERNEL initrd=$VM_INITRD
else
	build
fi
kinds >"$work/kinds"
while read -r kind expected symbol limit words; do
	case " $* " in *" $kind "*) ;; '  ') ;; *) continue ;; esac
	if ! grep -q "^CONFIG_$symbol=y" "$kernel/config"; then
		skipped=$((skipped + 1))
		echo "skip $ARCH $kind: this kernel has no CONFIG_$symbol (a DEBUG fragment brings it where it exists)"
		continue
	fi
	before=$failed
	crash "$kind" "$expected" "$limit" "$words" </dev/null
	[ "$save" = 0 ] || [ "$failed" -gt "$before" ] || keep "$kind" "$expected"
done <"$work/kinds"
printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
