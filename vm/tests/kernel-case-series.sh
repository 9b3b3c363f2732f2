# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154 # rc and out are set by run()
# Other people's series: the forms SERIES= takes, and one clear sentence for each way it can be no good.

# toy_series: $T/s/000N.patch, four patches "[PATCH v2 N/4]" on lines 5, 8, 11 and 14; each is in the context of the next one.
toy_series() {
	rm -rf "$T/s" "$T/a" "$T/b" && mkdir -p "$T/s" "$T/a" && cp -R "$T/ksrc/kernel" "$T/a"
	for n in 1 2 3 4; do
		rm -rf "$T/b" && cp -R "$T/a" "$T/b"
		sed -i "$((3 * n + 2))s/.*/int part_$n; FTRACE_STACKMAP/" "$T/b/kernel/trace/trace.c"
		[ "$n" != "${BREAK:-}" ] || sed -i "$((3 * n + 3))s/.*/BROKEN/" "$T/b/kernel/trace/trace.c"
		mail "[PATCH v2 $n/4] part $n" >"$T/s/000$n.patch"
		rm -rf "$T/a" && mv "$T/b" "$T/a"
	done
}

# mail SUBJECT: one mail of an mbox; its diff is that between $T/a and $T/b, if there is a $T/b.
mail() {
	printf 'From 0000 Mon Sep 17 00:00:00 2001\nFrom: A <a@b>\nDate: Tue, 1 Dec 2026 10:00:00 +0000\nSubject: %s\n\ntext\n---\n' "$1"
	[ ! -d "$T/b" ] || (cd "$T" && diff -u a/kernel/trace/trace.c b/kernel/trace/trace.c)
	printf -- '-- \n2.39\n\n'
}

parts() { [ "$(grep -c part_ "$out/kernel/trace/trace.c")" = "$1" ]; }
sentences() { [ "$(grep -c '^ERROR: ' "$T/stderr")" = 1 ]; }

# refused WHAT WORDS: exit ERROR, one sentence, which says WORDS
refused() {
	run patched
	expect "$1: exit ERROR" [ "$rc" = 3 ]
	expect "$1: one sentence" sentences
	expect "$1: $2" says "$2"
}

case_forms() {
	toy_series
	SERIES=$T/s run patched
	expect "directory" parts 4
	SERIES="$T/s/0001.patch $T/s/0002.patch" run patched
	expect "several words" parts 2
	SERIES=$T/s/0001.patch run patched
	expect "single patch" parts 1
	sed '/^From 0000/d' "$T/s/0001.patch" >"$T/one.eml"
	SERIES=$T/one.eml run patched
	expect "a mail as a client saves it" parts 1
	SERIES=none run patched
	expect "none" [ -z "$(find "$out" -type f)" ]
	SERIES=' ' refused "blanks" "SERIES holds nothing but blanks"
}

# As a list archive has it: cover letter, replies with quotes and with a diff of their own, an older version, everything twice.
case_thread() {
	toy_series
	rm -rf "$T/b"
	mail '[PATCH v2 0/4] cover' >"$T/cover"
	mail 'Re: [PATCH v2 2/4] part 2' | sed 's/^text/> --- a\/kernel\/trace\/trace.c\n> +++ b\/kernel\/trace\/trace.c/' >"$T/quote"
	cp -R "$T/a" "$T/b" && sed -i '20s/.*/int suggestion;/' "$T/b/kernel/trace/trace.c"
	mail 'Re: [PATCH v2 3/4] part 3' >"$T/suggestion"
	mail '=?utf-8?q?Re=3A_=5BPATCH_v2_3/4=5D_part?= 3' >"$T/encoded"
	mail '[PATCH] something else' >"$T/else"
	mail '[PATCH 1/4] part 1' >"$T/old"
	cat "$T/s/0003.patch" "$T/suggestion" "$T/cover" "$T/s/0001.patch" "$T/quote" "$T/old" "$T/encoded" "$T/s/0004.patch" \
		"$T/else" "$T/s/0002.patch" "$T/s/0003.patch" >"$T/thread.mbox"
	SERIES=$T/thread.mbox run patched
	expect "exit 0" [ "$rc" = 0 ]
	expect "the four patches" parts 4
	expect "not what a reply suggests" [ -z "$(grep suggestion "$out/kernel/trace/trace.c")" ]
	expect "a reply with a diff is named" says "thread.mbox: left out, a reply: Re: [PATCH v2 3/4] part 3"
	expect "also where its subject is encoded" [ "$(grep -c 'left out, a reply' "$T/stderr")" = 2 ]
	expect "the old version is named" says "thread.mbox: left out, version 1 of 2: [PATCH 1/4] part 1"
	expect "what is not in the series is named" says "left out, it has no number in the series: [PATCH] something else"
	mail '[PATCH v2 3/4] part 3, but another' >>"$T/thread.mbox"
	SERIES=$T/thread.mbox refused "two with one number" "thread.mbox has two different patches that say they are 3/4"
}

