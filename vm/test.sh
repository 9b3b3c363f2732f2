#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Run make targets one after the other; each must close with "N passed, N failed, N skipped".
# Sums them, names what failed, and closes with the same kind of line. A target that exits 0
# without that line is a failure: it tested nothing.
set -u
TOP=$(cd "$(dirname "$0")/.." && pwd)
. "$TOP/vm/lib.sh"

[ $# -gt 0 ] || die "no test targets given"
mkdir -p "$O/logs" || die "cannot create $O/logs"
passed=0 failed=0 skipped=0 bad='' n=0
begin=$(date +%s)
for target in "$@"; do
	n=$((n + 1))
	log=$O/logs/$target.log
	start=$(date +%s)
	printf '[%d/%d] %s\n' "$n" $# "$target"
	{ make -C "$TOP" "$target" 2>&1; echo $? >"$log.rc"; } | tee "$log"
	rc=$(cat "$log.rc")
	rm -f "$log.rc"
	sum=$(grep -E '^([a-z]+: )?[0-9]+ passed, [0-9]+ failed(, [0-9]+ skipped)?$' "$log" | tail -n 1 | sed 's/^[a-z]*: //')
	if [ -z "$sum" ]; then
		failed=$((failed + 1)) bad="$bad $target"
		printf '  %s printed no result line (exit %s): counted as failed\n' "$target" "$rc"
		continue
	fi
	p=${sum%% passed*} f=${sum#*passed, } f=${f%% failed*}
	case $sum in *skipped) s=${sum##*failed, } s=${s%% skipped} ;; *) s=0 ;; esac
	[ "$rc" -eq 0 ] || [ "$f" -gt 0 ] || f=1
	passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
	[ "$f" -eq 0 ] && [ "$rc" -eq 0 ] || bad="$bad $target"
	printf '[%d/%d] %s: %s (%d s)\n' "$n" $# "$target" "$sum" $(($(date +%s) - start))
done
[ -z "$bad" ] || printf 'failed targets:%s (logs in %s)\n' "$bad" "$O/logs"
printf 'total %d s\n' $(($(date +%s) - begin))
printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
[ -z "$bad" ]
