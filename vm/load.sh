#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
# The disk image with what the loads need on ARCH: Debian's binary packages and their dependencies, unpacked, and the folder
# loads/, as one read-only erofs file in the cache, for all loads together. Prints its path; fetches and builds it on first use.
#
#   usage: vm/load.sh NAME...     names of files in loads/
set -eu
TOP=$(cd "$(dirname "$0")/.." && pwd)
. "$TOP/vm/lib.sh"
. "$TOP/vm/kernel/apt.sh"
[ $# -ge 1 ] || die "vm/load.sh: names of loads are wanted; there are: $(load_list)"
LOAD_SUITE=trixie

for name; do
	case $name in
	'' | *[!a-z0-9_-]*) die "LOAD: '$name' is no name of a load; there are: $(load_list)" ;;
	esac
	[ -f "$TOP/loads/$name" ] || die "LOAD=$name is unknown; there are: $(load_list)"
done
packages=''
for name in $(load_list); do
	_p=$(sed -n 's/^# packages: //p' "$TOP/loads/$name")
	[ -n "$_p" ] || die "loads/$name has no line '# packages: ...'"
	packages="$packages $_p"
done
arch_load "$ARCH"
need mkfs.erofs erofs-utils
need dpkg-deb dpkg

# shellcheck disable=SC2086 # words
packages=$(printf '%s\n' $packages | sort -u | tr '\n' ' ')
key=$(printf '%s\n' 1 "$LOAD_SUITE" "$A_DEBIAN" "$packages" "$(cat "$TOP"/loads/*)" | sha256sum | cut -c1-16)
image=$CACHE/load/$A_DEBIAN-$key.erofs

# fetch: the packages and all they depend on, as if nothing were installed, into the private apt's archives
fetch() {
	apt_private "load-$A_DEBIAN" "$LOAD_SUITE"
	_dir=$(dirname "$APT_CONFIG")
	printf 'APT::Architecture "%s";\nAPT::Architectures { "%s"; };\nDir::State::status "%s/status";\n' \
		"$A_DEBIAN" "$A_DEBIAN" "$_dir" >>"$APT_CONFIG"
	: >"$_dir/status"
	[ -n "$(find "$_dir/updated" -mmin -1440 2>/dev/null)" ] || { apt_update && : >"$_dir/updated"; }
	# --print-uris would leave out what was downloaded before. A line: Inst fio (3.39-1 Debian:13.1/stable [amd64])
	# shellcheck disable=SC2086 # words
	debs=$(apt-get -q=2 -y --no-install-recommends --simulate install $packages |
		sed -n 's/^Inst \([^ ]*\) (\([^ ]*\) .*\[\([a-z0-9]*\)\]).*/\1_\2_\3.deb/p' | sed 's/:/%3a/g')
	[ -n "$debs" ] || die "the packages $packages are not to be had for $A_DEBIAN in $LOAD_SUITE"
	# shellcheck disable=SC2086
	again "download of $packages" apt-get -q=2 -y --no-install-recommends --download-only install $packages >&2 ||
		die "cannot download $packages for $A_DEBIAN"
	archives=$_dir/cache/archives
}

unpack() {
	for _d in usr/bin usr/sbin usr/lib usr/lib64 proc sys dev tmp run loads; do mkdir -p "$1/$_d"; done
	for _d in bin sbin lib lib64; do ln -s "usr/$_d" "$1/$_d"; done
	for _deb in $debs; do
		[ -f "$archives/$_deb" ] || die "apt did not leave $archives/$_deb"
		dpkg-deb --fsys-tarfile "$archives/$_deb" |
			tar -x -C "$1" --keep-directory-symlink --exclude='./usr/share/doc' --exclude='./usr/share/man' \
				--exclude='./usr/share/locale' || die "cannot unpack $_deb (disk full?)"
	done
	cp "$TOP"/loads/* "$1/loads/"
}

mkdir -p "$CACHE/load" || die "cannot write to the cache $CACHE"
(
	flock 9
	[ ! -s "$image" ] || exit 0
	say "building the image of $packages for $A_DEBIAN"
	fetch
	work=$CACHE/load/.work.$$
	trap 'rm -rf "$work" "$image.tmp"' EXIT
	unpack "$work"
	mkfs.erofs -T0 --all-root --quiet "$image.tmp" "$work" >&2 || die "cannot write $image.tmp (disk full?)"
	mv "$image.tmp" "$image"
	find "$CACHE/load" -maxdepth 1 -name '*.erofs' -mtime +14 -delete
) 9>"$CACHE/load/.lock" || exit $?
touch "$image"
printf '%s\n' "$image"
