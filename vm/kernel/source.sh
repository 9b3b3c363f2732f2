# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# Which kernel tree: Debian's package (default; KSRC=debian:7.2 picks the series) or the user's KSRC=<dir>, git
# or plain (KSRC=<dir>@<commit>: as it is in that commit, whatever is checked out).
# source_resolve sets SRC_DIR (never written to), SRC_SLOT (one work tree per slot), SRC_ID (changes with any content),
# SRC_DESC (for humans), SRC_SHA256 (of the package, or of the content), SRC_KIND (debian, git, plain, range).

source_resolve() {
	case ${KSRC:-} in
	'' | debian:*) source_debian ;;
	*) source_ksrc ;;
	esac
}

# source_debian: what is in the cache is used without asking the archive; `kernel.sh fetch newest` asks.
source_debian() {
	case ${KSRC:-} in
	'') _want=$(known_good) ;;
	*) _want=linux-source-${KSRC#debian:} ;;
	esac
	_name=
	for _pkg in $_want; do
		if _name=$(fetch_cached "$_pkg"); then break; fi
	done
	if [ -z "$_name" ] || [ "${FETCH_NEWEST:-0}" = 1 ]; then
		mkdir -p "$CACHE/src" || die "cannot write to the cache $CACHE"
		exec 7>"$CACHE/src/lock"
		flock -x 7
		# shellcheck disable=SC2086 # package names hold no blanks
		(fetch_any $_want) || exit "$E_ERROR"
		exec 7>&-
		FETCH_NEWEST=0
		source_debian
		return
	fi
	SRC_KIND=debian SRC_DIR=$CACHE/src/$_name/linux SRC_SLOT=$_name SRC_ID=$_name
	SRC_DESC="${_name%%_*} ${_name#*_}"
	SRC_SHA256=$(sed -n 's/^SHA256=//p' "$CACHE/src/$_name/identity")
}

source_ksrc() {
	_rev=
	if [ ! -d "$KSRC" ]; then
		case $KSRC in ?*@?*) _rev=${KSRC##*@} KSRC=${KSRC%@*} ;; esac
	fi
	SRC_DIR=$(cd "$KSRC" 2>/dev/null && pwd -P) || die "KSRC=$KSRC is no directory"
	[ -f "$SRC_DIR/Kconfig" ] && [ -f "$SRC_DIR/kernel/trace/trace.c" ] ||
		die "KSRC=$KSRC is no kernel tree (no Kconfig or kernel/trace/trace.c in it)"
	SRC_REPO=$SRC_DIR
	SRC_SLOT=ksrc-$(printf '%s' "$SRC_DIR" | sha256sum | cut -c1-12)
	if [ "$(source_git rev-parse --show-toplevel 2>/dev/null)" = "$SRC_DIR" ]; then
		SRC_KIND=git
		_range=$(range_word)
		if [ -n "$_range$_rev" ]; then
			if [ -n "$_rev" ]; then commit_source "$_rev"; else range_source "$_range"; fi
			SRC_ID=$SRC_SLOT-$(printf '%.16s' "$SRC_SHA256")
			return
		fi
		SRC_DESC="KSRC $(source_git describe --always --tags --dirty)"
		SRC_SHA256=$( (source_git rev-parse 'HEAD^{tree}' && source_git diff --binary HEAD &&
			source_git ls-files -o --exclude-standard -z | (cd "$SRC_DIR" && xargs -0r sha256sum)) | hash_full) ||
			die "git cannot read KSRC=$KSRC"
	elif [ -n "$_rev" ]; then
		die "KSRC=$KSRC@$_rev: $KSRC is no git tree"
	else
		SRC_KIND=plain
		SRC_SHA256=$(source_manifest | hash_full)
		SRC_DESC="KSRC Linux $(source_version "$SRC_DIR")"
	fi
	SRC_ID=$SRC_SLOT-$(printf '%.16s' "$SRC_SHA256")
}

# source_git ARGS: read only (no index refresh), whoever owns the tree.
source_git() {
	GIT_OPTIONAL_LOCKS=0 git -c safe.directory='*' -C "$SRC_REPO" "$@"
}

# source_list: every source file of the tree, NUL-terminated: tracked or not, but no build products.
source_list() {
	case $SRC_KIND in
	debian) (cd "$SRC_DIR" && find . \( -type f -o -type l \) -printf '%P\0') ;;
	git) source_git ls-files -z -c -o --exclude-standard ;;
	plain) source_list_plain ;;
	range) source_git ls-tree -r -z --name-only "$RANGE_BASE" ;;
	esac
}

# A plain tree carries .gitignore files that know what the build makes; Debian's top one ignores everything, hence '!/*'.
source_list_plain() {
	_git=$CACHE/tmp/empty.git
	[ -d "$_git" ] || git init -q --bare "$_git" || die "cannot write to the cache $CACHE"
	GIT_DIR=$_git GIT_WORK_TREE=$SRC_DIR git -c core.bare=false -C "$SRC_DIR" ls-files -z -o \
		--exclude-per-directory=.gitignore -x '!/*' -x '/.*' -x '/debian' -x '/vmlinux*' -x '/System.map' \
		-x '/[Mm]odule*.*' -x '/built-in.a' -x '/*.o' -x '/*.ko' -x '*.orig' -x '*.rej'
}

# source_manifest: path, size and time of every source file: the cheap way to see what changed between two calls.
source_manifest() {
	if [ "$SRC_KIND" = range ]; then
		source_git ls-tree -r --format='%(path)%x09%(objectname)' "$RANGE_BASE" | LC_ALL=C sort
		return
	fi
	source_list | (cd "$SRC_DIR" && xargs -0r stat -c '%n	%s	%.9Y' 2>/dev/null || :) | LC_ALL=C sort
}

# source_version DIR: 7.3.4, from the Makefile's first lines.
source_version() {
	awk -F ' *= *' '/^(VERSION|PATCHLEVEL|SUBLEVEL|EXTRAVERSION)/ && NR < 10 { v[$1] = $2 }
		END { printf "%s.%s.%s%s\n", v["VERSION"], v["PATCHLEVEL"], v["SUBLEVEL"], v["EXTRAVERSION"] }' "$1/Makefile"
}

# version_number: 7.3.4 on stdin as a number that can be subtracted.
version_number() {
	awk -F . '{ print ($1 * 1000 + $2) * 1000 + $3 }'
}

# source_has_stackmap: without any patch of ours.
source_has_stackmap() {
	grep -qs '^config FTRACE_STACKMAP$' "$SRC_DIR/kernel/trace/Kconfig"
}

hash_full() {
	sha256sum | cut -d ' ' -f 1
}
