#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# Does the series apply, does checkpatch like it, and does the patched source do what the
# maintainer asked for (R1 to R6)? All of it by looking at the source, nothing is built.
#
# --self-test plants violations of each demand into scratch copies of the patched source and
# wants to see the check of that demand fail, and no other one.
set -u

usage()
{
	echo "usage: patches/check-series.sh KERNEL_TREE [SERIES_DIR]"
	echo "       patches/check-series.sh --self-test KERNEL_TREE [SERIES_DIR]"
	echo "       patches/check-series.sh --demands KERNEL_TREE [SERIES_DIR]      (R1 to R6 alone)"
}

die()
{
	echo "check-series.sh: $*" >&2
	exit 3
}

passed=0
failed=0
skipped=0

# report STATUS TEXT
report()
{
	if [ "$1" -eq 0 ]; then
		passed=$((passed + 1))
		echo "ok $2"
	else
		failed=$((failed + 1))
		echo "not ok $2"
	fi
}

skip()
{
	skipped=$((skipped + 1))
	echo "ok $1 # SKIP $2"
}

# Why the running check failed
because()
{
	echo "# $*"
	return 1
}

# The checks look at $tree (patched), $base (not patched) and $series.

c_file=kernel/trace/trace_stackmap.c
h_file=kernel/trace/trace_stackmap.h
doc_file=Documentation/trace/ftrace-stackmap.rst

# strip: C without comments, line numbers preserved
strip()
{
	awk '{
		out = ""
		while (length($0)) {
			if (inside) {
				i = index($0, "*/")
				if (!i) { $0 = ""; break }
				$0 = substr($0, i + 2)
				inside = 0
				continue
			}
			i = index($0, "/*")
			if (!i) { out = out $0; break }
			out = out substr($0, 1, i - 1)
			$0 = substr($0, i + 2)
			inside = 1
		}
		sub(/\/\/.*/, "", out)
		print out
	}' "$@"
}

# known NAME FILE: is there such a function to look into? Other people's have other names.
known()
{
	[ -n "$(body "$1" "$tree/$2")" ] || because "cannot tell: no function $1() in $2"
}

# comments: only the comments of C
comments()
{
	awk '{
		while (length($0)) {
			if (!inside) {
				i = index($0, "/*")
				if (!i) break
				$0 = substr($0, i + 2)
				inside = 1
			}
			i = index($0, "*/")
			if (!i) { print; break }
			print substr($0, 1, i - 1)
			$0 = substr($0, i + 2)
			inside = 0
		}
	}' "$@"
}

# body NAME FILE: the definition of function NAME, without comments
body()
{
	strip "$2" | awk -v name="$1" '
		!on && /^[a-z]/ && $0 ~ "[ *]" name "\\(" { head = 1; text = "" }
		head && !on { text = text $0 "\n"; if (/;$/) head = 0 }
		head && !on && /^\{/ { on = 1; printf "%s", text; next }
		on { print }
		on && /^}/ { exit }'
}

