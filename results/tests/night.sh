#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The night shift against a make that is a script: crashed cells, budgets, interruption and resumption, exit codes; then
# bundles and their replay with a runner that is a script.
set -u
. "$(dirname "$0")/lib.sh"
O=$T/o
RESULTS=$R
NIGHTLY_MAKE=$T/make
export O RESULTS NIGHTLY_MAKE QUIET=1
mkdir -p "$O/bin"
night() { run "$ROOT/results/nightly.sh" "$T/plan"; }
plan() { printf '%s\n' "$@" >"$T/plan"; }
newest() { find "$O/nightly" -mindepth 1 -maxdepth 1 -type d | sort | tail -n 1; }

# make -C TOP VERB ARCH=a SCENARIO=s ...: leaves a record of the verdict the scenario is called after.
cat >"$T/make" <<'EOF'
#!/bin/sh
case $* in *dashboard) echo "a site"; exit "${SITE:-0}" ;; esac
eval "$4" && eval "$5"
echo "$*" >>"$T/calls"
case $SCENARIO in
crash) echo "ERROR: planted cause"; exit 2 ;;
slow) exec sleep 60 ;;
wait) [ -e "$T/nowait" ] || { echo $$ >"$T/waiting"; exec sleep 20; }; SCENARIO=pass ;;
esac
n=$(grep -c . "$T/calls")
"$RESULTS" gen 1 "$T/gen" --first $((n * 20 + 1)) --bare
json=$(ls -d "$T"/gen/*)
id=$(basename "$json")-$ARCH-$SCENARIO-$n
mkdir -p "$O/runs/$id"
sed "s/\"id\":\"[^\"]*\"/\"id\":\"$id\"/;s/\"verdict\":\"[A-Z]*\"/\"verdict\":\"$(echo "$SCENARIO" | tr a-z A-Z)\"/;s/\"arch\":\"[a-z0-9_]*\"/\"arch\":\"$ARCH\"/;s/\"scenario\":\"[a-z]*\"/\"scenario\":\"$SCENARIO\"/" "$json/run.json" >"$O/runs/$id/run.json"
rm -rf "$T/gen"
echo "record: $O/runs/$id/run.json"
[ "$SCENARIO" = pass ]
EOF
chmod +x "$T/make"
export T

plan '# a comment' 'vm-test x86_64 pass - auto 60' 'vm-test arm64 pass kasan,lockdep tcg 60 SMP=4 SEED=7'
night
ok 'all pass: exit 0' is_rc 0
ok 'all pass: summary' out_has '^nightly: 2 PASS, 0 FAIL, 0 UNRESOLVED, 0 ERROR, 0 MISSING$'
ok 'all pass: the summary is all there is on stdout' sh -c '! grep -q "a site" "$1"' sh "$T/out"
ok 'all pass: the dashboard is written' err_has 'a site'
ok 'variables reach make' grep -q 'vm-test ARCH=arm64 SCENARIO=pass ACCEL=tcg DEBUG=kasan lockdep SMP=4 SEED=7$' "$T/calls"
ok 'the night is in the store' same "$(sql 'select count(*) from nightly_cell where verdict = "PASS"')" 2
plan 'vm-test x86_64 pass - auto 60' 'vm-test x86_64 crash - auto 60' 'vm-test arm64 slow - auto 1' 'vm-test arm64 pass - auto 60'
night
ok 'a crashed and a slow cell do not stop the night' out_has '^nightly: 2 PASS, 0 FAIL, 0 UNRESOLVED, 0 ERROR, 2 MISSING$'
ok 'missing: exit 1' is_rc 1
ok 'missing: why' out_has 'MISSING .*no record; vm-test exited 2: ERROR: planted cause'
ok 'missing: budget' out_has 'MISSING .*budget of 1 s used up'
ok 'missing is in the store as missing' same "$(sql 'select count(*) from nightly_cell where verdict = "MISSING"')" 2
plan 'vm-test x86_64 unresolved - auto 60' 'vm-test x86_64 pass - auto 60'
night
ok 'unresolved: exit 2' is_rc 2
SITE=1
export SITE
night
ok 'no dashboard: exit 3' is_rc 3
ok 'no dashboard: said so' err_has 'the dashboard could not be written'
unset SITE
plan 'vm-test x86_64 unresolved - auto 60' 'vm-test x86_64 error - auto 60'
night
ok 'error: exit 3' is_rc 3
plan 'vm-test x86_64 error - auto 60' 'vm-test x86_64 fail - auto 60'
night
ok 'fail beats error: exit 1' is_rc 1

# waiting: a night in the background, $pid, which has come to its second cell
waiting() {
	: >"$T/calls"
	rm -f "$T/waiting" "$T/nowait"
	plan 'vm-test x86_64 pass - auto 60' 'vm-test arm64 wait - auto 60' 'vm-test riscv64 pass - auto 60'
	"$ROOT/results/nightly.sh" "$T/plan" >"$T/night.out" 2>"$T/night.err" &
	pid=$!
	for _ in $(seq 600); do
		[ ! -s "$T/waiting" ] || break
		sleep 0.1
	done
}

# Told to stop: the cell stops with it, and nothing is called missing that can still be run.
waiting
kill -TERM "$pid"
rc=0
wait "$pid" || rc=$?
ok 'interrupted: exit 3' is_rc 3
ok 'interrupted: says how to go on' grep -q 'interrupted; the same command goes on' "$T/night.err"
ok 'interrupted: no cell is left running' sh -c '! kill -0 "$(cat "$1/waiting")" 2>"$1/null"' sh "$T"
ok 'interrupted: only the finished cell is recorded' same "$(grep -c . "$(newest)/cells")" 2
stopped=$(newest)
: >"$T/nowait"
FRESH=1
export FRESH
night
unset FRESH
ok 'FRESH=1: a new night, all of it' out_has '^nightly: 3 PASS'
ok 'FRESH=1: the old one is closed as missing' same "$(grep -c 'MISSING.*never resumed' "$stopped/cells")" 2

# Killed in its second cell, resumed with the same command: nothing is run twice, nothing is lost.
waiting
run "$ROOT/results/nightly.sh" "$T/plan"
ok 'a second night at the same time is refused' err_has 'another night is at work'
kill -9 "$pid" 2>/dev/null
wait "$pid" 2>/dev/null
stopped=$(newest)
ok 'killed: the finished cell is recorded' same "$(grep -c . "$stopped/cells")" 2
: >"$T/nowait"
night
ok 'resumed in the same night' same "$(newest)" "$stopped"
ok 'resumed to its end' out_has '^nightly: 3 PASS'
ok 'resumed: the finished cell was not run again' same "$(grep -c 'ARCH=x86_64' "$T/calls")" 1
# A night that is never resumed is closed when the next one starts.
plan 'vm-test x86_64 pass - auto 60' 'vm-test arm64 pass - auto 60'
mkdir "$O/nightly/19990101T000000Z"
cp "$T/plan" "$O/nightly/19990101T000000Z/plan"
echo 'vm-test riscv32 pass - auto 60' >>"$O/nightly/19990101T000000Z/plan"
printf '# stackmap night 1\t1999-01-01T00:00:00Z\n' >"$O/nightly/19990101T000000Z/cells"
night
ok 'an abandoned night is closed as missing' same "$(grep -c 'MISSING.*never resumed' "$O/nightly/19990101T000000Z/cells")" 3

for bad in 'vm-test x86_64' 'vm-test x86_64 pass - auto soon' 'rm;ls x86_64 pass - auto 60' 'vm-test x86_64 pass - auto 60 $(id)' '# nothing'; do
	plan "$bad"
	night
	ok "plan '$bad' is refused" is_rc 3
done
ok 'a wrong plan is named with its line' err_has 'plan: no cells in it'

# Bundles. The run directory is as the runner leaves it (docs/protocol.rst section 6).
one=$(find "$O/runs" -name '*x86_64-pass*' | sort | head -n 1)
id=$(basename "$one")
run "$R" bundle "$id" --out "$T/b.tar"
ok 'bundle: without images it says why not' err_has 'has no inputs/'
mkdir "$one/inputs"
printf 'QEMU=%s\nQEMU_PACKAGE=qemu-system-x86\n' "$T/qemu" >"$one/inputs/x86_64"
head -c 100000 /dev/urandom >"$one/inputs/kernel"
echo initrd >"$one/inputs/initrd"
echo A=1 >"$one/inputs/identity0"
echo console >"$one/console.log"
printf '#!/bin/sh\necho "replayed with $*"\nexec "$VMRUN"\n' >"$one/rerun.sh"
chmod +x "$one/rerun.sh"
CACHE=$T/cache
export CACHE
mkdir -p "$CACHE/kernels/k"
cp "$one/inputs/identity0" "$CACHE/kernels/k/identity"
echo CONFIG_X=y >"$CACHE/kernels/k/config"
printf '#!/bin/sh\necho "QEMU emulator version 10.0.2 (Debian)"\n' >"$T/qemu"
printf '#!/bin/sh\nexit 0\n' >"$T/vmrun"
chmod +x "$T/qemu" "$T/vmrun"
run "$R" bundle "$id" --out "$T/b.tar"
ok 'bundle: written' out_has '^bundle: .*b.tar, [0-9]* files'
ok 'bundle: a changed series is left out, loudly' err_has 'not the series of the run'
cp "$T/b.tar" "$T/b1.tar"
"$R" bundle "$id" --out "$T/b.tar" >/dev/null 2>&1
ok 'bundle: the same bytes again' cmp "$T/b.tar" "$T/b1.tar"
tar -tf "$T/b.tar" >"$T/out"
for f in VERSIONS repro.sh summary.txt statistics.csv kernel/config console.log inputs/kernel rerun.sh run.json SHA256SUMS; do
	ok "bundle: has $f" out_has "^$id/$f\$"
done
VMRUN=$T/vmrun TABLE=$ROOT/Makefile
export VMRUN TABLE
run "$ROOT/results/repro.sh" "$T/b.tar"
ok 'repro: same verdict is exit 0' is_rc 0
ok 'repro: says so' out_has '^recorded PASS, replayed PASS: the same$'
printf '#!/bin/sh\nexit 1\n' >"$T/vmrun"
run "$ROOT/results/repro.sh" "$T/b.tar"
ok 'repro: another verdict is exit 1' is_rc 1
printf '#!/bin/sh\necho "QEMU emulator version 9.1.0"\n' >"$T/qemu"
run "$ROOT/results/repro.sh" "$T/b.tar"
ok 'repro: another QEMU stops' err_has 'QEMU: recorded 10.0.2, here 9.1.0'
ok 'repro: stopped is exit 3' is_rc 3
FORCE=1
export FORCE
run "$ROOT/results/repro.sh" "$T/b.tar"
ok 'repro: FORCE=1 goes on' is_rc 1
mkdir -p "$T/t/$id" && tar -xf "$T/b.tar" -C "$T/t" && echo x >>"$T/t/$id/console.log" && tar -cf "$T/changed.tar" -C "$T/t" "$id/repro.sh" "$id/VERSIONS" "$id/SHA256SUMS" "$id/console.log"
run "$ROOT/results/repro.sh" "$T/changed.tar"
ok 'repro: a changed file stops' err_has 'damaged or was changed'
echo evil >>"$T/t/$id/repro.sh"
tar -cf "$T/evil.tar" -C "$T/t" "$id/repro.sh" "$id/VERSIONS"
run "$ROOT/results/repro.sh" "$T/evil.tar"
ok "repro: a bundle's own script is not run blindly" err_has "not this checkout's"
tar -cPf "$T/up.tar" --transform "s,^$id/console.log,$id/../../x," -C "$T/t" "$id/repro.sh" "$id/console.log"
run "$ROOT/results/repro.sh" "$T/up.tar"
ok 'repro: a path that leaves the folder is refused' err_has 'has a name no bundle has'
echo junk >"$T/junk.tar"
run "$ROOT/results/repro.sh" "$T/junk.tar"
ok 'repro: no archive' err_has 'not a tar archive'
finish
