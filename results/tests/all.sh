#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Everything about results/ that needs no browser: unit tests, then each shell test. Sums the closing lines.
set -u
cd "$(dirname "$0")" || exit 3
OUT=${OUT:?}
export OUT
passed=0 failed=0 skipped=0
log=$(mktemp) || exit 3
trap 'rm -f "$log"' EXIT
for t in "$OUT/bin/results-unit" ./[a-z]*.sh; do
	case $t in ./all.sh | ./lib.sh) continue ;; esac
	printf '# %s\n' "${t##*/}"
	timeout 300 "$t" >"$log" 2>&1
	rc=$?
	cat "$log"
	sum=$(tail -n 1 "$log")
	case $sum in
	*' passed, '*' failed, '*' skipped')
		p=${sum%% *} f=${sum#*, } s=${sum##*, }
		passed=$((passed + p)) failed=$((failed + ${f%% *})) skipped=$((skipped + ${s%% *}))
		[ "$rc" -eq 0 ] || [ "${f%% *}" -gt 0 ] || failed=$((failed + 1))
		;;
	*)
		failed=$((failed + 1))
		printf 'not ok %s ended without a result line (exit %s)\n' "${t##*/}" "$rc"
		;;
	esac
done
printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
[ "$failed" -eq 0 ]
