#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Boots the guest of ARCH with toy programs, without the runner, and reads what init makes of each way a program
# can end; then the ways init itself must not look green.
#
#   usage: vm/tests/guest-boot.sh      environment: ARCH, and what vm/kernel.sh and vm/guest.sh read
set -u
TOP=$(cd "$(dirname "$0")/../.." && pwd)
. "$TOP/vm/lib.sh"
. "$TOP/vm/tests/guest-lib.sh"
arch_load "$ARCH"
need "$A_QEMU" "$A_QEMU_PACKAGE"

# human TEXT: types it when the shell asks; before that the console would lose letters.
human() {
	[ -n "$1" ] || return 0
	for _i in $(seq 600); do
		grep -q '^guest:' "$work/console" && break
		sleep 0.2
	done
	printf '%s\n' "$1"
}

# boot INPUT QEMU-ARGS...: the guest with $work/plan (when there is one); leaves console and report in $work.
boot() {
	_in=$1
	shift
	cp "$initrd" "$work/initrd" || die "cannot write $work/initrd"
	[ ! -f "$work/plan" ] || (cd "$work" && echo plan | cpio -o -H newc --quiet) >>"$work/initrd"
	rm -f "$work/report"
	: >"$work/console"
	# shellcheck disable=SC2086 # words
	human "$_in" | timeout "${BOOT_TIMEOUT:-300}" "$A_QEMU" -M "$A_MACHINE" -cpu "$A_CPU" -smp 2 -m 512 \
		-nodefaults -no-user-config -no-reboot -display none -kernel "$kernel/image" -initrd "$work/initrd" \
		-append "$A_APPEND trace_options=stackmap,stacktrace" -serial stdio ${A_QEMU_ARGS:-} "$@" \
		>"$work/console" 2>&1 || echo "QEMU exit $?" >>"$work/console"
	[ ! -f "$work/report" ] || sed -i 's/time_ms=[0-9]*/time_ms=N/' "$work/report"
}

with_port() {
	boot "$1" -device virtio-serial-device -chardev "file,id=r,path=$work/report" \
		-device virtserialport,chardev=r,name=report
}

# plan LINE...
plan() {
	{ echo '# stackmap plan 1' && printf '%s\n' "$@"; } >"$work/plan"
}

# says LINE: the report has exactly this line.
says() {
	check "report: $1" grep -qxF -e "$1" "$work/report"
}

every_ending() {
	plan 'env SEED=42' 'env DURATION=' 'test pass 60 /kselftest/toy pass' 'test lie 60 /kselftest/toy lie' \
		'test lost 60 /kselftest/toy lost' 'test skip 60 /kselftest/toy skip' \
		'test env 60 /kselftest/toy env' 'test hang 3 /kselftest/toy hang' \
		'test slow 60 /kselftest/toy slow' 'test crash 60 /kselftest/toy crash' \
		'test dirty 60 /kselftest/toy dirty' 'test daemon 60 /kselftest/toy daemon' \
		'test clean 60 /kselftest/toy clean' 'test long 60 /kselftest/toy long' \
		'test missing 60 /nothing' 'test other 60 /kselftest/toy other'
	with_port ''
	says '1..14'
	says 'ok 1 pass # time_ms=N exit=0'
	says '# stat toys count none 3'
	says 'not ok 2 lie # time_ms=N exit=0: 1 of 2 subtests failed'
	says 'not ok 3 lost # time_ms=N exit=0: planned 3 subtests, reported 2'
	says 'ok 4 skip # SKIP no such face time_ms=N exit=4'
	says '# note SEED=42 DURATION=(unset)'
	says 'not ok 6 hang # time_ms=N timeout=3: no end within 3 s; killed'
	check 'the stack of what hung' grep -q '# hung: .*pause' "$work/report"
	says 'ok 7 slow # time_ms=N exit=0'
	check 'a heartbeat before the first test' sh -c 'sed "/^# test 1 /q" "$1" | grep "^# alive [0-9]*$"' sh "$work/report"
	check 'a heartbeat while a test is silent' grep -q '^# alive [0-9]*$' "$work/report"
	says 'not ok 8 crash # time_ms=N signal=6: killed by signal 6 (Aborted)'
	says 'ok 9 dirty # time_ms=N exit=0'
	says 'ok 10 daemon # time_ms=N exit=0'
	says 'ok 11 clean # time_ms=N exit=0'
	says 'ok 12 long # time_ms=N exit=0'
	says 'not ok 13 missing # time_ms=N exit=127: the program could not be started'
	says 'not ok 14 other # time_ms=N exit=3: exit code 3'
	says '# end: complete'
	check 'no reset of tracing failed' absent '# note reset' "$work/report"
	check 'boot time is told' grep -q '^# stat boot_ms ms lower [1-9]' "$work/report"
	check 'the guest leaves by itself' absent 'QEMU exit' "$work/console"
	[ "${failed:-0}" -eq 0 ] || sed 's/^/  # report: /' "$work/report" | cut -c1-120
}

not_green() {
	plan 'tset pass 60 /kselftest/toy pass'
	with_port ''
	says "# note init: /plan: line 2: expected test, env, module or mode: 'tset pass 60 /kselftest/toy pass'"
	check 'a bad plan: no last word' absent 'end: complete' "$work/report"

	plan 'module none x=1' 'test pass 60 /kselftest/toy pass'
	with_port ''
	says "# note module /modules/none.ko 'x=1': No such file or directory"
	check 'a missing module: no last word' absent 'end: complete' "$work/report"

	boot ''
	check 'no port: the console says so' grep -q "init: no virtio port is named 'report'" "$work/console"
	check 'no port: the guest leaves by itself' absent 'QEMU exit' "$work/console"
}

# What the shell prints must not be what was typed, so the words are put together by it.
interactive() {
	plan 'mode shell'
	with_port 'echo j$((40+2)); exit'
	check 'the shell answers' grep -q '^j42' "$work/console"
	check 'the shell has job control' absent "can't access tty" "$work/console"
	check 'exit leaves the guest' grep -q 'reboot: ' "$work/console"
	[ "${failed:-0}" -eq 0 ] || tail -n 20 "$work/console" | sed 's/^/  # console: /'
}

kernel=$("$TOP/vm/kernel.sh" build) || exit "$E_ERROR"
toy_house "$work/house"
initrd=$(O=$work/out "$work/house/vm/guest.sh") || exit "$E_ERROR"
every_ending
not_green
interactive
finish
