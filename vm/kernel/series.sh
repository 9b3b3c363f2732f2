# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# Which patches: SERIES is empty (patches/series), none, or one or more of directory, mbox, patch file, separated by blanks
# and applied in that order ("patches/series patches/mutants/x.patch"). The result, only the files the patches touch, is kept
# in $CACHE/patched/<source>-<series>/: files/ and touched (paths relative to the tree; one that is not in files/ is deleted).

# series_files: the patch and mbox files in order, one per line.
series_files() {
	[ "${SERIES:=patches/series}" != none ] || return 0
	if [ -e "$SERIES" ]; then
		series_item "$SERIES"
		return
	fi
	for _item in $SERIES; do series_item "$_item"; done
}

series_item() {
	_path=$1
	[ -e "$_path" ] || _path=$TOP/$1
	if [ -d "$_path" ]; then
		set -- "$_path"/*.patch
		[ -f "$1" ] || die "SERIES: no *.patch in $_path; SERIES=none builds the kernel unpatched"
		printf '%s\n' "$@"
	elif [ -s "$_path" ]; then
		printf '%s\n' "$_path"
	else
		die "SERIES: $1 is neither a directory of patches, an mbox, a patch nor 'none'"
	fi
}

# series_resolve: SERIES_FILES and SERIES_HASH (content of the patches in order; "none" without any).
series_resolve() {
	SERIES_FILES=$(series_files) || exit "$E_ERROR"
	SERIES_HASH=none
	[ -z "$SERIES_FILES" ] ||
		SERIES_HASH=$(printf '%s\n' "$SERIES_FILES" | tr '\n' '\0' | xargs -0 cat | hash_full | cut -c1-16)
	PATCHED=$CACHE/patched/$SRC_ID-$SERIES_HASH
}

# series_split FILE DIR N: an mbox becomes one patch per mail in the order of its [PATCH n/m]; a plain patch stays itself.
series_split() {
	if ! head -n 1 "$1" | grep -q '^From '; then
		cp "$1" "$2/$3-0000-$(basename "$1")"
		return
	fi
	mkdir "$2/mails" && git mailsplit -b -o"$2/mails" "$1" >/dev/null || die "SERIES: $1 is no readable mbox"
	for _mail in "$2"/mails/*; do
		git mailinfo "$2/msg" "$2/diff" <"$_mail" >"$2/info" 2>/dev/null || die "SERIES: $1: unreadable mail $(basename "$_mail")"
		grep -q '^--- ' "$2/diff" || continue
		_seq=$(sed -n 's/^Subject:.*\[[^]]*[^0-9v]\([0-9]\{1,\}\)\/[0-9]\{1,\}\].*/\1/p' "$_mail" | head -n 1)
		_title=$(sed -n 's/^Subject: //p' "$2/info" | tr -c 'A-Za-z0-9\n' '-' | cut -c1-60)
		mv "$2/diff" "$2/$3-$(printf '%04d' "${_seq:-$(basename "$_mail" | sed 's/^0*//')}")-$_title.patch"
	done
	rm -rf "$2/mails" "$2/msg" "$2/diff" "$2/info"
}

# series_touched PATCH...: every path the patches read or write.
series_touched() {
	sed -n -e 's,^\(---\|+++\) [ab]/\([^	]*\).*$,\2,p' -e 's,^\(rename\|copy\) \(from\|to\) ,,p' "$@" | LC_ALL=C sort -u
}

# series_prepare: make $PATCHED. The tree itself is only read: a patch that does not apply costs nothing.
series_prepare() {
	[ ! -f "$PATCHED/touched" ] || return 0
	_tmp=$CACHE/tmp/patched.$$
	rm -rf "$_tmp"
	mkdir -p "$_tmp/files" "$_tmp/split" "$CACHE/patched" || die "cannot write to the cache $CACHE"
	_n=1000
	printf '%s\n' "$SERIES_FILES" | while read -r _file; do
		[ -n "$_file" ] || continue
		_n=$((_n + 1))
		series_split "$_file" "$_tmp/split" "$_n"
	done || exit "$E_ERROR"
	if [ -n "$SERIES_FILES" ]; then
		series_touched "$_tmp"/split/*.patch >"$_tmp/touched.new" || die "SERIES=$SERIES holds no patch"
		(cd "$SRC_DIR" && while read -r _p; do [ ! -f "$_p" ] || printf '%s\0' "$_p"; done) <"$_tmp/touched.new" |
			(cd "$SRC_DIR" && xargs -0r cp --parents --no-preserve=ownership -t "$_tmp/files") || die "cannot copy from $SRC_DIR"
		series_apply "$_tmp"
	fi
	: >>"$_tmp/touched.new"
	rm -rf "$_tmp/split"
	mv "$_tmp/touched.new" "$_tmp/touched"
	mv -T "$_tmp" "$PATCHED" 2>/dev/null || [ -f "$PATCHED/touched" ] || die "cannot create $PATCHED"
	rm -rf "$_tmp"
}

# series_apply TMP: no fuzz, as git am; offsets are fine.
series_apply() {
	for _patch in "$1"/split/*.patch; do
		patch -d "$1/files" -p1 -F0 -f --no-backup-if-mismatch <"$_patch" >"$1/log" 2>&1 || series_reject "$1" "$_patch"
	done
	find "$1/files" -name '*.orig' -exec rm -f {} +
	rm -f "$1/log"
}

series_reject() {
	_where=$(awk '/^(patching|checking) file / { f = $3 }
		/^Hunk #[0-9]+ FAILED/ { print f ": hunk " $2 " (line " $5 ")"; exit }
		/^can.t find file|^patch: / { l = $0 } END { if (l) print l }' "$1/log" | sed 's/\.)$/)/; s/\.$//')
	_name=$(basename "$2" | sed 's/^[0-9]*-0000-//')
	say "$(find "$1/files" -name '*.rej' -exec head -n 14 {} \; | sed 's/^/    /')"
	rm -rf "$1"
	die "$_name does not apply to Linux $(source_version) ($SRC_DESC): ${_where:-unknown reason}"
}
