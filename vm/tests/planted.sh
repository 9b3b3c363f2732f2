#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# What must never look green, planted in real guests of ARCH under the real QEMU: broken series, images and hosts. Each
# case demands the verdict, the exit code and the sentence. (The same with a scripted QEMU, in seconds: runner-test.)
#
#   usage: vm/tests/planted.sh [CASE...]
#   environment: ARCH and what vm/run.sh reads; both planted kernels stay in the cache, so only the first call builds
set -u
TOP=$(cd "$(dirname "$0")/../.." && pwd)
. "$TOP/vm/lib.sh"
. "$TOP/vm/tests/guest-lib.sh"
arch_load "$ARCH"
need "$A_QEMU" "$A_QEMU_PACKAGE"
# Without it "no QEMU is left" would hold for want of anyone who looks.
need pgrep procps
trap 'umount "$work/small" 2>/dev/null; rm -rf "$work"' EXIT
plants=$TOP/vm/tests/planted
exec=''

# suite WORDS...: vm/run.sh with these variables in its environment; sets rc and run, the run directory
suite() {
	env PLANTED="$c" "$@" "$TOP/vm/run.sh" >"$work/txt" 2>&1
	rc=$?
	run=$(dirname "$(sed -n 's/^record: //p' "$work/txt" | tail -n 1)")
}

# runner ARGUMENTS...: vmrun with the good kernel, image and plan, unless ARGUMENTS say otherwise
runner() {
	$exec "$O/bin/vmrun" --arch-file "$TOP/configs/arch/$ARCH" --kernel "$kernel/image" --initrd "$initrd" \
		--plan "$work/plan" --out "$work/runs" --identity "$kernel/identity" --accel "${ACCEL:-auto}" \
		"$@" >"$work/txt" 2>&1
}

# expect WHAT RC SENTENCE: of the latest run
expect() {
	check "$1: exit $2 (was $rc)" [ "$rc" -eq "$2" ]
	grep -qE -e "$3" "$work/txt" || tail -n 5 "$work/txt"
	check "$1: $3" grep -qE -e "$3" "$work/txt"
	printf '%s: %s\n' "$1" "$(grep -E '^(verdict|ERROR):' "$work/txt" | tail -n 1 | cut -c1-140)"
}

no_qemu() {
	check "$1: no QEMU left behind" sh -c '! pgrep -f "$1"' sh "[q]emu-system.*guest-of-$$"
}

case_warn() {
	suite SERIES="$TOP/patches/series $plants/warn-in-read.patch" TESTS=kselftest/files
	expect 'a WARN in the read path' 1 '^verdict: FAIL: warn on the console, line [0-9]*: .*stackmap_seq_show'
	check 'a WARN in the read path: the record says that it was planted' grep -q '"mutant": "warn"' "$run/run.json"
}

case_use_after_reset() {
	suite SERIES="$TOP/patches/series $plants/use-after-reset.patch" SCENARIO=reader_storm DURATION=20
	expect 'use after reset in the text export' 1 '^verdict: FAIL: oops on the console.*'
	check 'use after reset: the culprit is named' grep -q stackmap_seq_show "$run/console.log"
}

case_init_exits() {
	cc=$("$TOP/vm/toolchain.sh" cc) || exit "$E_ERROR"
	mkdir -p "$work/root"
	echo 'int main(void) { return 0; }' >"$work/init.c"
	"$cc" -static -o "$work/root/init" "$work/init.c" || die "cannot compile $work/init.c"
	(cd "$work/root" && echo init | cpio -o -H newc --quiet) >"$work/early.cpio"
	begin=$(date +%s)
	runner --initrd "$work/early.cpio"
	rc=$?
	expect 'init exits early' 1 '^verdict: FAIL: panic on the console.*[Aa]ttempted to kill init'
	check 'init exits early: seconds, not minutes' [ $(($(date +%s) - begin)) -le 30 ]
}

case_zero_bytes() {
	: >"$work/zero"
	runner --kernel "$work/zero"
	rc=$?
	expect 'a zero-byte kernel image' 3 'zero: the file is empty \(0 bytes\)'
}

# The serial console goes where nobody listens; report channel and tests work as ever.
case_silent_console() {
	sed 's/console=[^ ]*/console=null quiet loglevel=0/g; s/earlycon[^ ]*//g' "$TOP/configs/arch/$ARCH" >"$work/arch"
	runner --arch-file "$work/arch"
	rc=$?
	expect 'a missing console' 3 'ERROR: the guest ran, but its console stayed silent: no splat could have been seen'
}

