# SPDX-License-Identifier: GPL-2.0
# Sourced by runner-test.sh: results, and one run of vmrun with a scripted QEMU.
# shellcheck shell=sh disable=SC2154 # $work, $bin and the counters are the caller's

children=''

ok() {
	passed=$((passed + 1))
}

not_ok() {
	failed=$((failed + 1))
	printf 'not ok %s\n' "$*"
}

skip() {
	skipped=$((skipped + 1))
	printf 'skip %s\n' "$*"
}

cleanup() {
	for pid in $children; do
		kill "$pid" 2>/dev/null
	done
}

# sum_unit PROGRAM: run it, show what failed, add its closing line to ours. No such line, or an exit code that
# does not agree with it, is a failure.
sum_unit() {
	"$1" >"$work/unit" 2>&1
	rc=$?
	line=$(grep -E '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$' "$work/unit" | tail -n 1)
	if [ -z "$line" ]; then
		not_ok "$(basename "$1"): no result line (exit $rc): $(tail -n 5 "$work/unit")"
		return
	fi
	grep -vxF "$line" "$work/unit"
	p=${line%% passed*} f=${line#*passed, } s=${line##*failed, }
	f=${f%% failed*} s=${s%% skipped}
	passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
	[ "$rc" -eq 0 ] || [ "$f" -gt 0 ] || not_ok "$(basename "$1"): exit $rc without a failed check"
	printf '%s: %s\n' "$(basename "$1")" "$line"
}

# make_inputs FAKE: an architecture whose QEMU is the fake, and files that look like images.
make_inputs() {
	mkdir -p "$work/in"
	ln -sf "$1" "$work/in/qemu-system-$(uname -m)"
	printf 'QEMU=%s\nMACHINE=m\nCPU=c\nAPPEND=console=ttyS0\n' "$work/in/qemu-system-$(uname -m)" >"$work/in/arch"
	echo kernel >"$work/in/kernel"
	echo initrd >"$work/in/initrd"
	printf 'ffffffff81000000 T _stext\nffffffff81000100 T spin_for_ever\n' >"$work/in/System.map"
	printf '# stackmap plan 1\ntest a/one 1 /a/one\ntest a/two 1 /a/two\n' >"$work/in/plan"
}

# vm OUT [ARGUMENTS]: one run; its terminal goes to OUT.txt, its directory to $run, its exit code to $rc.
vm() {
	vm_out=$work/$1
	shift
	FAKE_SCRIPT=$work/script "$bin/vmrun" --arch-file "$work/in/arch" --kernel "$work/in/kernel" \
		--initrd "$work/in/initrd" --plan "$work/in/plan" --out "$vm_out" --accel tcg --timeout-scale 0.2 "$@" >"$vm_out.txt" 2>&1
	rc=$?
	run=$(echo "$vm_out"/*/)
}

# script LINES...: what the fake QEMU plays next
script() {
	printf '%s\n' "$@" >"$work/script"
}

# expect NAME RC VERDICT SENTENCE: of the latest vm; exit code, record and terminal must agree.
expect() {
	[ -z "${V:-}" ] || echo "  $(date +%T) $1"
	if [ "$rc" -ne "$2" ]; then
		not_ok "$1: exit $rc, expected $2: $(tail -n 4 "$vm_out.txt")"
	elif ! grep -qF "\"verdict\": \"$3\"" "$run/run.json"; then
		not_ok "$1: run.json says $(grep '"verdict"' "$run/run.json"), expected $3"
	elif ! grep -qF "\"exit\": $2" "$run/run.json"; then
		not_ok "$1: run.json's exit is not $2"
	elif ! grep '^  "reason"' "$run/run.json" | grep -qF -e "$4"; then
		not_ok "$1: the reason is not '$4' but $(grep '^  "reason"' "$run/run.json")"
	elif ! tail -n 2 "$vm_out.txt" | grep -qE '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$'; then
		not_ok "$1: no closing line: $(tail -n 2 "$vm_out.txt")"
	else
		ok
	fi
}

# has NAME FILE TEXT: the file contains the text
has() {
	if grep -qF -e "$3" "$2" 2>/dev/null; then ok; else not_ok "$1: no '$3' in $2: $(tail -n 3 "$2" 2>&1)"; fi
}

# no_fake NAME: no QEMU of ours is left behind
no_fake() {
	sleep 0.2
	if pgrep -f "$work/in/qemu-system" >/dev/null; then not_ok "$1: a QEMU was left behind"; else ok; fi
}
