# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# The work tree $CACHE/trees/<slot>/linux: hardlinks to the source, own copies of what patches touch. Files are only ever
# replaced (new inode, new time), never written in place, so the source behind a link cannot change; and only a file whose
# content differs is replaced, so make rebuilds what a changed patch touched and nothing else.
# fd 8: shared while something builds from the tree, exclusive while it changes. Beside linux/: id (what the tree holds),
# manifest (of a user's tree), touched (paths that may differ from the source).

# tree_ready: the tree holds SRC_ID with the series, and stays so (shared lock on fd 8) until tree_release or exit.
tree_ready() {
	TREE_SLOT=$CACHE/trees/$SRC_SLOT TREE=$CACHE/trees/$SRC_SLOT/linux
	TREE_ID=$SRC_ID-$SERIES_HASH
	series_prepare
	mkdir -p "$TREE_SLOT" || die "cannot write to the cache $CACHE"
	exec 8>"$TREE_SLOT/lock"
	while flock -s 8 && ! tree_is "$TREE_ID"; do
		flock -u 8
		flock -n -x 8 || { say "waiting: another build uses the kernel tree with other patches"; flock -x 8; }
		tree_is "$TREE_ID" || tree_sync
		flock -u 8
	done
}

tree_release() {
	exec 8>&-
}

tree_is() {
	[ -f "$TREE_SLOT/id" ] && [ "$(cat "$TREE_SLOT/id")" = "$1" ]
}

# tree_sync: bring the tree to TREE_ID. Interrupted, it is done again: "touched" grows before the first file changes.
tree_sync() {
	[ -d "$TREE" ] || tree_create
	cat "$TREE_SLOT/touched" "$PATCHED/touched" 2>/dev/null | LC_ALL=C sort -u >"$TREE_SLOT/touched.new"
	[ "$SRC_KIND" = debian ] || tree_changed
	mv "$TREE_SLOT/touched.new" "$TREE_SLOT/touched"
	rm -f "$TREE_SLOT/id"
	while read -r _p; do tree_file "$_p"; done <"$TREE_SLOT/touched"
	[ "$SRC_KIND" = debian ] || mv "$TREE_SLOT/manifest.new" "$TREE_SLOT/manifest"
	cp "$PATCHED/touched" "$TREE_SLOT/touched.new" && mv "$TREE_SLOT/touched.new" "$TREE_SLOT/touched"
	printf '%s\n' "$TREE_ID" >"$TREE_SLOT/id.new" && mv "$TREE_SLOT/id.new" "$TREE_SLOT/id" ||
		die "cannot write to $TREE_SLOT"
}

# tree_create: links where the file system allows, copies where not (another disk, another owner).
tree_create() {
	say "preparing a work tree of $SRC_DESC"
	rm -rf "$TREE_SLOT"/new.*
	mkdir "$TREE_SLOT/new.$$"
	[ "$SRC_KIND" = debian ] || source_manifest >"$TREE_SLOT/manifest"
	source_list | (cd "$SRC_DIR" && while_exists | cpio -0pdlm --quiet "$TREE_SLOT/new.$$" 2>/dev/null) ||
		die "cannot copy $SRC_DIR to $TREE_SLOT (free space: $(df -h "$TREE_SLOT" | awk 'END { print $4 }'))"
	[ -f "$TREE_SLOT/new.$$/Makefile" ] || die "copying $SRC_DIR gave no kernel tree"
	mv -T "$TREE_SLOT/new.$$" "$TREE"
}

# while_exists: drop names git knows but the user deleted.
while_exists() {
	xargs -0r sh -c 'for f; do [ ! -e "$f" ] && [ ! -L "$f" ] || printf "%s\0" "$f"; done' sh
}

# tree_changed: add to touched.new what was changed, added or deleted in the user's tree since the last sync.
tree_changed() {
	source_manifest >"$TREE_SLOT/manifest.new"
	LC_ALL=C comm -3 "$TREE_SLOT/manifest" "$TREE_SLOT/manifest.new" | sed 's/^	//; s/	.*//' >>"$TREE_SLOT/touched.new"
	LC_ALL=C sort -u -o "$TREE_SLOT/touched.new" "$TREE_SLOT/touched.new"
}

# tree_file PATH: make one file of the tree what it should be, if it is not.
tree_file() {
	_want=$SRC_DIR/$1
	! grep -qxF -e "$1" "$PATCHED/touched" || _want=$PATCHED/files/$1
	if [ ! -e "$_want" ] && [ ! -L "$_want" ]; then
		rm -f "$TREE/$1"
		return
	fi
	! cmp -s "$_want" "$TREE/$1" || return 0
	mkdir -p "$(dirname "$TREE/$1")"
	cp -P "$_want" "$TREE/.new.$$" && touch -h "$TREE/.new.$$" && mv -f "$TREE/.new.$$" "$TREE/$1" ||
		die "cannot write $TREE/$1"
}
