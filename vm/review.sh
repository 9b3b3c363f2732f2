#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# A series from a reviewer's point of view: build it, run what fits into BUDGET, and print one mail of at most 72 columns.
# Every line of it is about something that was done; what did not fit is listed as not run.
#
#   usage: vm/review.sh
#   environment: BUDGET (20m, 90s, 2h) and what vm/run.sh reads: SERIES KSRC ARCH (or all) DEBUG SEED CONTRACT O CACHE
#
# Exit code: 1 if any run failed or the series does not build, else 3 if one could not be done, else 2 if a floor was missed.
set -eu
TOP=$(cd "$(dirname "$0")/.." && pwd)
. "$TOP/vm/lib.sh"

case ${BUDGET:=20m} in
*[!0-9hms]* | '' | [hms]*) die "BUDGET=$BUDGET: a time such as 20m, 90s or 2h is wanted" ;;
*h) budget=$((${BUDGET%h} * 3600)) ;;
*m) budget=$((${BUDGET%m} * 60)) ;;
*) budget=${BUDGET%s} ;;
esac
[ "${SERIES:-}" != none ] || die "SERIES=none: a review is about a series; make baseline runs the kernel without one"
begin=$(date +%s)
left() { echo $((budget - ($(date +%s) - begin))); }

dir=$O/review/$(date -u +%Y%m%dT%H%M%SZ)-$$
mkdir -p "$dir/runs" "$dir/logs" || die "cannot write to $O"
store=$dir/results.db
: >"$dir/not-run" && : >"$dir/ids" && : >"$dir/trouble" || die "cannot write to $O"
trap 'exit $E_ERROR' INT TERM HUP
worst=0
worse() { case $1/$worst in 0/* | */1) ;; 1/* | */0) worst=$1 ;; 3/*) worst=3 ;; esac; }

# A series that does not apply is the whole review; kernel.sh has said why.
"$TOP/vm/kernel.sh" patched >"$dir/logs/patched" || exit "$E_ERROR"

# within SECONDS LOG COMMAND...: its exit code, 124 when the time is over
within() {
	_t=$1 _log=$2 _rc=0
	shift 2
	timeout -k 10 "$_t" "$@" >"$_log" 2>&1 || _rc=$?
	return $_rc
}

# build ARCH: is there a kernel? How long it took counts for the next one.
build() {
	if [ "$(left)" -lt $((built * 3 / 2 + 30)) ]; then
		echo "$1: its kernel, $(left) s were left" >>"$dir/not-run"
		return 1
	fi
	_from=$(date +%s) _rc=0
	ARCH=$1 within "$(left)" "$dir/logs/build-$1" "$TOP/vm/kernel.sh" build || _rc=$?
	_took=$(($(date +%s) - _from))
	[ $_took -lt "$built" ] || built=$_took
	case $_rc in
	0) return 0 ;;
	124) echo "$1: its kernel was not built within the budget" >>"$dir/not-run" ;;
	*) grep '^ERROR: ' "$dir/logs/build-$1" | tail -n 1 | sed "s/^ERROR: /$1: /" >>"$dir/trouble"; worse 1 ;;
	esac
	return 1
}

# cell ARCH SCENARIO
cell() {
	if [ "$(left)" -lt $((longest * 5 / 4)) ]; then
		echo "$1 $2, $(left) s were left" >>"$dir/not-run"
		return
	fi
	say "review: $1 $2 ($(left) s left)"
	_from=$(date +%s) _rc=0
	ARCH=$1 SCENARIO=$2 within $(($(left) + 30)) "$dir/logs/$1-$2" "$TOP/vm/run.sh" || _rc=$?
	_took=$(($(date +%s) - _from))
	[ $_took -lt "$longest" ] || longest=$_took
	_run=$(sed -n 's/^record: //p' "$dir/logs/$1-$2" | tail -n 1)
	if [ -f "$_run" ]; then
		ln -sfn "$(cd "$(dirname "$_run")" && pwd)" "$dir/runs/$(basename "$(dirname "$_run")")"
		basename "$(dirname "$_run")" >>"$dir/ids"
		worse "$_rc"
	elif [ "$_rc" = 124 ]; then
		echo "$1 $2 was stopped when the budget was over" >>"$dir/not-run"
	else
		echo "$1 $2: $(grep '^ERROR: ' "$dir/logs/$1-$2" | tail -n 1 | sed 's/^ERROR: //')" >>"$dir/trouble"
		worse 3
	fi
}

# baselines: ids of runs without the series on the same source, made before with make baseline; or one now, if there was a
# splat and there is time.
baselines() {
	_sha=$(sed -n 's/^ *"kernel_sha256": \(.*\),$/\1/p' "$dir"/runs/*/run.json | head -n 1)
	grep -ls '"series": "none"' "$O"/runs/*-baseline-*/run.json /dev/null | while read -r _f; do
		! grep -qF "$_sha" "$_f" || dirname "$_f"
	done >"$dir/bases"
	[ ! -s "$dir/bases" ] || return 0
	grep -L '"splats": \[\]' "$dir"/runs/*/run.json | grep -q . || return 0
	[ "$(left)" -gt $((built * 2 + longest)) ] || { echo "baseline without the series, $(left) s were left" >>"$dir/not-run"; return 0; }
	SERIES=none SCENARIO=baseline ARCH=${archs%% *} within "$(left)" "$dir/logs/baseline" "$TOP/vm/run.sh" || :
	sed -n 's/^record: //p' "$dir/logs/baseline" | tail -n 1 | xargs -r dirname >"$dir/bases"
}

archs=$ARCH
[ "$archs" != all ] || archs=$(arch_list | tr '\n' ' ')
built=0 longest=45 ready=''
for a in $archs; do
	! build "$a" || ready="$ready $a"
done
if [ "$(left)" -gt 90 ]; then
	say "review: host rung ($(left) s left)"
	rc=0
	within "$(left)" "$dir/logs/host" make -C "$TOP" O="$O" host-test HOST_BUILDS=plain || rc=$?
	case $rc in 0) ;; 124) echo "host rung, not done within the budget" >>"$dir/not-run" ;; *) worse 1 ;; esac
else
	echo "host rung, $(left) s were left" >>"$dir/not-run"
fi
for s in ${SCENARIOS:-selftest torture perf_nmi reset_storm reader_storm pool_exhaustion}; do
	for a in $ready; do cell "$a" "$s"; done
done

# wrap INDENT: lines of at most 72 columns
wrap() {
	awk -v pad="$1" '{ while (length($0) > 72) { for (i = 72; i > pad + 1 && substr($0, i, 1) != " "; i--) ; if (i <= pad + 1) i = 72
		print substr($0, 1, i - (substr($0, i, 1) == " ")); $0 = sprintf("%*s", pad, "") substr($0, i + 1) } print }'
}

section() {
	printf '\n%s\n%s\n' "$1" "$(printf '%s' "$1" | tr -c '' '-')"
}

report() {
	printf 'stackmap review\n===============\n'
	if [ -s "$dir/ids" ]; then
		baselines
		"$O/bin/results" import --store "$store" "$dir/runs" >/dev/null
		_bases=
		while read -r _b; do
			"$O/bin/results" import --store "$store" "$_b" >/dev/null
			_bases=$_bases,$(basename "$_b")
		done <"$dir/bases"
		# shellcheck disable=SC2046 # ids hold no blanks
		"$O/bin/results" review --store "$store" $(cat "$dir/ids") --baseline "${_bases#,}"
	else
		echo "No run came to a record."
	fi
	if [ -s "$dir/trouble" ]; then
		section "Could not be done"
		wrap 2 <"$dir/trouble"
	fi
	section "Demands of the maintainer's review"
	# shellcheck disable=SC2046
	"$TOP/vm/demands.sh" $(sed "s,^,$dir/runs/," "$dir/ids") 2>&1 | wrap 9
	if grep -q ' passed, ' "$dir/logs/host" 2>/dev/null; then
		section "trace_stackmap.c in user space"
		grep -E '^not ok|^[0-9]+ passed' "$dir/logs/host" | wrap 2
	elif [ -s "$dir/logs/host" ]; then
		section "trace_stackmap.c in user space"
		grep -E '^ERROR' "$dir/logs/host" | tail -n 1 | wrap 2
	fi
	if [ -s "$dir/not-run" ]; then
		section "Not run"
		wrap 2 <"$dir/not-run"
	fi
	section "Again"
	printf 'make review%s%s ARCH=%s BUDGET=%s SEED=%s\n' "${SERIES:+ SERIES='$SERIES'}" "${KSRC:+ KSRC=$KSRC}" "$ARCH" "$BUDGET" \
		"${SEED:-1}" | wrap 4
	printf 'suite %s, %d s of %s\n' "$(git -C "$TOP" describe --always --dirty 2>/dev/null || echo unknown)" \
		$(($(date +%s) - begin)) "$BUDGET"
}

report >"$dir/review.txt"
cat "$dir/review.txt"
say "report: $dir/review.txt"
exit "$worst"
