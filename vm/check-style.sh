#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The house's mechanical rules over every file git tracks (or the files given): SPDX line, 100 columns, no trailing
# blanks, tabs in C, no machine paths, file length. One "not ok" line per offence, with file and line.
#
#   usage: vm/check-style.sh [--self-test] [FILE...]
set -u
TOP=$(cd "$(dirname "$0")/.." && pwd)
. "$TOP/vm/lib.sh"
cd "$TOP" || exit "$E_ERROR"

# offences FILE: prints "file:line: what" for each; silence is good.
offences() {
	case $1 in
	*.log | *.patch | *.json | *.svg | *.xsd | *.golden | *.txt | *.min.* | */dist/*) return ;;
	esac
	head -n 5 "$1" | grep -q 'SPDX-License-Identifier: GPL-2.0' || case $1 in
	configs/* | *.md | .gitignore | */packages.d/* | */settings | */config) ;;
	*) echo "$1:1: no SPDX-License-Identifier line in the first five" ;;
	esac
	case $1 in
	*.c | *.h)
		# a tab is eight columns
		expand -t 8 "$1" | awk -v f="$1" 'length($0) > 100 { print f ":" NR ": " length($0) " columns (100 is the limit)" }'
		awk -v f="$1" '/^        / { print f ":" NR ": indented with spaces, not tabs" }' "$1"
		n=$(wc -l <"$1")
		[ "$n" -le 500 ] || echo "$1:$n: $n lines; split it (500 is the limit)"
		;;
	esac
	awk -v f="$1" '/[ \t]$/ { print f ":" NR ": trailing blank" }' "$1"
	# A path of somebody's machine works nowhere else.
	awk -v f="$1" '/(^|[^A-Za-z0-9._~$}-])\/(home|root|work|farm)\// { print f ":" NR ": path of one machine" }' "$1"
}

self_test() {
	t=$(mktemp -d) || exit "$E_ERROR"
	trap 'rm -rf "$t"' EXIT
	ok=0 bad=0
	expect() {
		if offences "$t/$1" | grep -q "$2"; then
			ok=$((ok + 1))
		else
			bad=$((bad + 1))
			echo "not ok self-test: '$2' was not reported for a planted offence"
		fi
	}
	spdx='SPDX-License-Identifier: GPL-2.0'
	printf 'int x;\n' >"$t/a.c"
	expect a.c SPDX
	printf '// %s\n%0120d\n' "$spdx" 0 >"$t/b.c"
	expect b.c columns
	printf '// %s\n        int x;\n' "$spdx" >"$t/c.c"
	expect c.c spaces
	printf '# %s\nx \n' "$spdx" >"$t/d.sh"
	expect d.sh trailing
	printf '# %s\ncat /ro%s/x\n' "$spdx" ot >"$t/e.sh"
	expect e.sh machine
	{ printf '// %s\n' "$spdx"; yes '' | head -n 600; } >"$t/f.c"
	expect f.c split
	printf '# %s\necho fine\n' "$spdx" >"$t/g.sh"
	if [ -z "$(offences "$t/g.sh")" ]; then ok=$((ok + 1)); else bad=$((bad + 1)); echo "not ok self-test: clean file reported"; fi
	printf '%d passed, %d failed, 0 skipped\n' "$ok" "$bad"
	[ "$bad" -eq 0 ]
}

if [ "${1:-}" = --self-test ]; then
	self_test
	exit
fi
[ $# -gt 0 ] || { files=$(git ls-files) && eval "set -- \$files"; }
passed=0 failed=0
for f in "$@"; do
	[ -f "$f" ] || continue
	out=$(offences "$f")
	if [ -z "$out" ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf '%s\n' "$out" | sed 's/^/not ok /'
	fi
done
printf '%d passed, %d failed, 0 skipped\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
