# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154 # rc and out are set by run()
# The work tree: the user's tree stays untouched, and only what differs changes.

# changed_since MARK: files of the work tree newer than MARK.
changed_since() { (cd "$tree" && find . -newer "$1" -type f | LC_ALL=C sort | tr '\n' ' '); }
mark() { sleep 0.02; touch "$T/mark"; sleep 0.02; }

case_ksrc_untouched() {
	touch "$T/ksrc/lib/junk.o" "$T/ksrc/.config" "$T/ksrc/vmlinux"
	echo 'int mine;' >>"$T/ksrc/lib/other.c"
	before=$(listing "$T/ksrc")
	toy_patch "$T/x.patch" 5 "FTRACE_STACKMAP"
	SERIES=$T/x.patch run build
	expect "builds" [ "$rc" = 0 ]
	SERIES=$T/x.patch run tree
	tree=$out
	expect "patched there" grep -q FTRACE_STACKMAP "$tree/kernel/trace/trace.c"
	expect "with local modifications" grep -q mine "$tree/lib/other.c"
	for f in lib/junk.o .config vmlinux; do
		expect "without the build product $f" [ ! -e "$tree/$f" ]
	done
	expect "KSRC as it was" [ "$(listing "$T/ksrc")" = "$before" ]
}

case_ksrc_git() {
	(cd "$T/ksrc" && git init -q && git add . && git -c user.name=t -c user.email=t@t commit -qm one) >/dev/null
	echo 'int dirty;' >>"$T/ksrc/lib/other.c"
	echo 'int fresh;' >"$T/ksrc/lib/fresh.c"
	rm "$T/ksrc/.gitignore"
	before=$(listing "$T/ksrc")
	run tree
	expect "local modification" grep -q dirty "$out/lib/other.c"
	expect "untracked file" [ -f "$out/lib/fresh.c" ]
	expect "deleted file" [ ! -e "$out/.gitignore" ]
	expect "KSRC as it was, .git included" [ "$(listing "$T/ksrc")" = "$before" ]
	run build
	first=$out
	expect "described" grep -q '^KERNEL_SOURCE=KSRC .*-dirty$' "$out/identity"
	(cd "$T/ksrc" && git stash -q)
	run build
	expect "another content, another kernel" [ "$out" != "$first" ]
}

case_small_change() {
	toy_patch "$T/x.patch" 5 FTRACE_STACKMAP
	toy_patch "$T/y.patch" 20 "int y;"
	SERIES="$T/x.patch" run build
	SERIES="$T/x.patch" run tree
	tree=$out
	compiled=$(find "$T/cache/trees" -name compiled)
	mark
	: >"$compiled"
	SERIES="$T/x.patch $T/y.patch" run build
	expect "second patch on top" [ "$rc" = 0 ]
	expect "only the patched file is replaced" [ "$(changed_since "$T/mark")" = "./kernel/trace/trace.c " ]
	expect "only its object is compiled" [ "$(cat "$compiled")" = trace ]
	expect "both are in the kernel" grep -q 'int y;' "$out/image"
	mark
	: >"$compiled"
	SERIES="$T/x.patch" run tree
	expect "back: content" [ -z "$(grep 'int y;' "$tree/kernel/trace/trace.c")" ]
	expect "back: a new time, so make sees it" [ "$(changed_since "$T/mark")" = "./kernel/trace/trace.c " ]
	mark
	echo 'int edit;' >>"$T/ksrc/lib/other.c"
	SERIES="$T/x.patch" run build
	expect "an edit in KSRC compiles that file" grep -q other "$compiled"
	expect "and is in the kernel" grep -q 'int edit;' "$out/image"
}

case_patch_fails() {
	toy_patch "$T/x.patch" 5 FTRACE_STACKMAP
	sed -i '5s/.*/int somebody_else;/' "$T/ksrc/kernel/trace/trace.c"
	run tree
	before=$(listing "$out")
	SERIES=$T/x.patch run build
	expect "exit ERROR" [ "$rc" = 3 ]
	expect "file, hunk, version" says "x.patch does not apply to Linux 9.9.1 (KSRC Linux 9.9.1): kernel/trace/trace.c: hunk #1 (line 2)"
	expect "the work tree is as it was" [ "$(listing "$T/cache/trees/"*/linux)" = "$before" ]
	SERIES=$T/nosuch run build
	expect "SERIES that is nothing" says "is neither a directory of patches, an mbox, a patch, a git range of KSRC nor 'none'"
	mkdir "$T/empty"
	SERIES=$T/empty run build
	expect "SERIES that is empty" says "no *.patch in $T/empty"
}

case_mbox() {
	toy_patch "$T/1.patch" 5 FTRACE_STACKMAP
	sed -e 's/int line_10;/int line_ten;/' -i "$T/ksrc/kernel/trace/trace.c"
	toy_patch "$T/2.patch" 20 "int two;"
	{
		# the second patch comes first in the file, as in an archive; the cover letter has no diff
		for n in 2 0 1; do
			printf 'From 0000 Mon Sep 17 00:00:00 2001\nFrom: A <a@b>\nSubject: [RFC PATCH v7 %d/2] part %d\n\ntext\n---\n' $n $n
			[ $n = 0 ] || cat "$T/$n.patch"
			printf -- '-- \n2.39\n\n'
		done
	} >"$T/series.mbox"
	SERIES=$T/series.mbox run tree
	expect "exit 0" [ "$rc" = 0 ]
	expect "first" grep -q FTRACE_STACKMAP "$out/kernel/trace/trace.c"
	expect "second" grep -q 'int two' "$out/kernel/trace/trace.c"
	SERIES=$T/series.mbox run patched
	expect "patched: only the touched file" [ "$(cd "$out" && find . -type f)" = ./kernel/trace/trace.c ]
}

case_two_at_once() {
	toy_patch "$T/x.patch" 5 FTRACE_STACKMAP
	toy_patch "$T/y.patch" 6 FTRACE_STACKMAP
	for n in 1 2 3; do
		SERIES=$T/x.patch "$T/top/vm/kernel.sh" build >"$T/x.out" 2>>"$T/stderr" &
		SERIES=$T/y.patch "$T/top/vm/kernel.sh" build >"$T/y.out" 2>>"$T/stderr"
		wait
		expect "x has x ($n)" [ "$(sed -n 5p "$(cat "$T/x.out")/image")" = FTRACE_STACKMAP ]
		expect "y has y ($n)" [ "$(sed -n 6p "$(cat "$T/y.out")/image")" = FTRACE_STACKMAP ]
		expect "y has not x ($n)" [ "$(sed -n 5p "$(cat "$T/y.out")/image")" = 'int line_5;' ]
		rm -rf "$T/cache/kernels"
	done
}

case_interrupted_sync() {
	toy_patch "$T/x.patch" 5 FTRACE_STACKMAP
	SERIES=$T/x.patch run tree
	tree=$out
	# as a kill in the middle of going back to "none" leaves it: no id, the file half way
	rm "$T"/cache/trees/*/id
	echo 'int half;' >"$tree/kernel/trace/trace.c"
	run tree
	expect "the next call repairs it" cmp -s "$T/ksrc/kernel/trace/trace.c" "$tree/kernel/trace/trace.c"
}
