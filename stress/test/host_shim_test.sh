#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# Implementations that are not ours on the host rung: what has a shim in their dialect works, and what has none
# fails with its name and the place where to add it.
set -u
TOP=$(cd "$(dirname "$0")/../.." && pwd)
. "$TOP/vm/lib.sh"
cd "$TOP" || exit "$E_ERROR"

work=$O/host/shim-test
ours=$O/host/src/kernel/trace/trace_stackmap.c
passed=0 failed=0
rm -rf "$work"

# result OK WHAT [LOG]
result() {
	if [ "$1" -eq 0 ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf 'not ok %s\n' "$2"
		[ -z "${3:-}" ] || sed 's/^/    /' "$3"
	fi
}

# variant NAME SED_SCRIPT: our source in another dialect, compiled and linked for the plain build; the exit code is link.sh's.
variant() {
	dir=$work/$1
	mkdir -p "$dir/kernel/trace"
	sed "$2" "$ours" >"$dir/kernel/trace/trace_stackmap.c"
	cp "${ours%.c}.h" "$dir/kernel/trace/"
	stress/host/link.sh plain "$dir" "$dir/run" >"$dir/log" 2>&1
}

# refused NAME SED_SCRIPT PATTERN: it must fail with exit 3 and one line that matches.
refused() {
	variant "$1" "$2"
	[ $? -eq 3 ] && [ "$(grep -c '^ERROR: ' "$work/$1/log")" -eq 1 ] && grep -qE "$3" "$work/$1/log"
	result $? "$1: an ERROR that matches '$3'" "$work/$1/log"
}

# works NAME SED_SCRIPT: it must be judged like ours.
works() {
	variant "$1" "$2" && ! cmp -s "$ours" "$work/$1/kernel/trace/trace_stackmap.c" &&
		"$work/$1/run" --filter 'create.*,face.*,reset.*,seq.*,write.others' >"$work/$1/log" 2>&1
	result $? "$1 passes like ours" "$work/$1/log"
}

refused function 's/get_random_u32()/get_random_stackmap()/' \
	'trace_stackmap\.c:[0-9]+ uses get_random_stackmap, which has no shim: add it to .* stress/host/include/'
refused header '1a #include <linux/stackmap_unknown.h>' \
	'<linux/stackmap_unknown\.h>, which has no shim: add stress/host/include/linux/stackmap_unknown\.h'
refused type 's/struct mutex\t*reader_lock/unknown_lock_t reader_lock/' 'uses unknown_lock_t, which has no shim'
refused definition '$a int stackmap_elsewhere(void);\nint stackmap_here(void) { return stackmap_elsewhere(); }\nint stackmap_here(void);' \
	'needs stackmap_elsewhere, which has no shim: add it to stress/host/shim/'

works rwsem_rude_vzalloc 's/struct mutex/struct rw_semaphore/; s/mutex_init/init_rwsem/; s/mutex_lock/down_write/; s/mutex_unlock/up_write/
	s/synchronize_rcu()/synchronize_rcu_tasks_rude()/
	s/kzalloc_obj(\(.*\));/kzalloc(sizeof(\1), GFP_KERNEL);/
	s/vcalloc(\([A-Z_]*\), \(sizeof([^)]*)\))/vzalloc((size_t)\1 * \2)/
	s/#include <linux\/mutex.h>/#include <linux\/rwsem.h>/'

printf '%d passed, %d failed, 0 skipped\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
