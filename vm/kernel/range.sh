# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# SERIES=A..B: commits of the git tree KSRC. The kernel is the one the range begins from, whatever is checked out there; its
# files are put into $CACHE/git/<slot>/linux, with an index of our own, so nothing is written into the user's repository.
# fd 6: shared while this process reads that folder, exclusive while another commit is put there.

# is_range WORD: A..B, with A at least, and no path.
is_range() {
	case $1 in
	*...* | ../* | */../* | */..) return 1 ;;
	?*..*) return 0 ;;
	esac
	return 1
}

# range_word: the range in SERIES, if there is one.
range_word() {
	set -f
	for _w in ${SERIES:-}; do
		[ -e "$_w" ] || [ -e "$TOP/$_w" ] || ! is_range "$_w" || { echo "$_w"; break; }
	done
	set +f
}

# range_source WORD: SRC_* for the commit where the range begins.
range_source() {
	SRC_RANGE=$1
	_a=${1%%..*} _b=${1#*..}
	for _c in "$_a" "${_b:=HEAD}"; do
		source_git rev-parse -q --verify "$_c^{commit}" >/dev/null ||
			die "SERIES=$1: the git tree KSRC=$KSRC has no commit '$_c'"
	done
	RANGE_TIP=$(source_git rev-parse "$_b^{commit}")
	RANGE_BASE=$(source_git merge-base "$_a" "$_b") || die "SERIES=$1: the two have no common commit in KSRC=$KSRC"
	[ "$(source_git rev-list --count "$RANGE_BASE..$RANGE_TIP")" -gt 0 ] || die "SERIES=$1 holds no commit (KSRC=$KSRC)"
	[ "$(source_git rev-list --merges --count "$RANGE_BASE..$RANGE_TIP")" = 0 ] ||
		die "SERIES=$1 holds merge commits; a series is a line of patches: rebase it, or build its end with SERIES=none"
	range_describe
}

# commit_source REV: SRC_* for one commit.
commit_source() {
	RANGE_BASE=$(source_git rev-parse -q --verify "$1^{commit}") || die "KSRC=$KSRC@$1: the git tree has no commit '$1'"
	range_describe
}

range_describe() {
	SRC_KIND=range
	range_checkout "$RANGE_BASE"
	SRC_DESC="KSRC $(source_git describe --always --tags "$RANGE_BASE")"
	SRC_SHA256=$(source_git rev-parse "$RANGE_BASE^{tree}")
}

# range_checkout COMMIT: its files are in SRC_DIR and stay there until we end.
range_checkout() {
	SRC_SLOT=git-$(printf '%s' "$SRC_REPO" | sha256sum | cut -c1-12)
	_slot=$CACHE/git/$SRC_SLOT
	SRC_DIR=$_slot/linux
	mkdir -p "$SRC_DIR" || die "cannot write to the cache $CACHE"
	exec 6>"$_slot/lock"
	while flock -s 6 && [ "$(cat "$_slot/commit" 2>/dev/null)" != "$1" ]; do
		flock -u 6
		flock -n -x 6 || { say "waiting: another process uses another commit of $SRC_REPO"; flock -x 6; }
		if [ "$(cat "$_slot/commit" 2>/dev/null)" != "$1" ]; then
			rm -f "$_slot/commit" "$_slot/index.lock"
			GIT_INDEX_FILE=$_slot/index GIT_WORK_TREE=$SRC_DIR GIT_DIR=$(source_git rev-parse --absolute-git-dir) \
				git -c safe.directory='*' -c core.fsmonitor=false -c core.sparseCheckout=false -c core.splitIndex=false \
				-c core.bare=false read-tree --reset -u "$1" || die "cannot check out $1 into $SRC_DIR"
			echo "$1" >"$_slot/commit"
		fi
		flock -u 6
	done
}

# range_mbox: the range as an mbox; how the user's git likes its diffs is of no interest here.
range_mbox() {
	_mbox=$CACHE/git/$SRC_SLOT/$(echo "$RANGE_BASE$RANGE_TIP" | hash_full | cut -c1-16).mbox
	[ -s "$_mbox" ] || {
		source_git -c diff.noprefix=false -c diff.mnemonicPrefix=false format-patch --stdout --numbered --no-signature \
			--zero-commit --no-attach --no-cover-letter --no-ext-diff --no-color --no-renames --src-prefix=a/ --dst-prefix=b/ \
			--subject-prefix=PATCH "$RANGE_BASE..$RANGE_TIP" >"$_mbox.$$" && mv "$_mbox.$$" "$_mbox"
	} || die "git cannot write $SRC_RANGE of KSRC=$KSRC as patches"
	printf '%s\n' "$_mbox"
}
