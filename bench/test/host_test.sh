#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The host's part of the benches on records made here: known answers, what bad input is told, what the gate says.
#
#   usage: bench/test/host_test.sh UNIT BENCH
set -u
unit=$1 bench=$2
t=$(mktemp -d) || exit 3
trap 'rm -rf "$t"' EXIT
passed=0 failed=0

# expect CODE WORDS WHAT COMMAND...: the exit code, and words (if any) on stdout or stderr
expect() {
	want=$1 words=$2 what=$3
	shift 3
	"$@" >"$t/out" 2>&1
	code=$?
	if [ "$code" -eq "$want" ] && { [ -z "$words" ] || grep -q -e "$words" "$t/out"; }; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf 'not ok %s (exit %d, wanted %d and "%s")\n' "$what" "$code" "$want" "$words"
		sed 's/^/    /' "$t/out"
	fi
}

# metric NAME EXACT SAMPLES
metric() {
	printf '{"name":"%s","unit":"instructions","better":"lower","exact":%s,"test":"bench/cost","samples":[%s]}' "$@"
}

# record NAME ARCH METRIC...: a run directory with these numbers
record() {
	mkdir -p "$t/$1"
	_name=$1 _arch=$2
	shift 2
	{
		printf '{"schema":1,"id":"run-%s","started":"2026-12-01T10:05:00Z","seconds":1,"verdict":"PASS",' "$_name"
		printf '"reason":"","exit":0,"counts":{"passed":1,"failed":0,"skipped":0},"identity":{"arch":"%s","scenario":"bench"},' "$_arch"
		printf '"tests":[],"floors":[],"series":[],"artefacts":[],"console":{"lines":1,"splats":[],"allowed":[]},'
		printf '"notes":["x<y","insn reference.empty 1","insn reference.nops_1000 1","insn ours.hit 2",'
		printf '"insn straightforward.hit 2"],"metrics":['
		_sep=''
		for _m; do
			printf '%s%s' "$_sep" "$_m"
			_sep=,
		done
		printf ']}\n'
	} >"$t/$_name/run.json"
}

sum=$("$unit") || :
printf '%s\n' "$sum" | grep -v ' passed, '
n=$(printf '%s\n' "$sum" | sed -n 's/^\([0-9]*\) passed, \([0-9]*\) failed.*/\1 \2/p')
passed=$((passed + ${n% *})) failed=$((failed + ${n#* }))

a=$(metric ours.hit true 650,650)
record base x86_64 "$a" "$(metric time false 10,11,12,13,14)"
record again x86_64 "$a" "$(metric time false 90,91,92,93,94)"
record more x86_64 "$(metric ours.hit true 651,651)"
record less x86_64 "$(metric ours.hit true 649,649)"
record unsteady x86_64 "$(metric ours.hit true 650,651)"
record without x86_64
record other arm64 "$a"
expect 0 'ours.hit .* +0 .*same' 'the same is the same' "$bench" compare "$t/base" "$t/again"
expect 0 'time .*\[.*\] .*worse' 'a time is shown with its interval and does not gate' "$bench" compare "$t/base" "$t/again"
expect 1 'ours.hit .* 650 .* 651 .* +1 instructions .*exact .*worse' 'one more is worse' "$bench" compare "$t/base" "$t/more"
expect 0 ' -1 instructions .*better' 'one less is better' "$bench" compare "$t/base" "$t/less"
expect 1 'not exact' 'what does not repeat' "$bench" compare "$t/base" "$t/unsteady"
expect 1 'gone' 'a number that is gone' "$bench" compare "$t/base" "$t/without"
expect 2 'not comparable: arch differs' 'another architecture' "$bench" compare "$t/base" "$t/other"
expect 3 'none/run.json: .*run directory' 'no record' "$bench" compare "$t/base" "$t/none"
mkdir "$t/cut"
head -c 100 "$t/base/run.json" >"$t/cut/run.json"
expect 3 'cut/run.json: ' 'half a record' "$bench" show "$t/cut"

passes='# insncount 1\n0 10\n0 1010\n0 90\n0 90\n0 110\n0 110\n# end 6 0\n'
# shellcheck disable=SC2059 # a format without arguments
printf "$passes" >"$t/passes"
record counted x86_64
expect 0 '' 'counts go into the record' "$bench" count "$t/counted" "$t/passes"
expect 0 'ours.hit  *80 instructions  *lower  *2 exact' 'net of the empty call' "$bench" show "$t/counted"
expect 0 'ratio.hit  *0.8 ratio' 'and the ratio of the two' "$bench" show "$t/counted"
expect 0 'run-counted,x86_64,.*,ours.hit,instructions,lower,1,2,80' 'every sample is in the CSV' cat "$t/counted/bench.csv"
expect 0 'ours.hit.*' 'the chart has the number' grep 'ours.hit' "$t/counted/bench.svg"
expect 0 'instructions\], lower is better' 'the chart has the unit' cat "$t/counted/bench.svg"
expect 0 'between two marker functions' 'the chart has the method' cat "$t/counted/bench.svg"
expect 0 '' 'the chart is whole' grep '^</svg>$' "$t/counted/bench.svg"
record wild x86_64
sed 's/^0 110$/0 111/;t' "$t/passes" | sed '0,/^0 111$/s//0 110/' >"$t/passes.wild"
expect 1 'straightforward.hit does not repeat' 'counts that differ' "$bench" count "$t/wild" "$t/passes.wild"
expect 0 '"verdict": "FAIL"' 'fail the run' grep '"verdict"' "$t/wild/run.json"
record torso x86_64
grep -v end "$t/passes" >"$t/passes.torso"
expect 3 'passes.torso: it ends after 6 passes' 'a killed emulator' "$bench" count "$t/torso" "$t/passes.torso"
expect 0 '"verdict": "ERROR"' 'is an error of the run' grep '"verdict"' "$t/torso/run.json"
expect 3 'usage: bench count' 'a missing argument' "$bench" count "$t/base"
expect 3 'usage: bench' 'an unknown verb' "$bench" measure "$t/base"
printf '%d passed, %d failed, 0 skipped\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
