#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Tests of the guest that boot nothing: init's parts as host programs under sanitizers, planted bugs they must
# notice, and what vm/guest.sh and vm/toolchain.sh promise.
set -u
TOP=$(cd "$(dirname "$0")/../.." && pwd)
. "$TOP/vm/lib.sh"
. "$TOP/vm/tests/guest-lib.sh"

# unit SOURCES: init's parts in SOURCES against guest-unit.c; prints its words, passes when it does.
unit() {
	${HOST_CC:-cc} -std=gnu11 -D_GNU_SOURCE= -g -O1 -Wall -Wextra -Werror -fsanitize=address,undefined \
		-fno-sanitize-recover=all -I"$TOP/vm/guest" "$TOP/vm/tests/guest-unit.c" "$1/plan.c" \
		"$1/lines.c" "$1/verdict.c" -o "$work/unit" && timeout 60 "$work/unit"
}

# atomic SOURCES: the toolchain's libatomic from SOURCES, for a compiler that is told to inline nothing.
atomic() {
	${HOST_CC:-cc} -std=gnu11 -g -O1 -Wall -Wextra -Werror -U__GCC_HAVE_SYNC_COMPARE_AND_SWAP_1 \
		-U__GCC_HAVE_SYNC_COMPARE_AND_SWAP_8 -fsanitize=thread,undefined -fno-sanitize-recover=all -pthread \
		"$TOP/vm/tests/guest-atomic.c" "$1/atomic.c" -o "$work/unit" && timeout 60 "$work/unit"
}

# mutant FILE SED: a planted bug that changes the source, compiles, and is noticed.
mutant() {
	cp "$work/src/$1" "$work/sound"
	sed "$2" "$work/sound" >"$work/src/$1"
	cmp -s "$work/sound" "$work/src/$1" && { echo "'$2' changes nothing"; return 1; }
	case $1 in atomic.c) _test=atomic ;; *) _test=unit ;; esac
	$_test "$work/src" >"$work/mutant.log" 2>&1
	_rc=$?
	cp "$work/sound" "$work/src/$1"
	[ "$_rc" -ne 0 ] && [ -x "$work/unit" ] && ! grep -q ': error: ' "$work/mutant.log"
}

mutants() {
	mkdir -p "$work/src" && cp "$TOP"/vm/guest/*.c "$TOP/vm/toolchain/atomic.c" "$work/src/"
	while IFS='|' read -r file expression; do
		rm -f "$work/unit"
		check "planted in $file: $expression" mutant "$file" "$expression"
	done <<'END'
plan.c|s/timeout > LONGEST_TIMEOUT/0/
plan.c|s/!timeout ||/0 ||/
plan.c|s/eq == rest/0/
plan.c|s/!plan->tests && /0 \&\& /
lines.c|s/"  # ..%s/"  %s/
lines.c|s/if (l->split)/if (0)/
lines.c|s/!strstr(line, "# TODO") \&\& //
lines.c|s/l->len == sizeof(l->buf) - 1/0/
lines.c|s/!isdigit((unsigned char)\*number)/0/
lines.c|s/s\[i\] = '.'/(void)0/
lines.c|s/"# note "/"# "/
verdict.c|s/else if (l->failed)/else if (0)/
verdict.c|s/l->planned != l->results/0/
verdict.c|s/code \&\& code != EXIT_SKIP/code > 1 \&\& code != EXIT_SKIP/
verdict.c|s/else if (code < 0)/else if (0)/
verdict.c|s/else if (e->timed_out)/else if (0)/
atomic.c|s/(old & ~mask) | //
atomic.c|s/0xffffu) << shift/0xffffu)/
atomic.c|s/while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE))/while (0)/
atomic.c|s/if (old == \*was)$/if (1)/
atomic.c|s/fetch_xor, n, type, wide, cas, old ^ v/fetch_xor, n, type, wide, cas, old | v/
END
}

# image DIR: the archive a house gives, built into DIR.
image() {
	O=$2 "$1/vm/guest.sh" 2>"$work/image.err" || { cat "$work/image.err" >&2; return 1; }
}

same_bytes() {
	_a=$(image "$work/house" "$work/o1") && _b=$(image "$work/house" "$work/o2") && cmp "$_a" "$_b"
}

# A program that left the folder leaves the image.
follows_folder() {
	mv "$work/house/kselftest/toy.c" "$work/house/kselftest/other.c"
	_c=$(image "$work/house" "$work/o1") && cpio -t --quiet <"$_c" >"$work/list" &&
	grep -qx kselftest/other "$work/list" && ! grep -qx kselftest/toy "$work/list"
}

# refused EXPECTED-WORDS COMMAND...: exit code ERROR and the words.
refused() {
	_words=$1
	shift
	"$@" >"$work/out" 2>&1
	_rc=$?
	cat "$work/out"
	[ "$_rc" -eq "$E_ERROR" ] && grep -q "$_words" "$work/out"
}

stray_name() {
	: >"$work/house/kselftest/Reset-2.c"
	refused 'kselftest/Reset-2.c: guest programs are named \[a-z0-9_\]+.c' env O="$work/o1" "$work/house/vm/guest.sh"
}

check 'unit tests of init' unit "$TOP/vm/guest"
check "the toolchain's libatomic" atomic "$TOP/vm/toolchain"
mutants
toy_house "$work/house"
check 'two builds of the same inputs give the same bytes' same_bytes
check 'the image follows the folder' follows_folder
check 'a stray file name is refused' stray_name
rm -f "$work/house/kselftest/Reset-2.c"
check 'an empty GUEST_MODULES is refused' refused 'has no \*.ko' \
	env O="$work/o1" GUEST_MODULES="$work/house/kselftest" "$work/house/vm/guest.sh"
check 'a directory without the harness is refused' refused 'no kselftest_harness.h in' \
	env KSELFTEST_INC="$work" "$TOP/vm/toolchain.sh" kselftest
check 'a directory without user headers is refused' refused 'no kernel user headers in' \
	env KHEADERS="$work" "$TOP/vm/toolchain.sh"
check 'an unknown architecture is refused' refused 'ARCH=sparc64 is unknown; known: .*riscv32' \
	env ARCH=sparc64 "$TOP/vm/toolchain.sh"
finish
