#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The night shift: every cell of a plan file, one after the other, each within its budget; then import, summary (all
# there is on stdout), dashboard. Survives a crashed cell; run again after an interruption it goes on with the next cell.
#
#   usage: results/nightly.sh PLAN        (make nightly does this, but make turns every exit code into 2)
#   environment: O, STORE, and FRESH=1 to start a new night instead of resuming an interrupted one
#
# A plan has lines "VERB ARCH SCENARIO DEBUG ACCEL BUDGET_SECONDS [VAR=VALUE...]", "-" for none, debug fragments joined
# by commas; docs/results.rst.
# exit: 1 a cell failed or is missing, else 3 a cell could not be run, else 2 a cell proved nothing, else 0
set -u
TOP=$(cd "$(dirname "$0")/.." && pwd)
. "$TOP/vm/lib.sh"

plan=${1:-}
[ -n "$plan" ] || die "usage: results/nightly.sh PLAN (make nightly PLAN=file)"
[ -f "$plan" ] || die "plan $plan: no such file; results/nightly.plan is an example"
results=${RESULTS:-$O/bin/results}
make=${NIGHTLY_MAKE:-make}
nights=$O/nightly
mkdir -p "$nights" || die "cannot create $nights"
tab=$(printf '\t')

# entries FILE: the plan without comments, checked line by line.
entries() {
	awk -v f="$plan" '
	/^[ \t]*(#|$)/ { next }
	NF < 6 { print "ERROR: " f ":" FNR ": " NF " fields; VERB ARCH SCENARIO DEBUG ACCEL BUDGET are needed" > "/dev/stderr"; bad = 1; next }
	$1 !~ /^[a-z][a-z-]*$/ { print "ERROR: " f ":" FNR ": verb \"" $1 "\" is no make target" > "/dev/stderr"; bad = 1; next }
	$6 !~ /^[1-9][0-9]*$/ { print "ERROR: " f ":" FNR ": budget \"" $6 "\" is not a number of seconds" > "/dev/stderr"; bad = 1; next }
	{ for (i = 7; i <= NF; i++) if ($i !~ /^[A-Z_]+=[^ ]*$/) { print "ERROR: " f ":" FNR ": \"" $i "\" is not VAR=VALUE" > "/dev/stderr"; bad = 1 } }
	{ print; n++ }
	END { if (!n && !bad) { print "ERROR: " f ": no cells in it" > "/dev/stderr"; bad = 1 }; exit bad }' "$1"
}

# close_night DIR WHY: what was planned and never run is recorded as missing, then the night is over.
close_night() {
	done_cells=$(($(wc -l <"$1/cells") - 1))
	tail -n +$((done_cells + 1)) "$1/plan" | while read -r verb arch scenario debug accel _; do
		printf '%s\t%s\t%s\t%s\t%s\tMISSING\t0\t-\t%s\n' "$verb" "$arch" "$scenario" "$debug" "$accel" "$2" >>"$1/cells"
	done
	: >"$1/done"
}

# choose_night: sets $night to the directory to work in.
choose_night() {
	entries "$plan" >"$nights/plan.$$" || { rm -f "$nights/plan.$$"; exit "$E_ERROR"; }
	for old in "$nights"/*/; do
		old=${old%/}
		if [ ! -f "$old/cells" ] || [ -f "$old/done" ]; then continue; fi
		if [ -z "${FRESH:-}" ] && cmp -s "$old/plan" "$nights/plan.$$"; then
			rm -f "$nights/plan.$$"
			night=$old
			say "resuming night $(basename "$night") at cell $(wc -l <"$night/cells")"
			return
		fi
		close_night "$old" 'the night was interrupted and never resumed'
		"$results" import "$old" >/dev/null || die "cannot import $old"
	done
	started=$(date -u +%Y-%m-%dT%H:%M:%SZ)
	night=$nights/$(date -u +%Y%m%dT%H%M%SZ)
	while ! mkdir "$night" 2>/dev/null; do night=${night}x; done
	mv "$nights/plan.$$" "$night/plan"
	printf '# stackmap night 1\t%s\n' "$started" >"$night/cells"
}

# judge LOG RC: sets $verdict, $run and $reason from the record the cell left, if it left one.
judge() {
	verdict=MISSING run=-
	case $2 in
	124 | 137) reason="budget of $budget s used up" ;;
	*) reason="no record; $verb exited $2: $(grep '^ERROR: ' "$1" | tail -n 1 | tr '\t' ' ')" ;;
	esac
	record=$(sed -n 's/^record: //p' "$1" | tail -n 1)
	[ -n "$record" ] && [ -f "$record" ] || return 0
	dir=$(dirname "$record")
	"$results" import "$dir" >>"$1" 2>&1 || { reason="the record was not imported (end of $1)"; return 0; }
	run=$(basename "$dir")
	verdict=$("$results" list --limit 1 "$run" | awk '{ print $1 }')
	[ -n "$verdict" ] || { verdict=MISSING reason="$run is not in the store"; return 0; }
	case $2 in 124 | 137) ;; *) reason="make exited $2" ;; esac
}

run_cell() {
	log=$night/$(printf '%03d' "$nr")-$arch-$scenario.log
	begin=$(date +%s)
	say "[$nr/$total] $verb $arch $scenario debug=$debug accel=$accel, at most $budget s"
	rc=0
	set -- "ARCH=$arch" "SCENARIO=$scenario"
	[ "$accel" = - ] || set -- "$@" "ACCEL=$accel"
	[ "$debug" = - ] || set -- "$@" "DEBUG=$(printf '%s' "$debug" | tr ',' ' ')"
	# shellcheck disable=SC2086 # VAR=VALUE words without blanks, checked
	set -- "$@" $extra
	timeout -k 30 "$budget" "$make" -C "$TOP" "$verb" "$@" >"$log" 2>&1 </dev/null &
	child=$!
	wait "$child" || rc=$?
	child=''
	judge "$log" "$rc"
	# one write: a cell is recorded whole or not at all
	printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$verb" "$arch" "$scenario" "$debug" "$accel" "$verdict" \
		$(($(date +%s) - begin)) "$run" "$reason" >>"$night/cells" || die "cannot write $night/cells (disk full?)"
	say "[$nr/$total] $verdict $run"
}

interrupted() {
	# What was the cell's has ended when this ends: the next night may start at once.
	[ -z "$child" ] || { kill "$child" 2>/dev/null; wait "$child"; }
	echo "interrupted; the same command goes on where it stopped" >&2
	exit "$E_ERROR"
}

summary() {
	printf '\nnight %s\n' "$(basename "$night")"
	tail -n +2 "$night/cells" | awk -F "$tab" '
	{ printf "  %-10s %-8s %-16s %-12s %-5s %6d s  %s%s\n", $6, $2, $3, $4, $5, $7, $8, $6 == "MISSING" ? " " $9 : ""; n[$6]++ }
	END {
		printf "nightly: %d PASS, %d FAIL, %d UNRESOLVED, %d ERROR, %d MISSING\n", n["PASS"], n["FAIL"], n["UNRESOLVED"], n["ERROR"], n["MISSING"]
		exit n["FAIL"] + n["MISSING"] ? 1 : n["ERROR"] ? 3 : n["UNRESOLVED"] ? 2 : 0
	}'
}

child=''
[ -x "$results" ] || "$make" -s -C "$TOP" results >&2 || die "$results cannot be built"
exec 9>"$nights/lock" || die "cannot write $nights/lock"
flock -n 9 || die "another night is at work in $nights"
choose_night
trap interrupted INT TERM HUP
total=$(wc -l <"$night/plan")
nr=0
while read -r verb arch scenario debug accel budget extra <&3; do
	nr=$((nr + 1))
	[ "$nr" -ge "$(wc -l <"$night/cells")" ] || continue
	run_cell 9>&-
done 3<"$night/plan"
trap - INT TERM HUP
: >"$night/done"
"$results" import "$night" >/dev/null || die "cannot import $night"
rc=0
summary || rc=$?
"$make" -s -C "$TOP" dashboard >&2 || {
	echo "ERROR: the night is over and stored, but the dashboard could not be written" >&2
	[ "$rc" -eq 1 ] || rc=$E_ERROR
}
exit "$rc"
