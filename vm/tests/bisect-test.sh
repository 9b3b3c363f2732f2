#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The search of vm/bisect.sh on a toy tree, with a stub in the place of a VM run: certain, flaky, untestable and interrupted.
set -u
TOP=$(cd "$(dirname "$0")/../.." && pwd)
. "$TOP/vm/lib.sh"
. "$TOP/vm/tests/guest-lib.sh"
work=$(mktemp -d) || die "no temporary directory"
trap 'rm -rf "$work"' EXIT
trap 'exit $E_ERROR' INT TERM HUP
unset SERIES KSRC GOOD BAD TESTS SCENARIO DEBUG
export CACHE="$work/cache" O="$work/out" BISECT_RUN="$work/run" QUIET=0
mkdir -p "$work/tree/kernel/trace" "$work/series" "$CACHE"

# A tree with 12 commits, and the same as patches: commit N adds line "change N".
tree=$work/tree
git_tree() { git -C "$tree" -c user.name=t -c user.email=t@t "$@" >/dev/null 2>&1; }
printf 'VERSION = 9\nPATCHLEVEL = 9\nSUBLEVEL = 1\nEXTRAVERSION =\n' >"$tree/Makefile"
: >"$tree/Kconfig"
echo begin >"$tree/kernel/trace/trace.c"
git_tree init -q && git_tree add . && git_tree commit -qm start && git_tree tag change-0
for n in $(seq 12); do
	echo "change $n" >>"$tree/kernel/trace/trace.c"
	git_tree commit -qam "change $n" && git_tree tag "change-$n"
done
git -C "$tree" format-patch -q -o "$work/series" change-0..change-12
git_tree checkout -q change-5
before=$(cd "$tree" && find . -type f -printf '%p %T@ %s\n' | LC_ALL=C sort | sha256sum)

# The stub: bad from change $FIRST on, every $EVERY-th run there; what $BROKEN names does not build.
cat >"$BISECT_RUN" <<'END'
#!/bin/sh
w=$(dirname "$0")
case ${SERIES:-} in
none) n=0 ;;
'') n=$(git -C "${KSRC%@*}" show "${KSRC##*@}:kernel/trace/trace.c" | grep -c change) ;;
*) n=$(find "$SERIES" -name "*.patch" | wc -l) ;;
esac
echo "$n" >>"$w/ran"
case " ${BROKEN:-} " in *" $n "*) echo 'ERROR: the kernel does not build'; exit 3 ;; esac
mkdir -p "$w/record"
rc=0
if [ "$n" -ge "$FIRST" ]; then
	c=$(($(cat "$w/count" 2>/dev/null || echo 0) + 1))
	echo $c >"$w/count"
	[ $((c % ${EVERY:-1})) -ne 0 ] || rc=1
fi
[ $rc = 0 ] && echo '  ok 1 stackmap.is_whole' >"$w/record/report.ktap" || echo '  not ok 1 stackmap.is_whole' >"$w/record/report.ktap"
[ -z "${SKIPS:-}" ] || echo '  ok 1 stackmap.is_whole # SKIP no such file' >"$w/record/report.ktap"
echo "record: $w/record/run.json"
echo '1 passed, 0 failed, 0 skipped'
exit $rc
END
chmod +x "$BISECT_RUN"

# bisect WORDS...: with these variables; rc, and output in $work/txt
bisect() {
	rm -f "$work/ran" "$work/count"
	env "$@" "$TOP/vm/bisect.sh" >"$work/txt" 2>&1
	rc=$?
}
says() { grep -qE -e "$1" "$work/txt" || { cat "$work/txt"; return 1; }; }
ran() { [ "$(wc -l <"$work/ran")" -le "$1" ] || { echo "$(wc -l <"$work/ran") runs"; return 1; }; }
fresh() { rm -rf "$O"; }

