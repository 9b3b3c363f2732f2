#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The kernel side without a kernel: toy trees, a toy architecture and a stubbed archive, all in a throw-away copy of the
# scripts. A case file vm/tests/kernel-case-*.sh holds functions case_*; each runs in a fresh sandbox. Takes seconds.
set -u
HERE=$(cd "$(dirname "$0")" && pwd)
REPO=$(cd "$HERE/../.." && pwd)
T=$(mktemp -d "${TMPDIR:-/tmp}/kernel-test.XXXXXX") || exit 3
trap 'rm -rf "$T"' EXIT
trap 'exit 3' INT TERM
unset KSRC SERIES DEBUG O QUIET V JOBS MAKEFLAGS MFLAGS MAKELEVEL APT_CONFIG XDG_CACHE_HOME
passed=0 failed=0 skipped=0

# sandbox: $T/top (scripts and toy data), $T/ksrc (a toy kernel tree), $T/cache, $T/bin (stubs, first in PATH).
sandbox() {
	rm -rf "${T:?}"/* && mkdir -p "$T/top/vm/packages.d" "$T/top/configs/arch" "$T/cache" "$T/bin" "$T/top/patches/series"
	cp -R "$REPO/vm/kernel.sh" "$REPO/vm/lib.sh" "$REPO/vm/setup.sh" "$REPO/vm/kernel" "$T/top/vm"
	printf 'linux-source-9.9\nlinux-source-9.8\n' >"$T/top/configs/kernels"
	printf '# NEW OLD KCONFIG\n' >"$T/top/configs/renamed"
	printf 'CONFIG_TOY=y\n' >"$T/top/configs/base.config"
	printf 'CONFIG_FTRACE_STACKMAP=y\n' >"$T/top/configs/stackmap.config"
	toy_arch toy '' true
	toy_tree "$T/ksrc" 9.9.1
	export CACHE="$T/cache" O="$T/out" ARCH=toy PATH="$T/bin:$REAL_PATH" RETRY_PAUSE=0 SERIES=none KSRC="$T/ksrc"
	unset DEBUG
}

# toy_arch NAME CROSS QEMU
toy_arch() {
	printf '%s\n' "KARCH=toy" "CROSS=$2" "CC_PACKAGE=gcc-$1" "IMAGE=vmlinux" "QEMU=$3" "QEMU_PACKAGE=qemu-$1" \
		>"$T/top/configs/arch/$1"
	printf 'CONFIG_TOY_ARCH=y\n' >"$T/top/configs/arch/$1.config"
}

# toy_tree DIR VERSION: enough of a kernel for vm/kernel.sh. Its Kconfig offers TOY, TOY_ARCH, TOY_LIB and nothing else.
toy_tree() {
	mkdir -p "$1/kernel/trace" "$1/lib" && cp "$HERE/kernel-toy.mk" "$1/toy.mk"
	printf '%s\n' "VERSION = ${2%%.*}" "PATCHLEVEL = $(echo "$2" | cut -d. -f2)" "SUBLEVEL = ${2##*.}" 'EXTRAVERSION =' \
		'include toy.mk' >"$1/Makefile"
	printf 'config TOY\n\tbool "toy"\nconfig TOY_ARCH\n\tbool "arch"\nconfig TOY_LIB\n\tdepends on TOY_NEVER\n' >"$1/Kconfig"
	i=0
	while [ $i -lt 30 ]; do
		i=$((i + 1))
		echo "int line_$i;"
	done >"$1/kernel/trace/trace.c"
	cp "$1/kernel/trace/trace.c" "$1/lib/other.c"
	printf '*.o\nvmlinux\n' >"$1/.gitignore"
	find "$1" -exec touch -d '2026-01-01 00:00:00' {} +
}

# toy_patch FILE OLD NEW: one-line patch on kernel/trace/trace.c that replaces line OLD (a number) by NEW.
toy_patch() {
	(cd "$T" && rm -rf a b && mkdir a b && cp -R ksrc/kernel a && cp -R ksrc/kernel b &&
		sed -i "$2s/.*/$3/" b/kernel/trace/trace.c && diff -u a/kernel/trace/trace.c b/kernel/trace/trace.c >"$1"; rm -rf a b)
}

# run ARGS: vm/kernel.sh; status in $rc, output in $T/stdout and $T/stderr.
run() {
	"$T/top/vm/kernel.sh" "$@" >"$T/stdout" 2>"$T/stderr"
	rc=$?
	out=$(cat "$T/stdout")
}

# expect NAME COMMAND...: one check.
expect() {
	_name=$1
	shift
	if "$@"; then
		passed=$((passed + 1))
		[ "${V:-}" != 1 ] || echo "ok $case_name: $_name"
	else
		failed=$((failed + 1))
		echo "FAIL $case_name: $_name ($*)"
		sed 's/^/    /' "$T/stderr"
	fi
}

says() { grep -qF -- "$1" "$T/stderr"; }
hushed() { ! grep -qF -- "$1" "$T/stderr"; }
# listing DIR: every file with content hash and time: equal listings mean an untouched tree.
listing() { (cd "$1" && find . -type f -printf '%p %T@ ' -exec sha256sum {} \; | LC_ALL=C sort); }

REAL_PATH=$PATH
for file in "$HERE"/kernel-case-*.sh; do
	# shellcheck source=/dev/null
	. "$file"
	for case_name in $(sed -n 's/^\(case_[a-z_]*\)().*/\1/p' "$file"); do
		case $case_name in *${CASE:-}*) ;; *) continue ;; esac
		sandbox
		"$case_name"
	done
done
[ $((passed + failed + skipped)) -gt 0 ] || { echo "ERROR: no case matches '${CASE:-}'"; exit 3; }
printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
[ "$failed" -eq 0 ]
