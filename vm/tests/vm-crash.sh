#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Real complaints of a real kernel: loads vm/runner/crash with each kind into a guest of ARCH and demands that the
# runner ends the run with verdict FAIL, names the kind, and does so within the time that kind needs.
#
#   usage: vm/tests/vm-crash.sh [--save] [KIND...]
#   environment: ARCH DEBUG O CACHE...; --save keeps each console log as vm/runner/console/logs/KIND-ARCH.log
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

# What each kind needs: row NAME, kind in the record, config symbol without which the kernel cannot say it,
# seconds at most, words for the command line.
kinds() {
	cat <<-END
	panic      panic      BUG                     15
	oops       oops       BUG                     15
	bug        bug        BUG                     15
	warn       warn       BUG                     25
	trace      trace      BUG                     25
	badstate   badstate   BUG                     25
	torture    torture    BUG                     25
	softlockup softlockup SOFTLOCKUP_DETECTOR     40  sysctl.kernel.watchdog_thresh=2
	rcustall   rcustall   BUG                     40  nowatchdog rcupdate.rcu_cpu_stall_timeout=4
	hungtask   hungtask   DETECT_HUNG_TASK        40  sysctl.kernel.hung_task_timeout_secs=3
	kasan      kasan      KASAN                   60
	kcsan      kcsan      KCSAN                   90
	ubsan      ubsan      UBSAN_SHIFT             60
	lockdep    lockdep    PROVE_LOCKING           60
	waitcontext lockdep   PROVE_RAW_LOCK_NESTING  60
	END
}

result() {
	if [ "$1" = ok ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
	shift
	printf '%s\n' "$*"
}

# crash KIND EXPECTED LIMIT WORDS: one run; afterwards $run is its directory
crash() {
	printf '# stackmap plan 1\ntest crash/%s 60 /bin/busybox insmod /modules/crash.ko kind=%s\n' "$1" "$1" >"$work/plan"
	begin=$(date +%s)
	"$O/bin/vmrun" --arch-file "$TOP/configs/arch/$ARCH" --kernel "$kernel/image" --initrd "$initrd" \
		--plan "$work/plan" --out "$work/runs-$1" --identity "$kernel/identity" --set "scenario=crash" \
		--set "debug=${DEBUG:-}" --accel "${ACCEL:-auto}" --append "${4:-}" >"$work/txt" 2>&1
	rc=$?
	took=$(($(date +%s) - begin))
	run=$(echo "$work/runs-$1"/*/)
	if [ "$rc" -ne 1 ]; then
		result bad "not ok $ARCH $1: exit $rc, expected 1 (FAIL): $(tail -n 3 "$work/txt")"
	elif ! grep -qE "^verdict: FAIL: $2 on the console" "$work/txt"; then
		result bad "not ok $ARCH $1: $(grep '^verdict' "$work/txt")"
	elif [ "$took" -gt "$3" ]; then
		result bad "not ok $ARCH $1: took $took s, limit $3 s"
	else
		result ok "ok $ARCH $1 ($took s): $(grep '^verdict' "$work/txt" | cut -c1-120)"
	fi
}

# keep KIND EXPECTED: the console of the latest run becomes the saved log, and what the table makes of it the golden
keep() {
	n=$2-$ARCH
	[ "$1" = "$2" ] || n=$2-$1-$ARCH
	cp "$run/console.log" "$logs/$n.log" &&
		"$O/runner-asan/runner-unit-logs" "$logs/$n.log" >"$logs/$n.golden" || die "cannot save $logs/$n.log"
}

kernel=$("$TOP/vm/kernel.sh" build) || exit "$E_ERROR"
"$TOP/vm/kernel.sh" module "$TOP/vm/runner/crash" "$work/modules" >"$work/txt" 2>&1 || die "crash module: $(cat "$work/txt")"
initrd=$(GUEST_MODULES=$work/modules "$TOP/vm/guest.sh") || exit "$E_ERROR"
kinds >"$work/kinds"
while read -r kind expected symbol limit words; do
	case " $* " in *" $kind "*) ;; '  ') ;; *) continue ;; esac
	if ! grep -q "^CONFIG_$symbol=y" "$kernel/config"; then
		skipped=$((skipped + 1))
		echo "skip $ARCH $kind: this kernel has no CONFIG_$symbol (a DEBUG fragment brings it where it exists)"
		continue
	fi
	crash "$kind" "$expected" "$limit" "$words" </dev/null
	[ "$save" = 0 ] || keep "$kind" "$expected"
done <"$work/kinds"
printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
