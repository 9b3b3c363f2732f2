# SPDX-License-Identifier: GPL-2.0
# How runs end: well, with a panic, without a word, killed, hung. Sourced by runner-test.sh.
# shellcheck shell=sh disable=SC2154

script "$head" "$one" "$two" "$tail"
vm pass
expect pass 0 PASS 'as planned'
for f in run.json report.ktap console.log qmp.log cmdline rerun.sh plan; do
	if [ -s "$run/$f" ]; then ok; else not_ok "pass: $f is missing or empty"; fi
done
if [ -e "$run/.reserve" ]; then not_ok 'pass: .reserve was left'; else ok; fi

script "$head" "$one" 'console [    1.000000] Kernel panic - not syncing: no luck' 'shutdown guest-reset' 'exit 0'
vm panic
expect 'panic, QEMU exits 0' 1 FAIL 'panic on the console, line 2: Kernel panic - not syncing: no luck'
has panic "$vm_out.txt" "again:  $work/panic"

begin=$(date +%s)
script "$head" "$one" 'console [    1.000000] Unable to handle kernel NULL pointer dereference' \
	'console [    1.000001] ---[ end trace 0000000000000000 ]---' 'sleep 60000'
vm oops
expect 'oops, guest lives on' 1 FAIL 'oops on the console'
# the guest would live for a minute; the margin is for a busy host
if [ $(($(date +%s) - begin)) -le 15 ]; then ok; else not_ok 'oops: the guest was not ended'; fi

script "$head" 'report # test 1 a/one' \
	'console [    1.000000] Kernel panic - not syncing: Attempted to kill init! exitcode=0x00000100' 'shutdown guest-reset'
vm initexit
expect 'init exits early' 1 FAIL 'Attempted to kill init'

script "$head" "$one" "$tail"
vm missing
expect 'planned but missing' 1 FAIL 'planned but without a result: a/two'
has missing "$run/run.json" '"status": "MISSING"'

script "$head" "$one" "$two" 'shutdown guest-reset'
vm noend
expect 'no last word' 1 FAIL 'last word'

script "$head" "$one" 'console [    1.000000] WARNING: a.c:1 at f+0x1/0x2, CPU#0: init/1' \
	'console [    1.000001] ---[ end trace 0000000000000000 ]---' "$two" "$tail"
vm warn
expect 'all ok with a WARN' 1 FAIL 'warn on the console, line 2: WARNING: a.c:1'
has warn "$run/run.json" '"kind": "warn"'
has warn "$vm_out.txt" 'WARNING: a.c:1'

script "$head" "$one" 'part [    1.000000] WARN' 'sleep 50' 'part ING: a.c:1 at f' 'sleep 50' 'console +0x1/0x2, CPU#0: a/1' \
	"$two" "$tail"
vm split
expect 'pattern over three reads' 1 FAIL 'warn on the console'

script "$head" 'report # test 1 a/one' 'report # floor nmis 1000 10' 'report ok 1 a/one # exit=0' "$two" "$tail"
vm floor
expect 'floor missed' 2 UNRESOLVED '1000 required, 10 delivered'

script 'report # init: reached' "$one" "$two" "$tail"
vm silent
expect 'missing console' 3 ERROR 'stayed silent'

script 'console [    0.000000] Linux version 7.3.4' 'console [    0.500000] VFS: nothing to mount' 'sleep 60000'
vm noboot --boot-timeout 5
expect 'boot never reaches init' 1 FAIL 'did not reach init within'
has noboot "$run/run.json" 'last console line: [    0.500000] VFS: nothing to mount'

script 'sleep 60000'
vm dead --boot-timeout 1
expect 'nothing at all' 1 FAIL 'the console stayed silent'

script "$head" 'report # test 1 a/one' 'kill'
vm killed
expect 'kill -9 of QEMU' 3 ERROR 'killed from outside by signal 9'

script "$head" 'report # test 1 a/one' 'shutdown host-signal' 'exit 0'
vm sigterm
expect 'SIGTERM to QEMU' 3 ERROR 'signal from outside'

script 'stderr qemu: could not allocate 9 TiB' 'exit 1'
vm status
expect 'QEMU refuses' 3 ERROR 'could not allocate 9 TiB'
has status "$run/qemu.stderr" 'could not allocate'

script "$head" 'report # test 1 a/one' 'sleep 60000'
vm hang
expect 'hang in a test' 1 FAIL 'a/one did not end within'
has 'hang: registers of vCPU 1' "$run/hang.txt" 'RIP=ffffffff81000120'
has 'hang: where vCPU 1 is' "$run/hang.txt" 'pc spin_for_ever+0x20'
has 'hang: backtrace' "$run/hang.txt" '? spin_for_ever+0x4'

script "$head" 'report # test 1 a/one' 'deaf' 'sleep 60000'
vm deafhang
expect 'hang of guest and QMP' 1 FAIL 'a/one did not end'
has 'deaf QMP' "$run/hang.txt" 'did not answer'

script "$head" "$one" "$two" 'report # end: complete' 'sleep 60000'
vm nopoweroff
expect 'no power-off' 1 FAIL 'did not power off'
