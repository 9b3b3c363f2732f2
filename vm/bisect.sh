#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Which commit, or which patch of a series, began it: CASE is run on positions between GOOD and BAD, halving the distance.
#
#   usage: vm/bisect.sh          between two commits of the git tree KSRC (GOOD= BAD= commits; SERIES on top of each as usual),
#                                or over SERIES (GOOD= BAD= numbers of patches applied; default 0 and all)
#          vm/bisect.sh step     one position, the tree KSRC as it is, for `git bisect run`: exit 0 good, 1 bad, 125 skip
#   environment: CASE (a scenario, a guest program, or program.claim), ERROR_RATE (0.05), BAD_RUNS (runs of BAD to learn how
#                often it fails, 3) and what vm/run.sh reads
#
# One failure makes a position bad. A position is good only after so many passes that a case which fails as often as it does on
# BAD would have failed with the probability wanted: ERROR_RATE is for the whole search, shared out over its steps. What does
# not build or is unresolved is passed by. Each run is noted in $O/bisect/<inputs>/log at once; the same call goes on from there.
#
# Exit code: 0 found, 2 only a range of positions could be named, 3 an end is not what it was said to be, or anything else.
set -eu
TOP=$(cd "$(dirname "$0")/.." && pwd)
. "$TOP/vm/lib.sh"
: "${ERROR_RATE:=0.05}" "${BAD_RUNS:=3}" "${BISECT_RUN:=$TOP/vm/run.sh}"

[ -n "${CASE:-}" ] || die "CASE= is wanted: a scenario, a guest program, or program.claim; 'make list' shows what exists"
awk -v e="$ERROR_RATE" 'BEGIN { exit !(e > 0 && e < 1) }' || die "ERROR_RATE=$ERROR_RATE: a number between 0 and 1 is wanted"
case $BAD_RUNS in '' | *[!0-9]* | 0) die "BAD_RUNS=$BAD_RUNS: a number of runs is wanted" ;; esac
claim=''
if [ -f "$TOP/configs/scenario/$CASE" ]; then
	export SCENARIO="$CASE"
else
	case $CASE in *.*) claim=${CASE#*.} ;; esac
	_of=${CASE%%.*} _of=${_of#stress/}
	if [ "$_of" != "${CASE%%.*}" ] && [ -f "$TOP/configs/scenario/$_of" ]; then export SCENARIO="$_of"; fi
	export TESTS="${CASE%%.*}"
fi

# try LOG: one run: good, bad or skip. A case that was skipped, or a claim that was not reached, has shown nothing.
try() {
	_rc=0
	"$BISECT_RUN" >"$1" 2>&1 || _rc=$?
	_record=$(sed -n 's/^record: //p' "$1" | tail -n 1)
	_report=${_record%/*}/report.ktap
	case $_rc in
	0 | 1) ;;
	*) echo skip && return ;;
	esac
	if [ -n "$claim" ]; then
		_line=$(grep -E "^ *(not )?ok [0-9]+ ([a-z_]+\.)*$claim( |#|\$)" "$_report" 2>/dev/null | tail -n 1 | sed 's/^ *//')
		case $_line in
		not*) echo bad ;;
		*'# SKIP'* | '') echo skip ;;
		*) echo good ;;
		esac
	elif [ "$_rc" = 1 ]; then
		echo bad
	elif tail -n 1 "$1" | grep -q '^0 passed'; then
		echo skip
	else
		echo good
	fi
}

if [ "${1:-}" = step ]; then
	work=$(mktemp -d) || exit 128
	trap 'rm -rf "$work"' EXIT
	for _i in $(seq "$BAD_RUNS"); do
		result=$(try "$work/log")
		echo "$CASE: $result"
		case $result in bad) exit 1 ;; skip) exit 125 ;; esac
	done
	exit 0
fi
[ $# -eq 0 ] || die "usage: vm/bisect.sh [step]"

# positions: $dir/positions, one a line from good to bad: what to call it.
positions_git() {
	_git() { GIT_OPTIONAL_LOCKS=0 git -c safe.directory='*' -C "$KSRC" "$@"; }
	for _c in "$GOOD" "$BAD"; do
		_git rev-parse -q --verify "$_c^{commit}" >/dev/null || die "KSRC=$KSRC has no commit '$_c'"
	done
	_git merge-base --is-ancestor "$GOOD" "$BAD" || die "GOOD=$GOOD is no ancestor of BAD=$BAD in KSRC=$KSRC"
	_git rev-parse "$GOOD^{commit}"
	_git rev-list --reverse --first-parent "$GOOD..$BAD"
}

positions_series() {
	_all=$(find "$dir/patches" -name '*.patch' | LC_ALL=C sort)
	_n=$(printf '%s\n' "$_all" | grep -c .) || die "SERIES holds no patch"
	_good=${GOOD:-0} _bad=${BAD:-$_n}
	case $_good$_bad in *[!0-9]*) die "GOOD=$_good BAD=$_bad: over a series they are numbers of patches, 0 to $_n" ;; esac
	[ "$_good" -lt "$_bad" ] && [ "$_bad" -le "$_n" ] || die "GOOD=$_good BAD=$_bad: 0 <= GOOD < BAD <= $_n is wanted"
	seq "$_good" "$_bad"
}

# pick POSITION: the environment of a run there.
pick() {
	_what=$(sed -n "$(($1 + 1))p" "$dir/positions")
	if [ "$mode" = git ]; then
		export KSRC="$tree@$_what"
		return
	fi
	SERIES=$dir/first-$_what
	if [ "$_what" = 0 ]; then
		SERIES=none
	elif [ ! -d "$SERIES" ]; then
		mkdir -p "$SERIES.new"
		find "$dir/patches" -name '*.patch' | LC_ALL=C sort | head -n "$_what" | xargs -I{} cp {} "$SERIES.new/"
		mv "$SERIES.new" "$SERIES"
	fi
	export SERIES
}

