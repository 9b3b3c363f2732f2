# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# Which patches: SERIES is empty (patches/series), none, or one or more of directory, mbox, patch file and git range (A..B, in
# KSRC), separated by blanks and applied in that order ("patches/series patches/mutants/x.patch"). The result, only the files
# the patches touch, is kept in $CACHE/patched/<source>-<series>/: files/, touched (paths relative to the tree; one that is
# not in files/ is deleted) and missing (numbers that the series' own count says there should be).

# series_files: the patch and mbox files in order, one per line.
series_files() {
	[ "${SERIES:=patches/series}" != none ] || return 0
	if [ -e "$SERIES" ]; then
		series_item "$SERIES"
		return
	fi
	[ -n "$(printf '%s' "$SERIES" | tr -d ' \t\n')" ] || die "SERIES holds nothing but blanks; SERIES=none builds the kernel unpatched"
	for _item in $SERIES; do series_item "$_item" || exit "$E_ERROR"; done
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
	elif [ -e "$_path" ]; then
		die "SERIES: $1 is empty (0 bytes): no patch to apply"
	elif is_range "$1"; then
		[ "$1" = "${SRC_RANGE:-}" ] || die "SERIES=$1 is a git range: KSRC= must name the git tree it is in"
		range_mbox
	else
		die "SERIES: $1 is neither a directory of patches, an mbox, a patch, a git range of KSRC nor 'none'"
	fi
}

# series_resolve: SERIES_FILES and SERIES_HASH (content of the patches in order; "none" without any).
series_resolve() {
	if [ -z "${SERIES:-}" ] && [ -n "${KSRC:-}" ] && source_has_stackmap; then
		say "$SRC_DESC carries a stackmap: it is tested as it is, no patch is applied"
		SERIES=none
	fi
	SERIES_FILES=$(series_files) || exit "$E_ERROR"
	SERIES_HASH=none
	[ -z "$SERIES_FILES" ] || SERIES_HASH=$(series_hash)
	PATCHED=$CACHE/patched/$SRC_ID-$SERIES_HASH
}

series_hash() {
	printf '%s\n' "$SERIES_FILES" | tr '\n' '\0' | xargs -0 cat | hash_full | cut -c1-16
}

# series_split DIR: each patch of SERIES_FILES into DIR as <order>.patch, and DIR/list: mail.sh has its columns.
series_split() {
	mkdir -p "$1" && : >"$1/list" || die "cannot write to $1"
	_order=1000
	printf '%s\n' "$SERIES_FILES" | while read -r _file; do
		_order=$((_order + 1))
		mail_split "$_file" "$1" "$_order"
	done || exit "$E_ERROR"
}