bisect KSRC="$tree" GOOD=change-0 BAD=change-12 CASE=selftest FIRST=8
check 'a git tree: found' [ $rc = 0 ]
check 'a git tree: the commit' says 'began with [0-9a-f]+ change 8$'
check 'a git tree: the probability is stated' says 'error probability at most 0.05'
bisect KSRC="$tree" GOOD=change-0 BAD=change-12 CASE=selftest FIRST=8
check 'asked again: no run is repeated' [ ! -e "$work/ran" ]
check 'asked again: the same answer' says 'began with [0-9a-f]+ change 8$'

for first in 1 7 12; do
	fresh
	bisect KSRC="$tree@change-0" SERIES="$work/series" CASE=kselftest/reset.is_whole FIRST=$first
	check "a series: patch $first" says "began with .*$(printf %04d "$first")-change-$first.patch"
done
fresh
bisect KSRC="$tree@change-0" SERIES="$work/series" GOOD=3 BAD=9 CASE=selftest FIRST=5
check 'a part of a series' says 'began with .*0005-change-5.patch'

fresh
bisect KSRC="$tree@change-0" SERIES="$work/series" CASE=selftest FIRST=6 EVERY=3 BAD_RUNS=9 ERROR_RATE=0.01
check 'fails every third time: found' says 'began with .*0006-change-6.patch'
check 'fails every third time: good is what passes often' says 'failed in 3 of 9 runs on BAD \(taken as 0.3\): good is what passes [0-9]{2} times'

fresh
bisect KSRC="$tree@change-0" SERIES="$work/series" CASE=selftest FIRST=7 BROKEN='6'
check 'what does not build is passed by' says 'began with one of these'
check 'and named with what it hides' [ "$(grep -c 'change-[67].patch$' "$work/txt")" -ge 2 ]
check 'exit UNRESOLVED' [ $rc = 2 ]
fresh
bisect KSRC="$tree@change-0" SERIES="$work/series" CASE=selftest FIRST=9 BROKEN='6'
check 'elsewhere it does not matter' says 'began with .*0009-change-9.patch'

fresh
bisect KSRC="$tree@change-0" SERIES="$work/series" CASE=selftest FIRST=99
check 'BAD that is not bad: ERROR' [ $rc = 3 ]
check 'BAD that is not bad' says 'ERROR: BAD is not bad: selftest passed 3 times'
bisect KSRC="$tree@change-0" SERIES="$work/series" CASE=kselftest/reset FIRST=0
check 'GOOD that is not good' says 'ERROR: GOOD is not good'
fresh
bisect KSRC="$tree@change-0" SERIES="$work/series" CASE=kselftest/reset.is_whole FIRST=5 SKIPS=1
check 'a claim that is skipped shows nothing' says 'ERROR: BAD cannot be tested'
bisect KSRC="$tree@change-0" SERIES="$work/series"
check 'no CASE' says 'ERROR: CASE= is wanted'

# Killed in the middle: what is noted is not run again.
fresh
bisect KSRC="$tree@change-0" SERIES="$work/series" CASE=selftest FIRST=8
all=$(wc -l <"$work/ran")
log=$(echo "$O"/bisect/*/log)
head -n 5 "$log" >"$log.cut" && mv "$log.cut" "$log"
bisect KSRC="$tree@change-0" SERIES="$work/series" CASE=selftest FIRST=8
check 'goes on after an interruption' says '^going on: 5 runs are noted'
check 'with the runs that are missing only' [ "$(wc -l <"$work/ran")" = $((all - 5)) ]

# What git bisect run wants to hear.
for pair in '8 1' '99 0'; do
	env KSRC="$tree@change-9" CASE=selftest FIRST="${pair% *}" "$TOP/vm/bisect.sh" step >"$work/txt" 2>&1
	rc=$?
	check "step: exit ${pair#* }" [ $rc = "${pair#* }" ]
done
env KSRC="$tree@change-9" CASE=selftest FIRST=8 BROKEN=9 "$TOP/vm/bisect.sh" step >"$work/txt" 2>&1
check 'step: exit 125 for what does not build' [ $? = 125 ]
check "the user's tree is as it was, .git included" [ "$(cd "$tree" && find . -type f -printf '%p %T@ %s\n' | LC_ALL=C sort | sha256sum)" = "$before" ]
finish