# name POSITION: for people.
name() {
	_what=$(sed -n "$(($1 + 1))p" "$dir/positions")
	if [ "$mode" = git ]; then
		GIT_OPTIONAL_LOCKS=0 git -c safe.directory='*' -C "$tree" log -1 --format='%h %s' "$_what"
	else
		awk -F '\t' -v n="$_what" 'NR == n { print $5 }' "$dir/patches/list"
	fi
}

count() { awk -v p="$1" -v r="$2" '$1 == p && $2 == r { n++ } END { print n + 0 }' "$dir/log"; }

# once POSITION: a run more, noted.
once() {
	pick "$1"
	_result=$(try "$dir/run-$1.log")
	echo "$1 $_result" >>"$dir/log"
	say "position $1 of $last: $_result ($(name "$1"))"
}

# judge POSITION: good, bad or skip, with as many runs as it takes.
judge() {
	while :; do
		if [ "$(count "$1" bad)" -gt 0 ]; then echo bad && return; fi
		if [ "$(count "$1" skip)" -gt 0 ]; then echo skip && return; fi
		if [ "$(count "$1" good)" -ge "$need" ]; then echo good && return; fi
		once "$1" >&2
	done
}

mode=series
if [ -n "${KSRC:-}" ] && [ -n "${GOOD:-}" ] && git -c safe.directory='*' -C "$KSRC" rev-parse -q --verify "${BAD:-HEAD}^{commit}" \
	>/dev/null 2>&1; then
	mode=git BAD=${BAD:-HEAD}
fi
tree=${KSRC:-}
if [ "$mode" = series ]; then
	mkdir -p "$O/bisect"
	rm -rf "$O/bisect/.patches.$$"
	"$TOP/vm/kernel.sh" patches "$O/bisect/.patches.$$" || exit "$E_ERROR"
	key=$(cat "$O/bisect/.patches.$$"/*.patch "$O/bisect/.patches.$$/list" | sha256sum)
else
	key=$(git -c safe.directory='*' -C "$tree" rev-parse "$GOOD" "$BAD") || die "KSRC=$KSRC: no such commits"
fi
dir=$O/bisect/$(printf '%s\n' "$mode" "$key" "${GOOD:-}" "${BAD:-}" "$CASE" "$ARCH" "${KSRC:-}" "${SERIES:-}" "${DEBUG:-}" "${SEED:-}" |
	sha256sum | cut -c1-12)
mkdir -p "$dir" && touch "$dir/log" || die "cannot write to $O"
[ "$mode" = git ] || { rm -rf "$dir/patches" && mv "$O/bisect/.patches.$$" "$dir/patches"; }
"positions_$mode" >"$dir/positions.new" || exit "$E_ERROR"
mv "$dir/positions.new" "$dir/positions"
last=$(($(wc -l <"$dir/positions") - 1))
[ "$last" -gt 0 ] || die "there is nothing between GOOD and BAD"
[ ! -s "$dir/log" ] || say "going on: $(wc -l <"$dir/log") runs are noted in $dir/log"

# How often does it fail where it is known to? One pass more than was seen is counted, so that few failures are no certainty.
while [ $(($(count "$last" bad) + $(count "$last" good))) -lt "$BAD_RUNS" ]; do
	[ "$(count "$last" skip)" = 0 ] || die "BAD cannot be tested: see $dir/run-$last.log"
	once "$last"
done
fails=$(count "$last" bad) runs=$((fails + $(count "$last" good)))
[ "$fails" -gt 0 ] || die "BAD is not bad: $CASE passed $runs times there; more BAD_RUNS= show what is rare"
read -r need p steps <<-END
	$(awk -v f="$fails" -v n="$runs" -v e="$ERROR_RATE" -v last="$last" 'BEGIN { p = f / (n + 1); s = 1
		for (w = last; w > 1; w /= 2) s++
		r = log(e / s) / log(1 - p); print (r == int(r) ? r : int(r) + 1), p, s }')
END
say "$CASE failed in $fails of $runs runs on BAD (taken as $p): good is what passes $need times; the answer is wrong with a" \
	"probability of at most $ERROR_RATE over $steps calls"
case $(judge 0) in
bad) die "GOOD is not good: $CASE fails there: see $dir/run-0.log" ;;
skip) die "GOOD cannot be tested: see $dir/run-0.log" ;;
esac

# middle LO HI: the nearest to the middle that is not known to be untestable.
middle() {
	_m=$((($1 + $2) / 2)) _d=0
	while [ $_d -le $(($2 - $1)) ]; do
		for _c in $((_m + _d)) $((_m - _d)); do
			[ $_c -gt "$1" ] && [ $_c -lt "$2" ] && [ "$(count $_c skip)" = 0 ] && echo $_c && return
		done
		_d=$((_d + 1))
	done
}

lo=0 hi=$last
while m=$(middle $lo $hi) && [ -n "$m" ]; do
	case $(judge "$m") in
	good) lo=$m ;;
	bad) hi=$m ;;
	esac
done
printf '%d runs: ' "$(wc -l <"$dir/log")"
if [ $((hi - lo)) = 1 ]; then
	printf 'began with %s\n' "$(name "$hi")"
	printf 'error probability at most %s\n' "$ERROR_RATE"
	exit 0
fi
printf 'began with one of these, the others between cannot be tested:\n'
while [ $lo -lt $hi ]; do
	lo=$((lo + 1))
	printf '  %s\n' "$(name $lo)"
done
exit "$E_UNRESOLVED"
