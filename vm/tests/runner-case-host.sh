# SPDX-License-Identifier: GPL-2.0
# The host's part: signals, disks, two at once, bad input, accelerators, reruns. Sourced by runner-test.sh.
# shellcheck shell=sh disable=SC2154

# background NAME: start a run that lasts, wait until its test runs; $pid is the runner
background() {
	vm_out=$work/$1
	script "$head" 'report # test 1 a/one' 'sleep 60000'
	printf '# stackmap plan 1\ntest a/one 60 /a/one\n' >"$work/in/long"
	FAKE_SCRIPT=$work/script "$bin/vmrun" --arch-file "$work/in/arch" --kernel "$work/in/kernel" --initrd \
		"$work/in/initrd" --plan "$work/in/long" --out "$vm_out" --accel tcg >"$vm_out.txt" 2>&1 &
	pid=$!
	children="$children $pid"
	for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
		grep -qs 'test 1' "$vm_out"/*/report.ktap && break
		sleep 0.2
	done
	run=$(echo "$vm_out"/*/)
}

background ctrlc
kill -INT "$pid"
wait "$pid"
rc=$?
expect 'Ctrl-C' 3 ERROR 'interrupted by Interrupt'
no_fake 'Ctrl-C'

background killrunner
kill -KILL "$pid"
wait "$pid" 2>/dev/null
has 'kill -9 of the runner' "$run/run.json" '"verdict": "ERROR"'
has 'kill -9 of the runner' "$run/run.json" 'the runner did not finish'
no_fake 'kill -9 of the runner'

# Two at once, started in the same second, do not disturb each other.
script "$head" "$one" 'sleep 500' "$two" "$tail"
for _ in 1 2; do
	FAKE_SCRIPT=$work/script "$bin/vmrun" --arch-file "$work/in/arch" --kernel "$work/in/kernel" --initrd \
		"$work/in/initrd" --plan "$work/in/plan" --out "$work/both" --accel tcg >/dev/null 2>&1 &
	pids="${pids:-} $!"
done
for p in $pids; do
	if wait "$p"; then ok; else not_ok 'two at once: one failed'; fi
done
if [ "$(grep -l '"verdict": "PASS"' "$work"/both/*/run.json | wc -l)" -eq 2 ]; then ok; else not_ok 'two at once: not two records'; fi

# Disk full: while it runs, and from the start
if [ "$(id -u)" -eq 0 ] && mkdir -p "$work/small" && mount -t tmpfs -o size=3m none "$work/small" 2>/dev/null; then
	script "$head" "$one" 'flood 60000' 'sleep 60000'
	vm small
	expect 'disk full' 3 ERROR 'No space left on device'
	no_fake 'disk full'
	dd if=/dev/zero of="$work/small/fill" bs=64k 2>/dev/null
	vm small/again
	if [ "$rc" -eq 3 ]; then ok; else not_ok "full from the start: exit $rc"; fi
	umount "$work/small"
	vm_out=$work/small
else
	skip 'disk full: needs root and tmpfs'
fi

# refused NAME SENTENCE ARGUMENTS: exit 3 with the sentence, and no QEMU was started
refused() {
	name=$1 sentence=$2
	shift 2
	script 'stderr QEMU was started' 'exit 9'
	vm "refused$passed$failed" "$@"
	if [ "$rc" -eq 3 ]; then ok; else not_ok "$name: exit $rc"; fi
	has "$name" "$vm_out.txt" "$sentence"
}

: >"$work/in/empty"
printf 'panic\tany\tfatal\t(\n' >"$work/in/badtable"
printf '# stackmap plan 1\nfoo\n' >"$work/in/badplan"
printf 'QEMU=/nonexistent/qemu\nMACHINE=m\nCPU=c\n' >"$work/in/noqemu"
printf 'MACHINE=m\nCPU=c\n' >"$work/in/nokey"
refused 'zero-byte kernel' 'empty (0 bytes)' --kernel "$work/in/empty"
refused 'missing kernel' 'No such file' --kernel "$work/in/nothing"
refused 'empty table' 'no rows' --console-table "$work/in/empty"
refused 'unreadable table' 'No such file' --console-table "$work/in/nothing"
refused 'broken table' 'no regular expression' --console-table "$work/in/badtable"
refused 'broken plan' "badplan:2: 'foo'" --plan "$work/in/badplan"
refused 'missing QEMU' 'cannot run /nonexistent/qemu' --arch-file "$work/in/noqemu"
refused 'no QEMU key' 'the key QEMU is missing' --arch-file "$work/in/nokey"
refused 'missing disk' 'No such file' --disk "$work/in/nothing"
refused 'empty disk' 'empty (0 bytes)' --disk "$work/in/empty"
refused 'bad smp' 'must be a number' --smp many
refused 'bad accel' 'must be auto, kvm or tcg' --accel fast
refused 'bad set' 'expected KEY=VALUE' --set x
refused 'unknown option' 'vmrun --help' --fast
refused 'output is a file' 'cannot create' --out "$work/in/plan"

