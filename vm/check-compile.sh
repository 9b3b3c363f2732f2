#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Every host C file under gcc's analyser-grade warnings and clang-tidy's bug checks; kernel and guest code is
# compiled by its own build with -Werror. One result per file, and a planted fault that must be seen.
set -u
TOP=$(cd "$(dirname "$0")/.." && pwd)
. "$TOP/vm/lib.sh"
cd "$TOP" || exit "$E_ERROR"
need clang-tidy clang-tidy

checks='-*,bugprone-*,clang-analyzer-*,-bugprone-easily-swappable-parameters,-bugprone-narrowing-conversions'
checks="$checks,-bugprone-reserved-identifier,-bugprone-assignment-in-if-condition,-bugprone-branch-clone"
checks="$checks,-bugprone-implicit-widening-of-multiplication-result,-bugprone-macro-parentheses,-bugprone-signal-handler"
# strcmp() as a truth value and element sizes of pointers to pointers are this house's idiom, not bugs
checks="$checks,-bugprone-suspicious-string-compare,-bugprone-sizeof-expression,-bugprone-not-null-terminated-result"
checks="$checks,-clang-analyzer-security.insecureAPI.*,-bugprone-multi-level-implicit-pointer-conversion"

# tidy FILE: 0 when clean
tidy() {
	clang-tidy --quiet --checks="$checks" --warnings-as-errors='*' "$1" -- \
		-std=gnu11 -D_GNU_SOURCE -Wall -Wextra -Ivm/runner -Iresults -Istress/core \
		-DRESULTS_DIR='"results"' -DCONSOLE_TABLE='"table"' -DCONSOLE_LOGS='"logs"' 2>/dev/null
}

# A clean file need not be read again: 1.5 s each. COMMON stands for all that is not the file itself.
if [ "${1:-}" = --one ]; then
	mark=$CACHE/tidy/$({ echo "$COMMON" && cat "$2"; } | sha256sum | cut -c1-32)
	[ ! -e "$mark" ] || exit 0
	if out=$(tidy "$2"); then : >"$mark"; else printf '%s\nnot ok %s\n' "$out" "$2"; fi
	exit 0
fi
t=$(mktemp -d) || exit "$E_ERROR"
trap 'rm -rf "$t"' EXIT
git ls-files 'vm/runner/*.c' 'results/*.c' | grep -v /crash/ >"$t/files"
mkdir -p "$CACHE/tidy" && find "$CACHE/tidy" -type f -mtime +14 -delete || die "cannot write to the cache $CACHE"
COMMON=$({ cat "$0" && clang-tidy --version && find vm/runner results stress/core -name '*.h' | LC_ALL=C sort | xargs cat; } |
	sha256sum)
export COMMON
xargs -P "$(nproc)" -n 1 "$0" --one <"$t/files" >"$t/out"
cat "$t/out"
failed=$(grep -c '^not ok' "$t/out")
passed=$(($(wc -l <"$t/files") - failed))
printf '#include <stdlib.h>\nint f(void) { int *p = malloc(4); free(p); return *p; }\n' >"$t/planted.c"
if tidy "$t/planted.c" >/dev/null; then
	failed=$((failed + 1))
	echo 'not ok clang-tidy did not report a planted use after free'
else
	passed=$((passed + 1))
fi
printf '%d passed, %d failed, 0 skipped\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
