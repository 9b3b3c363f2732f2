#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Import and query times of very many runs, quarter by quarter: linear means that the last quarter takes as long as the
# first. Then the queries people wait for, and the dashboard. Fails when the last quarter takes more than 1.5 times the
# first, when a query of the newest few takes more than a second, or the dashboard of 1,000 runs more than five.
#
#   usage: results/bench.sh [RUNS]     (default 100000; needs about 10 KiB of disk a run)
set -u
TOP=$(cd "$(dirname "$0")/.." && pwd)
. "$TOP/vm/lib.sh"
R=${OUT:-$O}/bin/results
runs=${1:-100000}
quarter=$((runs / 4))
[ "$quarter" -ge 100 ] || die "RUNS=$runs is too few to measure; 400 at least"
dir=$(mktemp -d "${OUT:-$O}/bench.XXXXXX") || die "cannot create a directory in ${OUT:-$O}"
trap 'rm -rf "$dir"' EXIT
trap 'exit $E_ERROR' INT TERM HUP
STORE=$dir/store.db
export STORE
passed=0 failed=0

# cpu COMMAND...: its user and system seconds, in hundredths: a busy host does not change these.
cpu() {
	# shellcheck disable=SC2016 # expanded by the inner shell
	sh -c 'out=$1; shift; "$@" >"$out" 2>"$out.err" || { cat "$out.err" >&2; exit 3; }; times' sh "$dir/out" "$@" |
		sed -n '2{s/[ms]/ /g;p}' | awk '{ printf "%d\n", ($1 * 60 + $2 + $3 * 60 + $4) * 100 }'
}

check() {
	if [ "$2" -le "$3" ]; then
		passed=$((passed + 1)) word=ok
	else
		failed=$((failed + 1)) word='not ok'
	fi
	printf '%s %s: %s, at most %s\n' "$word" "$1" "$2" "$3"
}

for q in 1 2 3 4; do
	"$R" gen "$quarter" "$dir/q$q" --first $(((q - 1) * quarter)) --bare || die 'gen failed'
	t=$(cpu "$R" import "$dir/q$q")
	printf 'import quarter %d: %d runs, %d.%02d s CPU, %d runs/s\n' "$q" "$quarter" $((t / 100)) $((t % 100)) \
		$((quarter * 100 / (t > 0 ? t : 1)))
	[ "$q" -gt 1 ] || first=$t
	[ "$q" -eq 4 ] || rm -rf "$dir/q$q"
done
check 'last quarter against the first, percent' $((t * 100 / (first > 0 ? first : 1))) 150
t=$(cpu "$R" import "$dir/q4")
printf 'import again, all known: %d.%02d s CPU\n' $((t / 100)) $((t % 100))
check 'list the newest 40, 1/100 s' "$(cpu "$R" list)" 100
check 'history of a metric, 365 nights, all cells, 1/100 s' "$(cpu "$R" history get_id_hit_time)" 400
id=$("$R" list --limit 1 | awk '{ print $2 }')
check 'show a run, 1/100 s' "$(cpu "$R" show "$id")" 100
t=$(cpu "$R" dashboard "$dir/site")
printf 'dashboard of %d runs, 60 pages a cell: %d.%02d s CPU\n' "$runs" $((t / 100)) $((t % 100))
# A thousand runs, every one with a page of its own, with its console.
"$R" gen 1000 "$dir/thousand" >/dev/null && "$R" import --store "$dir/thousand.db" "$dir/thousand" >/dev/null || die 'gen failed'
check 'dashboard of 1,000 runs, a page each, 1/100 s' "$(cpu "$R" dashboard "$dir/site2" --store "$dir/thousand.db" --pages 1000)" 500
printf '%d pages\n' "$(find "$dir/site2" -name '*.html' | grep -c .)"
printf 'store: %d MiB, %d bytes a run\n' $(($(stat -c %s "$STORE") >> 20)) $(($(stat -c %s "$STORE") / runs))
printf '%d passed, %d failed, 0 skipped\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