case_no_patch() {
	: >"$T/empty.mbox"
	SERIES=$T/empty.mbox refused "empty mbox" "$T/empty.mbox is empty (0 bytes)"
	mail '[PATCH 0/2] cover' >"$T/cover.mbox"
	SERIES=$T/cover.mbox refused "a cover letter alone" "cover.mbox holds no patch (1 mail, none with a diff)"
	toy_series
	{ cat "$T/cover.mbox"; sed 's/^Subject: /Subject: Re: /' "$T/s/0001.patch"; } >"$T/replies.mbox"
	SERIES=$T/replies.mbox refused "only a reply has a diff" "replies.mbox holds no patch (2 mails, none with a diff that is not a reply's)"
	echo "Dear all" >"$T/text"
	SERIES=$T/text refused "a text" "$T/text holds no patch (neither a diff nor an mbox)"
	gzip -c "$T/s/0001.patch" >"$T/x.gz"
	SERIES=$T/x.gz refused "compressed" "$T/x.gz is compressed; gunzip it first"
}

case_damaged() {
	toy_series
	head -n -9 "$T/s/0002.patch" >"$T/short.patch"
	SERIES="$T/s/0001.patch $T/short.patch" refused "cut short" "short.patch does not apply to Linux 9.9.1 (KSRC Linux 9.9.1): kernel/trace/trace.c"
	expect "cut short: says that it is the patch" says "the patch is damaged"
	sed 's/^ int line_\(.\);/int line_\1;/' "$T/s/0001.patch" >"$T/blanks.patch"
	SERIES=$T/blanks.patch refused "blanks lost" "blanks.patch does not apply to Linux 9.9.1 (KSRC Linux 9.9.1): kernel/trace/trace.c"
	expect "blanks lost: says that it is the patch" says "the patch is damaged"
}

case_missing() {
	toy_series
	mkdir "$T/gap" && cp "$T"/s/000[134].patch "$T/gap"
	SERIES=$T/gap refused "one is missing" "0003.patch does not apply to Linux 9.9.1 (KSRC Linux 9.9.1): kernel/trace/trace.c: hunk #1"
	expect "which one" says "; patch 2/4 is not there"
	cat "$T"/s/000[134].patch >"$T/gap.mbox"
	echo >>"$T/gap.mbox"
	SERIES=$T/gap.mbox refused "one is missing in an mbox" "gap.mbox: '[PATCH v2 3/4] part 3' does not apply"
	expect "which one in an mbox" says "; patch 2/4 is not there"
	mkdir "$T/first" && cp "$T"/s/000[12].patch "$T/first"
	SERIES=$T/first run build
	expect "the first two alone are tested" [ "$rc" = 0 ]
	expect "with a word about it" says "WARNING: not there: patch 3..4/4"
	expect "and in the record" grep -qx "SERIES_MISSING=3..4/4" "$out/identity"
}

# Two more sources in the cache: 9.8 takes the series, 9.5 does not.
case_nearest() {
	toy_series
	for v in 9.5 9.8; do
		toy_tree "$T/cache/src/linux-source-${v}_$v.3-1/linux" $v.3
		echo "VERSION=$v.3-1" >"$T/cache/src/linux-source-${v}_$v.3-1/identity"
	done
	sed -i '5s/.*/int old;/' "$T/cache/src/linux-source-9.5_9.5.3-1/linux/kernel/trace/trace.c"
	sed -i '5s/.*/int new;/' "$T/ksrc/kernel/trace/trace.c"
	SERIES=$T/s refused "where it does apply" "hunk #1 (line 2); it does apply to Linux 9.8.3 (KSRC=debian:9.8)"
	sed -i '5s/.*/int old;/' "$T/cache/src/linux-source-9.8_9.8.3-1/linux/kernel/trace/trace.c"
	SERIES=$T/s refused "where it does not either" "; nor to 9.8.3, 9.5.3 (in the cache)"
	expect "they are as they were" grep -q line_9 "$T/cache/src/linux-source-9.5_9.5.3-1/linux/kernel/trace/trace.c"
}