# line_of NAME FILE: where function NAME is defined
line_of()
{
	strip "$2" | awk -v name="$1" '
		!head && /^[a-z]/ && $0 ~ "[ *]" name "\\(" { head = NR }
		head && /;$/ { head = 0 }
		head && /^\{/ { print head; exit }'
}

# added FILE...: the lines that the series added to them, without comments
added()
{
	for a_file in "$@"; do
		if [ -f "$base/$a_file" ]; then
			diff "$base/$a_file" "$tree/$a_file" | sed -n 's/^> //p'
		else
			cat "$tree/$a_file"
		fi
	done
}

touched()
{
	sed -n 's,^+++ b/,,p' "$series"/*.patch | sort -u
}

touched_code()
{
	touched | grep '\.[ch]$'
}

check_R1()
{
	if grep -l 'synchronize_rcu_tasks_rude' "$series"/*.patch; then
		because "the series names synchronize_rcu_tasks_rude()"
		return
	fi
	# shellcheck disable=SC2046 # no blanks in the names of kernel files
	if added $(touched_code) | strip | grep 'synchronize_rcu_tasks\|synchronize_srcu\|rcu_barrier'; then
		because "something else than synchronize_rcu()"
		return
	fi
	n=$(strip "$tree/$c_file" | grep -c 'synchronize_rcu()')
	[ "$n" -eq 1 ] || because "synchronize_rcu() is called $n times"
}

check_R2()
{
	strip "$tree/$c_file" | grep -q 'rcu_is_watching()' ||
		because "the map does not ask if RCU is watching" || return
	strip "$tree/$c_file" | grep -A 2 'rcu_watching\|rcu_is_watching' | grep -q -e '-EAGAIN' ||
		because "no -EAGAIN where RCU is not watching" || return
	strip "$tree/$c_file" | grep -A 2 -e '-EAGAIN' | grep -q 'drops' ||
		because "-EAGAIN is not counted as a drop" || return
	known trace_stack_id kernel/trace/trace.c || return
	caller=$(body trace_stack_id "$tree/kernel/trace/trace.c")
	echo "$caller" | grep -q 'discard' ||
		because "the reservation is not discarded" || return
	# true means that nothing else is recorded
	echo "$caller" | grep -A 9 'id < 0' | grep -q 'return id == -EAGAIN;' ||
		because "the caller goes on to the full stack after -EAGAIN" || return
	body __ftrace_trace_stack "$tree/kernel/trace/trace.c" |
		grep -A 1 'if (trace_stack_id(' | grep -q 'goto out;' ||
		because "the result of trace_stack_id() is ignored"
}

check_R3()
{
	if added "$c_file" "$h_file" kernel/trace/trace.c kernel/trace/trace.h | strip |
	   grep 'rw_semaphore\|rwsem\|down_read\|down_write\|rwlock'; then
		because "a lock for readers and writers"
		return
	fi
	strip "$tree/$c_file" | grep -q 'struct mutex[[:space:]]*[a-z_]*;' ||
		because "no mutex in the map" || return
	known stackmap_reset $c_file || return
	known stackmap_seq_start $c_file || return
	for f in stackmap_reset stackmap_seq_start stackmap_stat_show stackmap_bin_open; do
		body $f "$tree/$c_file" | grep -q 'mutex_lock(' ||
			because "no mutex_lock() in $f()" || return
	done
	for f in stackmap_reset stackmap_seq_stop stackmap_stat_show stackmap_bin_open; do
		body $f "$tree/$c_file" | grep -q 'mutex_unlock(' ||
			because "no mutex_unlock() in $f()" || return
	done
}

check_R4()
{
	create=$(body ftrace_stackmap_create "$tree/$c_file")
	if echo "$create" | grep 'free'; then
		because "create frees something itself"
		return
	fi
	n=$(echo "$create" | grep -c 'return ERR_PTR')
	[ "$n" -eq 1 ] || because "create has $n ways out on failure" || return
	echo "$create" | sed -n '/^[a-z_]*:$/,$p' | grep -q 'ftrace_stackmap_destroy(' ||
		because "the label of create does not call destroy" || return
	destroy=$(line_of ftrace_stackmap_destroy "$tree/$c_file")
	create=$(line_of ftrace_stackmap_create "$tree/$c_file")
	[ "${destroy:-0}" -gt 0 ] && [ "$destroy" -lt "${create:-0}" ] ||
		because "destroy is not above create" || return
	body ftrace_stackmap_destroy "$tree/$c_file" | grep -q 'IS_ERR_OR_NULL(' ||
		because "destroy does not accept NULL and ERR_PTR"
}

check_R5()
{
	[ -f "$tree/$doc_file" ] || because "no $doc_file" || return
	grep -q 'ftrace-stackmap' "$tree/Documentation/trace/index.rst" ||
		because "not in Documentation/trace/index.rst" || return
	reset=$(sed -n '/^Reset$/,/^A trace and/p' "$tree/$doc_file" | tr -s '\n ' '  ')
	for what in 'resolve' 'ring buffer' 'another id' 'grace period'; do
		echo "$reset" | grep -q "$what" ||
			because "the section on reset does not mention \"$what\"" || return
	done
	if comments "$tree/$c_file" |
	   grep -i 'stale\|no longer resolve\|recorded before\|already in the ring\|user space must'; then
		because "consequences of reset in a comment"
		return
	fi
}

check_R6()
{
	n=$(body ftrace_stackmap_create "$tree/$c_file" | grep -c '= vcalloc(')
	[ "$n" -eq 2 ] || because "create allocates $n arrays with vcalloc()" || return
	if strip "$tree/$c_file" | grep 'alloc[a-z_]*([^;,]*\* *sizeof\|alloc[a-z_]*(array_size('; then
		because "an array that is not allocated with vcalloc()"
		return
	fi
	# shellcheck disable=SC2046
	if added $(touched_code) | grep -n '^[[:space:]]\{1,\}{$'; then
		because "an anonymous block"
		return
	fi
	# shellcheck disable=SC2046
	if added $(touched | grep -v MAINTAINERS) | expand | grep -n '.\{101\}'; then
		because "a line with more than 100 columns"
		return
	fi
}

demands="R1 R2 R3 R4 R5 R6"

text_of()
{
	case $1 in
	R1) echo "synchronize_rcu() alone, once" ;;
	R2) echo "the stack is discarded where RCU is not watching, and counted as a drop" ;;
	R3) echo "a mutex keeps readers and reset apart" ;;
	R4) echo "one way to unwind, destroy, which is above create" ;;
	R5) echo "the consequences of reset are in Documentation/, not in a comment" ;;
	R6) echo "vcalloc() for arrays, no anonymous blocks, 100 columns" ;;
	esac
}

# copy_base KERNEL_TREE DIR: the files that the series changes
copy_base()
{
	for b_file in $(touched); do
		mkdir -p "$2/$(dirname "$b_file")"
		if [ -f "$1/$b_file" ]; then
			cp "$1/$b_file" "$2/$b_file" || return 1
		fi
	done
}

# One line a patch: no fuzz, so that it applies with git am as well
apply_all()
{
	for patch in "$series"/*.patch; do
		(cd "$tree" && patch -p1 -s --fuzz=0 --no-backup-if-mismatch) < "$patch"
		report $? "applies: $(basename "$patch")"
	done
}

checkpatch_all()
{
	for patch in "$series"/*.patch; do
		name="checkpatch --strict: $(basename "$patch")"
		if [ ! -f "$kernel/scripts/checkpatch.pl" ] || ! command -v perl > /dev/null; then
			skip "$name" "no checkpatch.pl or no perl"
			continue
		fi
		perl "$kernel/scripts/checkpatch.pl" --root="$kernel" --strict --terse --quiet \
			"$patch" 2> /dev/null
		report $? "$name"
	done
}

check_demands()
{
	for r in $demands; do
		"check_$r"
		report $? "$r: $(text_of "$r")"
	done
}

# plant DEMAND TEXT FILE SED_SCRIPT: that demand fails then, the other ones do not
plant()
{
	p_demand=$1 p_text=$2 p_file=$3 p_script=$4
	rm -rf "$tmp/mutant"
	cp -R "$tmp/patched" "$tmp/mutant" || die "no room for a scratch copy"
	sed "$p_script" "$tmp/patched/$p_file" > "$tmp/mutant/$p_file"
	if cmp -s "$tmp/patched/$p_file" "$tmp/mutant/$p_file"; then
		report 1 "$p_demand notices: $p_text (could not be planted)"
		return
	fi

	tree=$tmp/mutant
	red=
	for r in $demands; do
		"check_$r" > /dev/null || red="$red $r"
	done
	tree=$tmp/patched
	[ "$red" = " $p_demand" ]
	report $? "$p_demand notices: $p_text (failed:${red:- none})"
}

self_test()
{
	plant R1 "another kind of grace period" $c_file \
		's/synchronize_rcu();/synchronize_rcu_tasks_rude();/'
	plant R1 "two grace periods" $c_file \
		's/synchronize_rcu();/&\
	&/'
	plant R2 "nobody asks if RCU is watching" $c_file 's/rcu_is_watching()/true/'
	plant R2 "not counted" $c_file 's/ret == -EAGAIN || //'
	plant R2 "full stack after -EAGAIN" kernel/trace/trace.c \
		's/return id == -EAGAIN;/return false;/'
	plant R2 "reservation kept" kernel/trace/trace.c \
		'/^static bool trace_stack_id/,/^}/s/__trace_event_discard_commit(buffer, event);//'
	plant R3 "rw_semaphore" $c_file \
		's/struct mutex\([[:space:]]*\)/struct rw_semaphore\1/'
	plant R3 "reset without the mutex" $c_file \
		'/^static int stackmap_reset/,/^}/{/mutex_/d;}'
	plant R3 "reader without the mutex" $c_file \
		'/^static void \*stackmap_seq_start/,/^}/{/mutex_/d;}'
	plant R4 "create frees by itself" $c_file \
		'/^struct ftrace_stackmap \*ftrace_stackmap_create/,/^}/s/ftrace_stackmap_destroy(/kfree(/'
	plant R4 "a second way out" $c_file \
		'/^struct ftrace_stackmap \*ftrace_stackmap_create/,/^}/s/goto fail;/return ERR_PTR(-ENOMEM);/'
	plant R4 "destroy takes no ERR_PTR" $c_file \
		'/^void ftrace_stackmap_destroy/,/^}/s/IS_ERR_OR_NULL(smap)/!smap/'
	plant R5 "not documented" $doc_file '/^Reset$/,/^A trace and/d'
	plant R5 "in the comment instead" $c_file \
		's,^/\* Empty the map.*,/* Events recorded before carry stale ids. */,'
	plant R6 "an open coded array" $c_file \
		's/vcalloc(STACKMAP_NR_SLOTS, \(sizeof([^)]*)\))/vzalloc(STACKMAP_NR_SLOTS * \1)/'
	plant R6 "an anonymous block" $c_file \
		's/^	stackmap_clear_counters(smap);/	{\
		stackmap_clear_counters(smap);\
	}/'
	plant R6 "a wide line" $h_file \
		's|^\(/\* The deepest.*\) \*/|\1 And this line is longer than a line can be. */|'
}

mode=check
if [ "${1-}" = --self-test ]; then
	mode=self_test
	shift
elif [ "${1-}" = --demands ]; then
	mode=demands
	shift
fi
if [ $# -lt 1 ] || [ $# -gt 2 ]; then
	usage >&2
	exit 3
fi
case $1 in
-h | --help)
	usage
	exit 0
	;;
esac

kernel=$(cd "$1" 2> /dev/null && pwd) || die "$1: no such kernel tree"
[ -f "$kernel/kernel/trace/trace.c" ] || die "$1: not a kernel tree"
[ ! -f "$kernel/$c_file" ] || die "$1: has a stackmap already"
series=${2:-$(dirname "$0")/series}
series=$(cd "$series" 2> /dev/null && pwd) || die "$series: no such directory"
ls "$series"/*.patch > /dev/null 2>&1 || die "$series: no patches"

tmp=$(mktemp -d) || exit 3
trap 'rm -rf "$tmp"' EXIT
trap 'exit 3' HUP INT TERM

base=$tmp/base
tree=$tmp/patched
if ! copy_base "$kernel" "$base" || ! copy_base "$kernel" "$tree"; then
	die "can not copy from $1"
fi

apply_all
[ $failed -gt 0 ] || [ $mode != self_test ] || self_test
[ $mode != check ] || checkpatch_all
check_demands

echo "$passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ]
