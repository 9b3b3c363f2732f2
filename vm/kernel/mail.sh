# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# Patches out of mails: what a list archive or `git format-patch --stdout` has in one file, with the cover letter and the
# discussion. A column of DIR/list, tab separated: file in DIR, version, number, of how many (- - 0: not numbered), what
# to call it.

# mail_split FILE DIR ORDER
mail_split() {
	case $(head -c 2 "$1" | od -An -tx1 | tr -d ' ') in
	1f8b) die "SERIES: $1 is compressed; gunzip it first" ;;
	esac
	if ! mail_is "$1"; then
		grep -qE '^(--- |diff --git )' "$1" || die "SERIES: $1 holds no patch (neither a diff nor an mbox)"
		cp "$1" "$2/$3-0000.patch" || die "cannot write to $2"
		printf '%s\t-\t-\t0\t%s\n' "$3-0000.patch" "$(basename "$1")" >>"$2/list"
		return
	fi
	rm -rf "$2/mail"
	mkdir -p "$2/mail/box" || die "cannot write to $2"
	if head -n 1 "$1" | grep -q '^From '; then
		git mailsplit -b -o"$2/mail/box" "$1" >/dev/null 2>&1 || die "SERIES: $1 is no readable mbox"
	else
		cp "$1" "$2/mail/box/0001"
	fi
	mail_read "$1" "$2/mail"
	mail_choose "$1" "$2/mail"
	while IFS='	' read -r _v _num _of _mail _subject; do
		_to=$3-$(printf %04d "${_num#-}")-$_mail.patch
		mv "$2/mail/$_mail.diff" "$2/$_to"
		_label=$(basename "$1")
		[ "$_mails" = 1 ] || _label="$_label: '$_subject'"
		printf '%s\t%s\t%s\t%s\t%s\n' "$_to" "$_v" "$_num" "$_of" "$_label" >>"$2/list"
	done <"$2/mail/chosen"
	rm -rf "$2/mail"
}

# mail_is FILE: an mbox, or one mail with its header.
mail_is() {
	head -n 1 "$1" | grep -q '^From ' && return 0
	sed '/^[[:space:]]*$/q' "$1" | grep -q '^From: ' && sed '/^[[:space:]]*$/q' "$1" | grep -q '^Subject: '
}

# mail_read FILE WORK: WORK/<mail>.diff of each mail that has one, and WORK/all: version, number, of, mail, kind, subject.
mail_read() {
	: >"$2/all"
	for _m in "$2"/box/*; do
		_b=$(basename "$_m")
		git mailinfo -k "$2/msg" "$2/$_b.diff" <"$_m" >"$2/info" 2>/dev/null || die "SERIES: $1: mail $_b is not readable"
		grep -qE '^(--- (a/|"a/|/dev/null)|diff --git )' "$2/$_b.diff" || continue
		_subject=$(sed -n 's/^Subject: //p' "$2/info" | tr '\t' ' ' | head -n 1)
		printf '%s\n' "$_subject" | awk -v mail="$_b" '{
			s = $0; tag = ""; v = 1; n = "-"; m = 0; kind = "patch"
			if (tolower(s) ~ /^(re|aw|sv|antw|fwd?)(\[[0-9]+\])?:/) kind = "reply"
			while (match(s, /\[[^]]*\]/)) { t = substr(s, RSTART + 1, RLENGTH - 2); s = substr(s, RSTART + RLENGTH)
				if (t ~ /PATCH|RFC/) tag = tag " " t }
			if (match(tag, /[0-9]+\/[0-9]+ *$/)) { split(substr(tag, RSTART), f, "/"); n = f[1] + 0; m = f[2] + 0 }
			if (match(tag, /[vV][0-9]+/)) v = substr(tag, RSTART + 1, RLENGTH - 1)
			print v "\t" n "\t" m "\t" mail "\t" (tag == "" && kind == "patch" ? "untagged" : kind) "\t" $0 }' >>"$2/all"
	done
}

# mail_choose FILE WORK: of WORK/all the latest version of the series, in order; each patch that is left out is named.
mail_choose() {
	_mails=$(find "$2/box" -type f | wc -l)
	awk -F '\t' -v OFS='\t' '
		{ line[NR] = $0; kind[NR] = $5; v[NR] = $1 + 0; n[NR] = $2 }
		kind[NR] == "patch" { tagged = 1; if (n[NR] != "-") { numbered = 1; if (v[NR] > top) top = v[NR] } }
		END { for (i = 1; i <= NR; i++) { split(line[i], f, "\t"); why = ""
			if (kind[i] == "reply") why = "a reply"
			else if (tagged && kind[i] == "untagged") why = "its subject has no [PATCH]"
			else if (numbered && n[i] == "-") why = "it has no number in the series"
			else if (numbered && v[i] < top) why = "version " v[i] " of " top
			if (why != "") print why, f[6] >"/dev/stderr"
			else print f[1], f[2], f[3], f[4], f[6] } }' "$2/all" 2>"$2/left" | sort -t '	' -s -k2,2n >"$2/chosen"
	[ -s "$2/chosen" ] || die "SERIES: $1 holds no patch ($_mails mail$([ "$_mails" = 1 ] || echo s), none with a diff$(
		[ ! -s "$2/left" ] || echo " that is not a reply's"))"
	while IFS='	' read -r _why _subject; do
		say "$(basename "$1"): left out, $_why: $_subject"
	done <"$2/left"
	mail_twice "$1" "$2"
}

# mail_twice FILE WORK: lists deliver a mail twice; two patches with one number are something else.
mail_twice() {
	_last='' _lastmail=''
	while IFS='	' read -r _v _num _of _mail _subject; do
		if [ "$_num" != - ] && [ "$_num" = "$_last" ]; then
			cmp -s "$2/$_mail.diff" "$2/$_lastmail.diff" ||
				die "SERIES: $1 has two different patches that say they are $_num/$_of ('$_subject')"
			continue
		fi
		_last=$_num _lastmail=$_mail
		printf '%s\t%s\t%s\t%s\t%s\n' "$_v" "$_num" "$_of" "$_mail" "$_subject"
	done <"$2/chosen" >"$2/once" || exit "$E_ERROR"
	mv "$2/once" "$2/chosen"
}
