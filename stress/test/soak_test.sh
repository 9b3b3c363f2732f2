#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# stress/soak.sh without guests: the plan, the totals, interruption and what a slice's verdict does to the whole.
set -u
TOP=$(cd "$(dirname "$0")/../.." && pwd)
. "$TOP/vm/lib.sh"
dir=$(mktemp -d) || die "cannot create a temporary folder"
trap 'rm -rf "$dir"' EXIT
passed=0 failed=0

# A tree of its own, in which a run takes no time and ends as the file "next" says.
mkdir -p "$dir/stress" "$dir/vm" "$dir/configs/scenario"
cp "$TOP/stress/soak.sh" "$dir/stress" && cp "$TOP/vm/lib.sh" "$dir/vm" || die "cannot copy to $dir"
: >"$dir/configs/scenario/a" && : >"$dir/configs/scenario/b" && echo SOAK=no >"$dir/configs/scenario/c"
cat >"$dir/stress/run.sh" <<-'END'
	#!/bin/sh
	if [ "$1" = --list ]; then echo a; echo b; echo c; exit; fi
	run=$O/runs/$ARCH-$1-$SEED
	mkdir -p "$run"
	printf '# stat events count higher 100\n# stat rate 1/s higher 7\n' >"$run/report.ktap"
	echo "$ARCH $1 $SEED $DURATION" >>"$O/called"
	printf 'record: %s/run.json\nverdict: MADE UP\n' "$run"
	rc=$(cat "$O/next-$1-$SEED" 2>/dev/null || echo 0)
	[ "$rc" != stop ] || { kill -INT "$PPID"; exit 3; }
	exit "$rc"
END
chmod +x "$dir/stress/run.sh"

# soak WANTED ARGS...: the exit code of one soak, its output in $dir/log
soak() {
	want=$1 what=$2
	shift 2
	env O="$dir/out" CACHE="$dir/cache" ARCH=x "$@" "$dir/stress/soak.sh" all >"$dir/log" 2>&1
	rc=$?
	[ "$rc" -eq "$want" ]
	result $? "$what: exit $rc, wanted $want"
}

result() {
	if [ "$1" -eq 0 ]; then
		passed=$((passed + 1))
		echo "ok $2"
	else
		failed=$((failed + 1))
		echo "not ok $2"
		sed 's/^/    /' "$dir/log"
	fi
}

# called WANTED WHAT: which runs were made
called() {
	[ "$(tr '\n' ';' <"$dir/out/called")" = "$1" ]
	result $? "$2"
	[ "$(tr '\n' ';' <"$dir/out/called")" = "$1" ] || sed 's/^/    called: /' "$dir/out/called"
}

# said TEXT WHAT
said() {
	grep -q -- "$1" "$dir/log"
	result $? "$2"
}

soak 0 'all slices pass' DURATION=90 SLICE=30 SEED=5
called 'x a 5 30;x b 6 30;x a 7 30;' 'the scenarios take turns, each slice has its seed, c has no turn'
said '^  events  *300$' 'counts are summed up'
grep -q rate "$dir/log"
[ $? -eq 1 ]
result $? 'rates are not'
said '^3 passed, 0 failed' 'the last line counts'

rm -rf "$dir/out" && mkdir "$dir/out"
echo stop >"$dir/out/next-b-2"
soak 3 'interrupted in the second slice' DURATION=120 SLICE=30
said 'interrupted after slice 1 of 4' 'says so'
rm "$dir/out/next-b-2" "$dir/out/called"
echo 2 >"$dir/out/next-a-3"
soak 2 'goes on; a missed floor is UNRESOLVED' DURATION=120 SLICE=30
called 'x b 2 30;x a 3 30;x b 4 30;' 'goes on with the slice that was cut off'
said '^  events  *400$' 'the totals include what was done before'
said 'x/a/seed-3(2)' 'names what did not pass, with its seed'
rm "$dir/out/called" "$dir/out/next-a-3"
echo 1 >"$dir/out/next-b-2"
echo 2 >"$dir/out/next-a-1"
soak 1 'a finished one is begun anew; FAIL outweighs UNRESOLVED' DURATION=60 SLICE=30
called 'x a 1 30;x b 2 30;' 'from the first slice on'
soak 3 'DURATION=0' DURATION=0
said '^ERROR: DURATION=0: ' 'is refused with a sentence'
soak 3 'SLICE=x' SLICE=x
printf '%d passed, %d failed, 0 skipped\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
