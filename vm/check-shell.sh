#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Runs shellcheck over every POSIX shell script git tracks. One result per script.
set -u
TOP=$(cd "$(dirname "$0")/.." && pwd)
. "$TOP/vm/lib.sh"
cd "$TOP" || exit "$E_ERROR"
need shellcheck shellcheck

passed=0 failed=0
for f in $(git ls-files); do
	case $f in
	*.sh) ;;
	*) [ -f "$f" ] && head -n 1 "$f" | tr -d '\0' | grep -qE '^#!/bin/sh|^#!/usr/bin/env sh' || continue ;;
	esac
	[ -f "$f" ] || continue
	if shellcheck -s sh -x -P SCRIPTDIR -S warning -e SC1090,SC1091,SC2034 "$f"; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "not ok $f"
	fi
done
# A gate that lets anything through is worse than none: a planted fault must be seen.
if printf '#!/bin/sh\nrm -rf $1/*\n[ $x == 1 ]\n' | shellcheck -s sh -S warning - >/dev/null; then
	failed=$((failed + 1))
	echo 'not ok shellcheck did not report a planted fault'
else
	passed=$((passed + 1))
fi
printf '%d passed, %d failed, 0 skipped\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