# series_missing LIST: "3/5" of each number below the last one there, and "4..5/5" of those behind it.
series_missing() {
	awk -F '\t' '$3 ~ /^[0-9]+$/ && $4 > 0 { k = $2 "\t" $4; if (!(k in last)) key[++n] = k
			there[k, $3 + 0]; if ($3 + 0 > last[k]) last[k] = $3 + 0 }
		END { for (i = 1; i <= n; i++) { split(key[i], f, "\t"); m = f[2]
			for (j = 1; j < last[key[i]]; j++) if (!((key[i], j) in there)) print j "/" m
			if (last[key[i]] < m) print last[key[i]] + 1 (last[key[i]] + 1 < m ? ".." m : "") "/" m } }' "$1"
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
	mkdir -p "$_tmp/files" "$CACHE/patched" || die "cannot write to the cache $CACHE"
	if [ -n "$SERIES_FILES" ]; then
		series_split "$_tmp/split"
		series_missing "$_tmp/split/list" >"$_tmp/missing"
		sed 's/^/WARNING: not there: patch /' "$_tmp/missing" >&2
		series_touched "$_tmp"/split/*.patch >"$_tmp/touched.new"
		series_try "$SRC_DIR" "$_tmp" || series_reject "$_tmp"
		[ -z "$(find "$_tmp/files" -type f | head -n 1)" ] && [ ! -s "$_tmp/touched.new" ] && die "SERIES=$SERIES changes no file"
	fi
	: >>"$_tmp/touched.new"
	rm -rf "$_tmp/split" "$_tmp/log"
	mv "$_tmp/touched.new" "$_tmp/touched"
	mv -T "$_tmp" "$PATCHED" 2>/dev/null || [ -f "$PATCHED/touched" ] || die "cannot create $PATCHED"
	rm -rf "$_tmp"
}

# series_try SOURCE TMP: the patches of TMP/split on copies in TMP/files. No fuzz, as git am; offsets are fine. What failed
# is in TMP/failed (the patch) and TMP/log.
series_try() {
	(cd "$1" && while read -r _p; do [ ! -f "$_p" ] || printf '%s\0' "$_p"; done) <"$2/touched.new" |
		(cd "$1" && xargs -0r cp --parents --no-preserve=ownership -t "$2/files") || die "cannot copy from $1"
	for _patch in "$2"/split/*.patch; do
		patch -d "$2/files" -p1 -F0 -f --no-backup-if-mismatch <"$_patch" >"$2/log" 2>&1 && continue
		basename "$_patch" >"$2/failed"
		return 1
	done
	find "$2/files" -name '*.orig' -exec rm -f {} +
}

# series_reject TMP: patch, file, hunk and kernel; what is missing; and where the series does apply, if that is at hand.
series_reject() {
	_failed=$(cat "$1/failed")
	_where=$(awk '/^(patching|checking) file / { f = $3 }
		/^Hunk #[0-9]+ FAILED/ { if (!l) l = f ": hunk " $2 " (line " $5 ")" }
		/^can.t find file|^patch: / { if (!l) l = (f ? f ": " : "") $0 }
		/^The next patch would create the file/ { if (!l) { l = $0; sub(/! .*/, "", l) } }
		END { print l }' "$1/log" | sed 's/\.)$/)/; s/\.$//')
	case $_where in *malformed*at\ line* | *unexpected*)
		_where="$_where: the patch is damaged" ;;
	esac
	_label=$(awk -F '\t' -v f="$_failed" '$1 == f { print $5 }' "$1/split/list")
	# Of what is missing only what should have come before counts here.
	_gap=$(awk -F '\t' -v f="$_failed" 'NR == FNR { if ($1 == f) { n = $3 + 0; m = $4 }; next }
		{ split($0, g, "/"); if (g[2] == m && g[1] + 0 < n) { print; exit } }' "$1/split/list" "$1/missing")
	! _rej=$(sed -n '1,14s/^/    /p' "$1/files/${_where%%:*}.rej" 2>/dev/null) || say "$_rej"
	case $_where in *damaged) _also='' ;; *) _also=$(series_elsewhere "$1") ;; esac
	rm -rf "$1"
	! source_has_stackmap || _also="; this tree carries a stackmap already, SERIES=none tests it as it is"
	die "$_label does not apply to Linux $(source_version "$SRC_DIR") ($SRC_DESC): ${_where:-unknown reason}${_gap:+; patch $_gap is not there}$_also"
}

# series_elsewhere TMP: a clause about the sources in the cache, nearest version first.
series_elsewhere() {
	_here=$(source_version "$SRC_DIR" | version_number)
	_no=
	for _id in $(for _f in "$CACHE"/src/*/identity; do
		_d=${_f%/identity}
		[ ! -f "$_f" ] || [ "$_d/linux" = "$SRC_DIR" ] ||
			echo "$(source_version "$_d/linux" | version_number) $(basename "$_d")"
	done | awk -v here="$_here" '{ d = $1 - here; print (d < 0 ? -d : d), $2 }' | sort -n | cut -d ' ' -f 2); do
		_v=$(source_version "$CACHE/src/$_id/linux")
		mkdir -p "$1/else/files"
		ln -sfn "$1/split" "$1/else/split"
		cp "$1/touched.new" "$1/else/"
		if series_try "$CACHE/src/$_id/linux" "$1/else"; then
			_pkg=${_id%%_*}
			printf '; it does apply to Linux %s (KSRC=debian:%s)' "$_v" "${_pkg#linux-source-}"
			return
		fi
		_no="$_no${_no:+, }$_v"
		rm -rf "$1/else"
	done
	[ -z "$_no" ] || printf '; nor to %s (in the cache)' "$_no"
}
