# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh disable=SC2154 # rc and out are set by run()
# The archive, stubbed: $T/archive/<package>_<version>.deb are what it has; madison, show and download answer from there.

archive() {
	mkdir -p "$T/archive"
	unset KSRC
	cat >"$T/bin/apt-cache" <<-'END'
	#!/bin/sh
	cd "$(dirname "$0")/../archive" || exit 1
	case $1 in
	madison) for f in $2_*.deb; do [ -f "$f" ] && v=${f#*_} && echo "$2 | ${v%.deb} | http://x sid/main amd64 Packages"; done ;;
	show) f=$(echo "$2" | tr '=' '_').deb; [ -f "$f.sum" ] || sha256sum "$f" >"$f.sum"; echo "SHA256: $(cut -d' ' -f1 "$f.sum")" ;;
	search) for f in *.deb; do echo "${f%%_*} - source"; done ;;
	esac
	END
	cat >"$T/bin/apt-get" <<-'END'
	#!/bin/sh
	for last; do :; done
	echo "apt-get $last" >>"$(dirname "$0")/../apt.log"
	[ "$last" != update ] || exit 0
	f=$(dirname "$0")/../archive/$(echo "$last" | tr '=' '_').deb
	[ ! -f "$f.gone" ] || { echo "E: 404" >&2; exit 100; }
	cp "$f" .
	END
	chmod +x "$T/bin/apt-cache" "$T/bin/apt-get"
}

# publish PACKAGE VERSION: a real .deb with a toy tree in it.
publish() {
	rm -rf "$T/deb" && mkdir -p "$T/deb/DEBIAN" "$T/deb/usr/src"
	toy_tree "$T/deb/$1" "${2%%-*}"
	tar -cJf "$T/deb/usr/src/$1.tar.xz" -C "$T/deb" "$1" && rm -rf "${T:?}/deb/$1"
	[ -z "${TRUNCATE:-}" ] || truncate -s 300 "$T/deb/usr/src/$1.tar.xz"
	printf 'Package: %s\nVersion: %s\nArchitecture: all\nMaintainer: t <t@t>\nDescription: t\n' "$1" "$2" >"$T/deb/DEBIAN/control"
	dpkg-deb --root-owner-group -Zgzip -b "$T/deb" "$T/archive/$1_$2.deb" >/dev/null
}

case_fetch() {
	archive
	publish linux-source-9.9 9.9.1-1
	publish linux-source-9.9 9.9.10-1
	publish linux-source-9.8 9.8.5-1
	run build
	expect "exit 0" [ "$rc" = 0 ]
	expect "the newest of the first series" grep -qx 'KERNEL_SOURCE=linux-source-9.9 9.9.10-1' "$out/identity"
	sum=$(sha256sum "$T/archive/linux-source-9.9_9.9.10-1.deb" | cut -d' ' -f1)
	expect "its SHA-256 in the record" grep -qx "KERNEL_SHA256=$sum" "$out/identity"
	: >"$T/apt.log"
	run build
	expect "the archive is asked once" [ ! -s "$T/apt.log" ]
	publish linux-source-9.9 9.9.11-1
	run fetch newest
	expect "newest asks again" says "kernel source: linux-source-9.9 9.9.11-1"
}

case_fetch_falls_back() {
	archive
	publish linux-source-9.9 9.9.2-1
	publish linux-source-9.9 9.9.1-1
	publish linux-source-9.8 9.8.5-1
	touch "$T/archive/linux-source-9.9_9.9.2-1.deb.gone"
	run fetch
	expect "an older version of the same series" says "kernel source: linux-source-9.9 9.9.1-1"
	expect "loudly" says "WARNING: linux-source-9.9 9.9.2-1 is in the index but cannot be fetched"
	expect "after retries" [ "$(grep -c '9.9.2-1' "$T/apt.log")" = 3 ]
	rm -rf "$T/cache" "$T"/archive/linux-source-9.9*
	run fetch
	expect "the next series" says "WARNING: linux-source-9.9 is not to be had; using linux-source-9.8 9.8.5-1 instead"
	rm -rf "$T/cache" "$T"/archive/linux-source-9.8*
	publish linux-source-6.1 6.1-1
	run fetch
	expect "nothing left: ERROR" [ "$rc" = 3 ]
	expect "says what exists" says "the archive has: linux-source-6.1"
}

case_fetch_verifies() {
	archive
	publish linux-source-9.9 9.9.1-1
	echo other | sha256sum >"$T/archive/linux-source-9.9_9.9.1-1.deb.sum"
	run fetch
	expect "wrong content: ERROR" [ "$rc" = 3 ]
	expect "says so" says "SHA-256 differs from the signed index"
	expect "nothing is left to be taken for good" [ -z "$(find "$T/cache/src" "$T/cache/download" -name 'linux*')" ]
}

case_fetch_cut_short() {
	archive
	TRUNCATE=1 publish linux-source-9.9 9.9.1-1
	run build
	expect "broken archive: ERROR" [ "$rc" = 3 ]
	expect "no complete folder" [ -z "$(ls -d "$T"/cache/src/linux* 2>/dev/null)" ]
	publish linux-source-9.9 9.9.1-1
	rm -f "$T"/archive/*.sum "$T"/cache/download/*
	# a killed extraction: half a tree under a temporary name
	mkdir -p "$T/cache/src/.tmp.linux-source-9.9.77/linux" && touch "$T/cache/src/.tmp.linux-source-9.9.77/linux/Makefile"
	run build
	expect "the next call starts afresh" [ "$rc" = 0 ]
	expect "and is whole" grep -q line_30 "$T/cache/src/linux-source-9.9_9.9.1-1/linux/lib/other.c"
	expect "the leftover is gone" [ ! -e "$T/cache/src/.tmp.linux-source-9.9.77" ]
}

case_setup() {
	archive
	publish linux-source-9.9 9.9.1-1
	printf '#!/bin/sh\necho "ii  present"\n' >"$T/bin/dpkg-query"
	printf '#!/bin/sh\necho 1000\n' >"$T/bin/id"
	printf '#!/bin/sh\necho "QEMU emulator version 10.0.2"\n' >"$T/bin/toy-qemu"
	chmod +x "$T"/bin/*
	toy_arch toy '' toy-qemu
	printf '# comment\npresent\nelsewhere sh\n' >"$T/top/vm/packages.d/a"
	"$T/top/vm/setup.sh" 2>"$T/stderr"
	expect "all there: exit 0" [ $? = 0 ]
	expect "nothing installed" [ -z "$(grep -v -e update -e linux-source "$T/apt.log")" ]
	printf 'absent\nother-pkg no-such-command\n' >"$T/top/vm/packages.d/b"
	"$T/top/vm/setup.sh" 2>"$T/stderr"
	expect "not root: ERROR" [ $? = 3 ]
	expect "names the packages" says "missing Debian packages: absent other-pkg"
	expect "and the remedy" says "sudo vm/setup.sh packages"
	rm "$T/top/vm/packages.d/b"
	printf '#!/bin/sh\necho "QEMU emulator version 7.2.0"\n' >"$T/bin/toy-qemu"
	"$T/top/vm/setup.sh" 2>"$T/stderr"
	expect "an old QEMU is missing, too" says "missing Debian packages: qemu-toy"
}
