#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The demands of the review, R1 to R6, as a table: demand, holds or not, evidence. The source is looked at by
# patches/check-series.sh; what a run has shown of a demand is added from its report.
#
#   usage: vm/demands.sh [RUN_DIRECTORY...]      environment: KSRC SERIES CACHE
set -eu
TOP=$(cd "$(dirname "$0")/.." && pwd)
. "$TOP/vm/lib.sh"

work=$(mktemp -d) || die "no temporary directory"
trap 'rm -rf "$work"' EXIT
trap 'exit $E_ERROR' INT TERM HUP

[ "${SERIES:-}" != none ] || die "SERIES=none: the demands are about a series, and there is none"
source=$("$TOP/vm/kernel.sh" source) || exit "$E_ERROR"
"$TOP/vm/kernel.sh" patches "$work/series" || exit "$E_ERROR"
"$TOP/patches/check-series.sh" --demands "$source" "$work/series" >"$work/checked" 2>"$work/stderr" || :
grep -q ' R6: ' "$work/checked" || die "the source cannot be looked at: $(head -n 1 "$work/stderr")"

# shown DEMAND: the tests that show something of it, and what became of them in the runs given.
shown() {
	case $1 in
	R2) _tests=a_dying_cpu_records_no_stack ;;
	R3) _tests='many_readers_and_resets read_across_resets' ;;
	*) return 0 ;;
	esac
	for _run in $runs; do
		for _t in $_tests; do
			sed -n "s/^ *\(ok\|not ok\) [0-9]* \([a-z_]*\.\)*$_t\( *#* *SKIP *\(.*\)\)*\$/\1 \4/p" "$_run/report.ktap" 2>/dev/null |
				awk -v t="$_t" 'NR == 1 { r = $1 == "not" ? "fails" : NF > 1 ? "skipped" : "passes"
					print "run: " t " " r }'
		done
	done | sort | uniq -c | awk '{ n = $1; $1 = ""; sub(/^ /, ""); print $0 (n > 1 ? " (" n " runs)" : "") }'
}

runs=$*
holds=0 all=0
for r in R1 R2 R3 R4 R5 R6; do
	all=$((all + 1))
	line=$(grep -E "^(ok|not ok) $r: " "$work/checked")
	why=$(awk -v r="$r" '/^# / { w = substr($0, 3) } /^(ok|not ok) / { if ($0 ~ " " r ": ") { print w; exit } w = "" }' "$work/checked")
	case $line in
	ok*) verdict=yes holds=$((holds + 1)) why='as demanded' ;;
	*) verdict=NO ;;
	esac
	case $why in 'cannot tell'*) verdict='?' ;; esac
	printf '%-3s %-4s %s\n' "$r" "$verdict" "${line#*: }"
	printf '         source: %s\n' "${why:-}"
	shown "$r" | sed 's/^/         /'
done
printf '%d of %d demands hold by the source\n' "$holds" "$all"
