# SPDX-License-Identifier: GPL-2.0
# What humans see: terminal and pipe, the interactive console, several jobs at once. Sourced by runner-test.sh.
# shellcheck shell=sh disable=SC2154

script "$head" 'report # test 1 a/one' 'report # sample 100 inserts=0' 'report # sample 200 inserts=500' 'sleep 700' \
	'report ok 1 a/one # exit=0' "$two" "$tail"
vm pipe
if grep -q "$(printf '\033')" "$work/pipe.txt"; then not_ok 'colours in a pipe'; else ok; fi
if [ "$(wc -l <"$work/pipe.txt")" -le 12 ]; then ok; else not_ok 'a pipe gets sparse lines'; fi
# The terminal: script(1) gives us one.
if [ -x /usr/bin/script ]; then
	cat >"$work/in/tty.sh" <<-END
	#!/bin/sh
	export FAKE_SCRIPT='$work/script'
	exec '$bin/vmrun' --arch-file '$work/in/arch' --kernel '$work/in/kernel' --initrd '$work/in/initrd' \\
		--plan '$work/in/plan' --out '$work/tty' --accel tcg "\$@"
	END
	chmod +x "$work/in/tty.sh"
	/usr/bin/script -qec "$work/in/tty.sh" /dev/null >"$work/tty.txt" 2>&1 </dev/null
	has 'terminal: colour' "$work/tty.txt" "$(printf '\033')[32mPASS"
	has 'terminal: live line' "$work/tty.txt" '[0/2] a/one'
	has 'terminal: rate of a series' "$work/tty.txt" 'inserts 5.0k/s'
else
	skip 'terminal: script(1) of bsdutils is missing'
fi

# --shell: the console is on stdout, input goes to it, Ctrl-A X leaves, no record is made
script 'console a prompt of a guest' 'sleep 60000'
printf 'ls\n\001x' | FAKE_SCRIPT=$work/script timeout 20 "$bin/vmrun" --arch-file "$work/in/arch" --kernel "$work/in/kernel" \
	--initrd "$work/in/initrd" --shell --accel tcg >"$work/shell.txt" 2>&1
if [ $? -eq 0 ]; then ok; else not_ok "shell: $(cat "$work/shell.txt")"; fi
script 'console a prompt of a guest' 'sleep 300' 'shutdown guest-reset'
FAKE_SCRIPT=$work/script timeout 20 "$bin/vmrun" --arch-file "$work/in/arch" --kernel "$work/in/kernel" \
	--initrd "$work/in/initrd" --shell --accel tcg >"$work/shell.txt" 2>&1 </dev/null
if [ $? -eq 0 ]; then ok; else not_ok "shell with a script's input: $(cat "$work/shell.txt")"; fi
has shell "$work/shell.txt" 'a prompt of a guest'

# vmall: a failing job does not stop the others, the worst verdict is the exit code
all=$3
script "$head" "$one" "$two" "$tail"
cp "$work/script" "$work/script.good"
script "$head" "$one" 'report # test 2 a/two' 'report not ok 2 a/two # exit=1' "$tail"
cp "$work/script" "$work/script.bad"
cat >"$work/in/job.sh" <<END
#!/bin/sh
[ "\$1" != norecord ] || exit 0
export FAKE_SCRIPT='$work/script'.\$1
exec '$bin/vmrun' --arch-file '$work/in/arch' --kernel '$work/in/kernel' --initrd '$work/in/initrd' \\
	--plan '$work/in/plan' --out '$work/all' --accel tcg
END
chmod +x "$work/in/job.sh"
"$all" --names 'bad good' --logs "$work/alllogs" -- "$work/in/job.sh" '{}' >"$work/all.txt" 2>&1
rc=$?
if [ $rc -eq 1 ]; then ok; else not_ok "vmall: exit $rc, expected 1: $(cat "$work/all.txt")"; fi
if grep -qE '^good +tcg .* 2/0/0 .* PASS' "$work/all.txt" && grep -qE '^bad +tcg .* 1/1/0 .* FAIL' "$work/all.txt"; then
	ok
else
	not_ok "vmall: table: $(cat "$work/all.txt")"
fi
has vmall "$work/all.txt" 'bad: FAIL: failed: a/two'
has vmall "$work/all.txt" '3 passed, 1 failed, 0 skipped'
"$all" --names 'norecord good' --logs "$work/alllogs" --jobs 1 -- "$work/in/job.sh" '{}' >"$work/all.txt" 2>&1
if [ $? -eq 3 ]; then ok; else not_ok 'vmall: a job without a record is no success'; fi
"$all" --names 'x x' --logs "$work/alllogs" -- true >"$work/all.txt" 2>&1
if [ $? -eq 3 ]; then ok; else not_ok 'vmall: the same name twice'; fi
# Ctrl-C: each job leaves its record
script "$head" 'report # test 1 a/one' 'sleep 60000'
cp "$work/script" "$work/script.long"
"$all" --names long --logs "$work/alllogs" -- "$work/in/job.sh" '{}' >"$work/all.txt" 2>&1 &
pid=$!
children="$children $pid"
sleep 2
kill -INT "$pid"
wait "$pid"
if [ $? -eq 3 ]; then ok; else not_ok 'vmall: Ctrl-C is no ERROR'; fi
has 'vmall: Ctrl-C' "$work/all.txt" 'interrupted by Interrupt'
# kill -9 of vmall: nothing stays behind
"$all" --names long --logs "$work/alllogs" -- "$work/in/job.sh" '{}' >"$work/all.txt" 2>&1 &
pid=$!
sleep 2
kill -KILL "$pid"
wait "$pid" 2>/dev/null
no_fake 'kill -9 of vmall'
