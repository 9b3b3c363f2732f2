# SPDX-License-Identifier: GPL-2.0
# Sourced: unpacked, patched Debian source packages, fetched through the private apt of
# vm/kernel/apt.sh (source that and vm/lib.sh first); apt checks the signature and every SHA-256.
#
#	dir=$(fetch_source musl 1.2.5)	# unpacks once into $CACHE/sources/musl; prints that path
#
# <dir>.id next to the tree holds "package version suite sha256-of-dsc"; it is written last, so a
# tree without it is an interrupted fetch and is fetched again.

# Suites asked in this order. trixie carries the first musl with riscv32; sid is the way out when the
# archive has a gap there.
: "${SOURCE_SUITES:=trixie sid}"

# source_update SUITE: its source index, read again after a day. Points apt (APT_CONFIG) at it.
source_update() {
	_a=$CACHE/apt/source-$1
	mkdir -p "$_a/lists/partial" "$_a/cache/archives/partial" || die "cannot write to the cache $CACHE"
	apt_source "$1" | sed 's/^deb /deb-src /' >"$_a/sources.list"
	apt_config "$_a" >"$_a/apt.conf" || die "cannot write $_a/apt.conf"
	export APT_CONFIG="$_a/apt.conf"
	[ -z "$(find "$_a/updated" -mmin -1440 2>/dev/null)" ] || return 0
	say "  reading the source index of $1"
	again "reading the source index of $1" apt-get -q=2 -o APT::Update::Error-Mode=any update >&2 &&
		: >"$_a/updated"
}

# source_get PACKAGE=VERSION DIR: apt checks every hash, dpkg-source unpacks and applies Debian's patches.
source_get() {
	rm -rf "${2:?}"/* && (cd "$2" && apt-get -q=2 source --only-source "$1") >"$2.log" 2>&1 ||
		{ grep '^E:' "$2.log" >&2; return 1; }
}

# source_try PACKAGE PREFIX SUITE DIR: the newest version starting with PREFIX; prints its identity.
source_try() {
	source_update "$3" || return 1
	_ver=$(apt-cache showsrc "$1" 2>/dev/null | sed -n 's/^Version: //p' |
		grep -E "^([0-9]+:)?$2" | sort -V | tail -n 1)
	[ -n "$_ver" ] || { say "  $3 has no source package $1 $2"; return 1; }
	again "fetching the source of $1 $_ver from $3" source_get "$1=$_ver" "$4" || return 1
	_dsc=$(sha256sum "$4"/*.dsc | cut -d' ' -f1)
	echo "$1 $_ver $3 $_dsc"
}

# fetch_source PACKAGE [PREFIX]: see the head of this file. Returns 1 when no suite has it.
fetch_source() {
	_dst=$CACHE/sources/$1
	[ ! -f "$_dst.id" ] || [ ! -d "$_dst" ] || { echo "$_dst"; return; }
	mkdir -p "$CACHE/sources" || die "cannot create $CACHE/sources"
	(
		flock 9
		[ ! -f "$_dst.id" ] || [ ! -d "$_dst" ] || exit 0
		say "fetching the Debian source package $1"
		_tmp=$_dst.tmp
		rm -rf "$_tmp" "$_dst" "$_dst.id"
		for _suite in $SOURCE_SUITES; do
			mkdir -p "$_tmp" || die "cannot create $_tmp"
			_id=$(source_try "$1" "${2:-}" "$_suite" "$_tmp") || { rm -rf "$_tmp"; say "WARNING: $1 is not to be had from $_suite"; continue; }
			mv "$_tmp"/*/ "$_dst" && rm -rf "$_tmp" "$_tmp.log"
			echo "$_id" >"$_dst.id"
			say "  $_id"
			exit 0
		done
		exit 1
	) 9>"$_dst.lock" || return 1
	echo "$_dst"
}
