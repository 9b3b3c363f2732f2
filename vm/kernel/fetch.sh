# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# Debian's kernel source into $CACHE/src/<package>_<version>/: linux/ (pristine, never written to) and identity.
# A folder of that name is complete: it appears by rename, so a killed extraction leaves only .tmp.*.

# known_good: kernel series our patches apply to, best first; configs/kernels is the list.
known_good() {
	sed 's/#.*//' "$TOP/configs/kernels" | awk 'NF { print $1 }'
}

# fetch_cached PACKAGE: newest complete copy of PACKAGE in the cache.
fetch_cached() {
	for _d in "$CACHE/src/$1"_*/; do
		[ -f "$_d/identity" ] && basename "$_d"
	done | sort -V | tail -n 1 | grep .
}

# fetch_one PACKAGE VERSION: download, verify, extract.
fetch_one() {
	_name=$1_$2
	[ ! -f "$CACHE/src/$_name/identity" ] || return 0
	_sha=$(apt-cache show "$1=$2" | sed -n 's/^SHA256: //p' | head -n 1)
	[ -n "$_sha" ] || { say "$1 $2: the index has no SHA-256"; return 1; }
	mkdir -p "$CACHE/download" || die "cannot write to the cache $CACHE"
	again "download of $1 $2" fetch_deb "$1" "$2" "$_sha" || return 1
	fetch_extract "$1" "$2" "$_sha"
}

# fetch_deb PACKAGE VERSION SHA256: leaves $CACHE/download/<package>_<version>.deb with that very content.
fetch_deb() {
	_deb=$CACHE/download/$1_$2.deb
	if ! fetch_intact "$_deb" "$3"; then
		_dl=$CACHE/download/$1_$2.partial
		mkdir -p "$_dl" && (cd "$_dl" && apt-get download "$1=$2" >&2) || return 1
		mv "$_dl"/*.deb "$_deb" && rm -rf "$_dl" || return 1
	fi
	fetch_intact "$_deb" "$3" && return 0
	say "$_deb: SHA-256 differs from the signed index; deleted"
	rm -f "$_deb"
	return 1
}

fetch_intact() {
	[ -f "$1" ] && echo "$2  $1" | sha256sum --check --status
}

# fetch_extract PACKAGE VERSION SHA256
fetch_extract() {
	_tmp=$CACHE/src/.tmp.$1.$$
	_deb=$CACHE/download/$1_$2.deb
	say "extracting $1 $2"
	rm -rf "$CACHE/src/.tmp.$1".*
	mkdir -p "$_tmp/linux" || die "cannot write to the cache $CACHE"
	if ! dpkg-deb -x "$_deb" "$_tmp/deb" || ! tar -xf "$_tmp/deb/usr/src/$1.tar.xz" -C "$_tmp/linux" --strip-components=1; then
		rm -rf "$_tmp"
		die "cannot extract $_deb (free space: $(df -h "$CACHE" | awk 'END { print $4 }'); 2.5 GB are needed)"
	fi
	rm -rf "$_tmp/deb"
	[ -f "$_tmp/linux/Makefile" ] || die "$_deb holds no kernel tree"
	printf 'PACKAGE=%s\nVERSION=%s\nSHA256=%s\n' "$1" "$2" "$3" >"$_tmp/identity"
	mv -T "$_tmp" "$CACHE/src/$1_$2" || die "cannot create $CACHE/src/$1_$2"
	rm -f "$_deb"
}

# fetch_any PACKAGE...: the newest version of the first package that can be had; says loudly when it is not the first.
fetch_any() {
	apt_private source sid trixie-backports trixie
	say "looking for $1 in the Debian archive ($(apt_uri debian http://deb.debian.org/debian))"
	apt_update
	_first=$1
	for _pkg in "$@"; do
		for _ver in $(apt-cache madison "$_pkg" | awk -F '|' '/Packages/ { print $2 }' | sort -Vru); do
			if fetch_one "$_pkg" "$_ver"; then
				[ "$_pkg" = "$_first" ] || say "WARNING: $_first is not to be had; using $_pkg $_ver instead"
				return 0
			fi
			say "WARNING: $_pkg $_ver is in the index but cannot be fetched"
		done
		say "WARNING: no version of $_pkg can be fetched"
	done
	_have=$(apt-cache search --names-only '^linux-source-[0-9]' | awk '{ print $1 }' | sort -V | tr '\n' ' ')
	die "none of: $* can be fetched; the archive has: ${_have:-nothing (is the network there?)}; use KSRC=<your kernel tree>" \
		"or add a series that the patches apply to in configs/kernels"
}
