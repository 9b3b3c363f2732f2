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

# offences FILE...: prints "file:line: what" for each; silence is good. One awk for all files: a process a
# file costs minutes on a slow machine. A tab counts as eight columns.
offences() {
	awk '
	function say(what) { printf "%s:%d: %s\n", FILENAME, FNR, what }
	function columns(line,   n, i, c) {
		if (index(line, "\t") == 0)
			return length(line)
		for (i = 1; i <= length(line); i++) {
			c = substr(line, i, 1)
			n = c == "\t" ? n + 8 - n % 8 : n + 1
		}
		return n
	}
	# what is said of a file as a whole, once its last line has been read
	function close_file(   f) {
		f = name
		if (f == "" || data)
			return
		if (!spdx && f !~ /(^|\/)configs\/|\.md$|\.gitignore$|packages\.d\/|\/(settings|config)$/)
			printf "%s:1: no SPDX-License-Identifier line in the first five\n", f
		if (code && last > 500)
			printf "%s:%d: %d lines; split it (500 is the limit)\n", f, last, last
	}
	FNR == 1 {
		close_file()
		name = FILENAME
		spdx = 0
		data = name ~ /\.(log|patch|json|svg|xsd|golden|txt|html|mjs|yml)$|\.min\.|\/dist\/|\/settings$/
		code = name ~ /\.[ch]$/
	}
	{ last = FNR }
	data { next }
	FNR <= 5 && /SPDX-License-Identifier: GPL-2.0/ { spdx = 1 }
	code && columns($0) > 100 { say(columns($0) " columns (100 is the limit)") }
	code && /^        / { say("indented with spaces, not tabs") }
	/[ \t]$/ { say("trailing blank") }
	# a path of somebody'\''s machine works nowhere else
	/(^|[^A-Za-z0-9._~$}-])\/(home|root|work|farm)\// { say("path of one machine") }
	END { close_file() }
	' "$@"
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
for f; do
	shift
	[ ! -f "$f" ] || set -- "$@" "$f"
done
out=$(offences "$@") || exit "$E_ERROR"
[ -z "$out" ] || printf '%s\n' "$out" | sed 's/^/not ok /'
failed=$(printf '%s' "$out" | cut -d: -f1 | sort -u | grep -c .)
printf '%d passed, %d failed, 0 skipped\n' $(($# - failed)) "$failed"
[ "$failed" -eq 0 ]