case_does_not_build() {
	BREAK=3 toy_series
	SERIES=$T/s run build
	expect "exit ERROR" [ "$rc" = 3 ]
	expect "first error and the patch" says "kernel/trace/trace.c:7:1: error: BROKEN undeclared; since 0003.patch; see"
	BREAK=1 toy_series
	SERIES=$T/s run build
	expect "the first one" says "; since 0001.patch; see"
	toy_series
	sed -i '25s/.*/BROKEN/' "$T/ksrc/kernel/trace/trace.c"
	SERIES=$T/s run build
	expect "not the series' doing" says "; so it is without the series: the kernel itself does not build; see"
	sed -i '25s/.*/int line_25;/' "$T/ksrc/kernel/trace/trace.c"
	SERIES=$T/s run build
	expect "and nothing is left of it" [ "$rc" = 0 ]
}

# A git tree: v1 is tagged, "topic" has three commits on top, something else is checked out, something is not committed.
toy_git() {
	git_toy() { git -C "$T/ksrc" -c user.name=t -c user.email=t@t "$@" >/dev/null 2>&1; }
	git_toy init -q && git_toy add . && git_toy commit -qm one && git_toy tag v1 && git_toy checkout -qb topic
	for n in 1 2 3; do
		sed -i "$((4 * n + 1))s/.*/int part_$n; FTRACE_STACKMAP/" "$T/ksrc/kernel/trace/trace.c"
		git_toy commit -qam "part $n"
	done
	git_toy checkout -q v1 && git_toy checkout -qb other
	echo 'int other;' >>"$T/ksrc/kernel/trace/trace.c"
	git_toy commit -qam "other"
	echo 'int mine;' >>"$T/ksrc/lib/other.c"
	find "$T/ksrc" -exec touch -h -d '2026-01-01 00:00:00' {} +
}

case_range() {
	toy_git
	before=$(listing "$T/ksrc")
	SERIES=v1..topic run tree
	expect "exit 0" [ "$rc" = 0 ]
	expect "its three commits" parts 3
	expect "on the commit it begins from, not on what is checked out" [ -z "$(grep other "$out/kernel/trace/trace.c")" ]
	expect "nor what is not committed" [ -z "$(grep mine "$out/lib/other.c")" ]
	SERIES=v1..topic run build
	expect "builds" [ "$rc" = 0 ]
	expect "says from where" grep -qx 'KERNEL_SOURCE=KSRC v1' "$out/identity"
	SERIES=v1..topic~1 run patched
	expect "a shorter one" parts 2
	compiled=$(find "$T/cache/trees" -name compiled)
	: >"$compiled"
	SERIES=other~1..other run tree
	expect "another beginning" grep -q 'int other' "$out/kernel/trace/trace.c"
	SERIES=topic~1..topic run build
	expect "a beginning of its own" parts_built 3
	expect "only what differs is compiled" [ "$(sort -u "$compiled")" = trace ]
	SERIES="v1..topic $T/x.patch" toy_patch "$T/x.patch" 25 "int more;"
	SERIES="v1..topic $T/x.patch" run patched
	expect "and a patch on top" grep -q 'int more' "$out/kernel/trace/trace.c"
	expect "KSRC as it was, .git included" [ "$(listing "$T/ksrc")" = "$before" ]
}
parts_built() { [ "$(grep -c part_ "$out/image")" = "$1" ]; }

case_range_refused() {
	toy_git
	SERIES=v1..nosuch refused "no such commit" "SERIES=v1..nosuch: the git tree KSRC=$T/ksrc has no commit 'nosuch'"
	SERIES=topic..v1 refused "nothing in it" "SERIES=topic..v1 holds no commit"
	git_toy stash && git_toy merge -q topic -m merge
	SERIES=v1..other refused "a merge in it" "SERIES=v1..other holds merge commits"
	rm -rf "$T/ksrc/.git"
	SERIES=v1..topic refused "no git tree" "SERIES=v1..topic is a git range: KSRC= must name the git tree it is in"
}

case_carries_it() {
	printf 'config FTRACE_STACKMAP\n' >"$T/ksrc/kernel/trace/Kconfig"
	sed -i '5s/.*/FTRACE_STACKMAP/' "$T/ksrc/kernel/trace/trace.c"
	before=$(listing "$T/ksrc")
	unset SERIES
	run build
	expect "built as it is" [ "$rc" = 0 ]
	expect "with a word about it" says "KSRC Linux 9.9.1 carries a stackmap: it is tested as it is, no patch is applied"
	expect "and in the record" grep -qx SERIES=none "$out/identity"
	toy_series
	sed -i 's/int line_8;/int another;/' "$T/s/0002.patch"
	SERIES=$T/s refused "a series on top that does not fit" "; this tree carries a stackmap already, SERIES=none tests it as it is"
	expect "KSRC as it was" [ "$(listing "$T/ksrc")" = "$before" ]
}