# accel NAME SCRIPT-UNDER-KVM MODE RC SENTENCE: the device exists, what happens under KVM is scripted
accel() {
	printf '%s\n' "$2" >"$work/script.kvm"
	rm -rf "$CACHE/accel"
	STACKMAP_KVM_DEV=$work/in/dev vm "accel$passed$failed" --accel "$3"
	if [ "$rc" -eq "$4" ]; then ok; else not_ok "$1: exit $rc, expected $4: $(tail -n 3 "$vm_out.txt")"; fi
	has "$1" "$run/run.json" "$5"
}

: >"$work/in/dev"
script "$head" "$one" "$two" "$tail"
accel 'KVM works' "$(cat "$work/script")" auto 0 '"accel": "kvm"'
has 'KVM works' "$run/run.json" 'KVM ran this kernel to init'
has 'KVM works: CPU' "$run/cmdline" '-cpu host'
has 'KVM works: remembered' "$(echo "$CACHE"/accel/*)" 'kvm'
begin=$(date +%s)
accel 'KVM hangs' 'sleep 60000' auto 0 '"accel": "tcg"'
if [ $(($(date +%s) - begin)) -le 20 ]; then ok; else not_ok 'KVM hangs: cost more than seconds'; fi
has 'KVM hangs' "$run/run.json" 'KVM was tried and did not run a guest'
has 'KVM hangs: loud' "$vm_out.txt" 'KVM was tried and did not run a guest'
begin=$(date +%s)
STACKMAP_KVM_DEV=$work/in/dev vm remembered --accel auto
has 'KVM hangs: remembered' "$run/run.json" 'remembered in'
if [ $(($(date +%s) - begin)) -le 8 ]; then ok; else not_ok 'KVM hangs: probed again'; fi
STACKMAP_KVM_DEV=$work/in/dev vm demanded --accel kvm
expect 'KVM demanded, hangs' 3 ERROR 'was demanded'
accel 'KVM refused by QEMU' 'exit 1' auto 0 '"accel": "tcg"'
STACKMAP_KVM_DEV=$work/in/none vm nodev --accel kvm
expect 'KVM demanded, no device' 3 ERROR 'No such file or directory'
STACKMAP_KVM_DEV=$work/in/none vm nodevauto --accel auto
expect 'no device' 0 PASS 'as planned'
has 'no device: said' "$vm_out.txt" 'No such file or directory'

# A disk is an input like the others: read-only, in the run directory, and run again with it.
script "$head" "$one" "$two" "$tail"
echo data >"$work/in/disk,1"
vm disk --disk "$work/in/disk,1"
expect 'a disk' 0 PASS 'as planned'
has 'a disk: read-only, a comma in its name' "$run/cmdline" "readonly=on,file=$work/in/disk,,1"
has 'a disk: again' "$run/rerun.sh" '--disk inputs/disk'
if cmp -s "$run/inputs/disk" "$work/in/disk,1"; then ok; else not_ok 'a disk: not among the inputs'; fi

# inject-nmi: paced, counted, and a machine without NMIs says so
script "$head" 'report # test 1 a/one' 'report # request inject-nmi 500 400' 'sleep 700' \
	'report ok 1 a/one # exit=0' "$two" "$tail"
vm nmi
expect 'inject-nmi' 0 PASS 'as planned'
has 'inject-nmi' "$run/run.json" 'qmp.inject_nmi_sent'
sent=$(sed -n '/inject_nmi_sent/,/]/s/^ *\([0-9][0-9]*\)\.0$/\1/p' "$run/run.json")
if [ "${sent:-0}" -ge 100 ] && [ "$sent" -le 200 ]; then ok; else not_ok "inject-nmi: sent ${sent:-nothing}, asked for 200"; fi
FAKE_NO_NMI=1 vm nonmi
has 'no NMIs' "$run/run.json" 'machine does not provide NMIs'

# rerun.sh runs the same again, and refuses when an input changed underneath
script "$head" "$one" "$two" "$tail"
vm first
if (FAKE_SCRIPT=$work/script "$run/rerun.sh" >"$work/rerun.txt" 2>&1); then ok; else not_ok "rerun: $(cat "$work/rerun.txt")"; fi
if [ "$(find "$work/first" -name run.json | wc -l)" -eq 2 ]; then ok; else not_ok 'rerun: no second record'; fi
mv "$work/in/kernel" "$work/in/kernel.old" && echo other >"$work/in/kernel"
if (FAKE_SCRIPT=$work/script "$run/rerun.sh" >"$work/rerun.txt" 2>&1); then ok; else not_ok 'rerun after the image was replaced'; fi
echo x >>"$run/inputs/kernel"
(FAKE_SCRIPT=$work/script "$run/rerun.sh" >"$work/rerun.txt" 2>&1)
if [ $? -eq 3 ]; then ok; else not_ok 'rerun: a changed input was not refused'; fi
has 'rerun: changed input' "$work/rerun.txt" 'an input of this run was changed'
has 'rerun: names it' "$work/rerun.txt" 'inputs/kernel'
mv "$work/in/kernel.old" "$work/in/kernel"

if "$bin/vmrun" --help | grep -q -- --arch-file && "$bin/vmrun" --version | grep -q schema; then ok; else not_ok '--help, --version'; fi
