#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Modules come from the cache exactly when nothing they are built from has changed, against the real kernel of ARCH.
#
#   usage: vm/tests/module-test.sh      environment: what vm/kernel.sh module reads
set -u
TOP=$(cd "$(dirname "$0")/../.." && pwd)
. "$TOP/vm/lib.sh"
. "$TOP/vm/tests/guest-lib.sh"
mkdir "$work/toy" "$work/shared"
cat >"$work/toy/Kbuild" <<-'END'
	obj-m := toy.o
	ccflags-y := -I$(src)/../shared -DFLAVOUR=$(or $(FLAVOUR),1)
END
cat >"$work/toy/toy.c" <<-'END'
	#include <linux/module.h>
	#include "number.h"
	int toy_number = NUMBER * FLAVOUR;
	MODULE_LICENSE("GPL");
END
echo "#define NUMBER $$" >"$work/shared/number.h"

# module NAME [VAR=VALUE]: into $work/NAME; a build leaves its log there, the cache does not
module() {
	out=$work/$1
	shift
	"$TOP/vm/kernel.sh" module "$work/toy" "$out" "$@" >"$work/txt" 2>&1 || cat "$work/txt"
}

built() { [ -f "$out/toy.ko" ] && [ -f "$out/build.log" ]; }
kept() { [ -f "$out/toy.ko" ] && [ ! -f "$out/build.log" ]; }

module first
check 'the first time it is built' built
module again
check 'the second time it is there' kept
check 'and is the same' cmp "$work/first/toy.ko" "$work/again/toy.ko"
echo "#define NUMBER (1 + $$)" >"$work/shared/number.h"
module header
check 'a changed header outside its folder: built' built
check 'and is another' sh -c '! cmp -s "$1" "$2"' sh "$work/first/toy.ko" "$work/header/toy.ko"
module flavour FLAVOUR=2
check 'another variable: built' built
echo '/* a word */' >>"$work/toy/toy.c"
module source
check 'a changed source: built' built
echo 'BROKEN' >>"$work/toy/toy.c"
"$TOP/vm/kernel.sh" module "$work/toy" "$work/broken" >"$work/txt" 2>&1
rc=$?
check "a broken source: ERROR (exit $rc)" [ "$rc" -eq 3 ]
check 'and says where the log is' grep -q '^ERROR: the module in .* does not build.*module-' "$work/txt"
"$TOP/vm/kernel.sh" module "$work/toy" "$work/broken" >"$work/txt" 2>&1
check 'and is not kept' [ $? -eq 3 ]
finish
