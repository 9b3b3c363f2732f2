# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# The kernel's user headers for ARCH, exported once per source (and per series that touches a uapi header):
# $CACHE/headers/<source>-<uapi>-<karch>/include.

cmd_headers() {
	series_prepare
	_uapi=$(grep '/uapi/' "$PATCHED/touched" | (cd "$PATCHED/files" && xargs -r -d '\n' cat) | hash_full | cut -c1-12)
	_dest=$CACHE/headers/$SRC_ID-$_uapi-$A_KARCH
	if [ ! -d "$_dest/include" ]; then
		tree_ready
		say "exporting user headers for $A_KARCH"
		_tmp=$CACHE/tmp/headers.$$
		rm -rf "$_tmp"
		mkdir -p "$_tmp/out/include" "$CACHE/headers" || die "cannot write to the cache $CACHE"
		make -s -C "$TREE" O="$_tmp" ARCH="$A_KARCH" HOSTCC=cc headers >"$_tmp/log" 2>&1 || {
			tail -n 5 "$_tmp/log" >&2
			die "exporting the kernel's user headers failed"
		}
		(cd "$_tmp/usr/include" && find . -name '*.h' | cpio -pdm --quiet "$_tmp/out/include") || die "cannot write $_tmp"
		mv -T "$_tmp/out" "$_dest" 2>/dev/null || [ -d "$_dest/include" ] || die "cannot create $_dest"
		rm -rf "$_tmp"
	fi
	printf '%s\n' "$_dest/include"
}