# long NAME: a run that lasts, in the background; $pid is its runner, $run its directory; returns when its test runs
long() {
	echo "test guest-of-$$ 120 /bin/busybox sleep 100" >>"$work/plan"
	exec="exec" # so that $! is the runner itself
	runner --append "guest-of-$$" --out "$work/$1" &
	pid=$!
	exec=''
	for _i in $(seq 300); do
		! grep -qs '# test 2' "$work/$1"/*/report.ktap || break
		sleep 0.2
	done
	run=$(echo "$work/$1"/*)
	check "$1: its test runs" grep -q '# test 2' "$run/report.ktap"
	good_plan
}

case_kill_qemu() {
	long kill_qemu
	pkill -KILL -f "$A_QEMU.*guest-of-$$"
	wait "$pid"
	rc=$?
	expect 'kill -9 of QEMU' 3 '^verdict: ERROR: .*(signal 9|Killed)'
	check 'kill -9 of QEMU: the record says so' grep -q '"verdict": "ERROR"' "$run/run.json"
}

case_kill_runner() {
	long kill_runner
	kill -KILL "$pid"
	wait "$pid" 2>/dev/null
	check 'kill -9 of the runner: a readable record' grep -q '"verdict": "ERROR"' "$run/run.json"
	check 'kill -9 of the runner: it says why' grep -q 'the runner did not finish' "$run/run.json"
	sleep 1
	no_qemu 'kill -9 of the runner'
}

case_full_disk() {
	mkdir -p "$work/small"
	if ! mount -t tmpfs -o size=64k none "$work/small" 2>/dev/null; then
		skipped=$((skipped + 1))
		echo 'skip a full disk: mounting a small tmpfs needs root'
		return
	fi
	runner --out "$work/small"
	rc=$?
	expect 'a full disk' 3 'No space left on device'
	make -C "$TOP" O="$work/small/o" vm-test >"$work/txt" 2>&1
	rc=$?
	expect 'a full disk as O=, through make' 2 'No space left on device'
	umount "$work/small"
}

# In a house of its own, whose configs have one fragment more.
case_dropped_symbol() {
	mkdir -p "$work/house" && cp -R "$TOP/configs" "$work/house/" && ln -s "$TOP/vm" "$TOP/patches" "$work/house/"
	echo 'CONFIG_STACKMAP_OF_TOMORROW=y' >"$work/house/configs/tomorrow.config"
	DEBUG=tomorrow "$work/house/vm/kernel.sh" build >"$work/txt" 2>&1
	rc=$?
	expect 'a dropped symbol' 3 'CONFIG_STACKMAP_OF_TOMORROW \(requested y, final value n\)'
	check 'a dropped symbol: nobody defines it' grep -q 'no Kconfig file defines STACKMAP_OF_TOMORROW' "$work/txt"
}

case_patch_fails() {
	suite SERIES="$TOP/patches/series $TOP/patches/series"
	expect 'a patch that does not apply' 3 '^ERROR: .*0001.*does not apply.*7\.'
}

# Each of the map's allocations fails in turn, with the option on the command line: the kernel works without the map and
# says so. The last boot has every allocation succeed: there the same questions must not be answered the same way.
case_create_fails() {
	broken=$(PLANTED="$c" SERIES="$TOP/patches/series $plants/create-fails.patch" "$TOP/vm/kernel.sh" build) ||
		exit "$E_ERROR"
	mkdir -p "$work/extra" && cp "$plants/without-map.sh" "$work/extra/"
	cp "$initrd" "$work/extra.cpio"
	(cd "$work/extra" && echo without-map.sh | cpio -o -H newc --quiet) >>"$work/extra.cpio"
	printf '# stackmap plan 1\nenv SEED=1\ntest without-map 60 /bin/busybox sh /without-map.sh\n' >"$work/plan"
	for n in 1 2 3 4 5; do
		runner --kernel "$broken/image" --identity "$broken/identity" --initrd "$work/extra.cpio" \
			--append "stackmap_create_fails=$n trace_options=stackmap,stacktrace"
		rc=$?
		if [ "$n" -le 4 ]; then
			expect "allocation $n fails" 0 '^verdict: PASS: 5 results as planned'
		else
			expect 'no allocation fails' 1 '^0 passed, 5 failed'
		fi
	done
	good_plan
}

case_two_at_once() {
	for n in 1 2; do
		(runner --out "$work/two"; echo $? >"$work/two.$n") &
		pids="${pids:-} $!"
	done
	# shellcheck disable=SC2086 # two numbers
	wait $pids
	check 'two at once: both pass' [ "$(cat "$work/two.1" "$work/two.2" | tr '\n' ' ')" = '0 0 ' ]
	check 'two at once: two records' [ "$(grep -l '"verdict": "PASS"' "$work"/two/*/run.json | wc -l)" -eq 2 ]
}

good_plan() {
	printf '# stackmap plan 1\nenv SEED=1\ntest kselftest/option 60 /kselftest/option\n' >"$work/plan"
}

kernel=$("$TOP/vm/kernel.sh" build) || exit "$E_ERROR"
initrd=$("$TOP/vm/guest.sh") || exit "$E_ERROR"
good_plan
all='warn use_after_reset init_exits zero_bytes silent_console kill_qemu kill_runner full_disk dropped_symbol
	patch_fails create_fails two_at_once'
# shellcheck disable=SC2086 # words
[ $# -gt 0 ] || set -- $all
for c; do
	"case_$c"
done
finish
