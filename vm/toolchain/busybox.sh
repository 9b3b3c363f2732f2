# SPDX-License-Identifier: GPL-2.0
# Sourced by toolchain.sh: a static busybox for the humans in the guest (make shell), from Debian's
# source with Debian's static configuration, changed by busybox.config.

BUSYBOX_TRIM='archival console-tools e2fsprogs init klibc-utils loginutils mailutils miscutils networking
printutils runit sysklogd util-linux'

# busybox_trim: symbols of the folders a guest without network, users and disks has no use for.
busybox_trim() {
	(cd "$bb_src" && find $BUSYBOX_TRIM -name '*.c' -exec sed -n 's|^//config:config \([A-Z0-9_]*\)$|CONFIG_\1|p' {} +)
}

# busybox_config BUILD: Debian's configuration with ours over it; a wish that is dropped is an error.
busybox_config() {
	# of two requests for a symbol the last is kept
	{
		cat "$bb_src/debian/config/pkg/static" &&
		busybox_trim | sed 's/.*/# & is not set/' &&
		cat "$TOOLS/busybox.config"
	} | awk '/^CONFIG_/ { s = $0; sub(/=.*/, "", s); line[s] = $0 }
		/^# CONFIG_[A-Z0-9_]* is not set$/ { line[$2] = $0 }
		END { for (s in line) print line[s] }' >"$1/.config" || die "cannot write $1/.config"
	yes '' | make -C "$bb_src" O="$1" KCONFIG_NOTIMESTAMP=1 oldconfig >"$1.log" 2>&1 ||
		die "busybox's configuration failed; see $1.log"
	grep '^\(# \)\{0,1\}CONFIG_' "$TOOLS/busybox.config" | while read -r _want; do
		grep -qxF "$_want" "$1/.config" || die "busybox dropped '$_want' (vm/toolchain/busybox.config)"
	done || exit $?
}

# busybox_make DST: build in a directory of its own and keep only the program.
busybox_make() {
	say "building busybox for $ARCH ($(cat "$bb_src.id"))"
	_t0=$(date +%s)
	mkdir -p "$1/build" || die "cannot create $1/build"
	busybox_config "$1/build"
	_b=$sysroot/bin
	make -C "$bb_src" O="$1/build" -j"$JOBS" KCONFIG_NOTIMESTAMP=1 SKIP_STRIP=y HOSTCC=cc CC="$_b/cc" \
		LD="$_b/ld" AR="$_b/ar" NM="$_b/nm" OBJCOPY="$_b/objcopy" STRIP="$_b/strip" \
		CONFIG_EXTRA_CFLAGS=-w busybox >>"$1.log" 2>&1 ||
		die "busybox did not build for $ARCH; see $1.log"
	"$_b/strip" -o "$1/busybox" "$1/build/busybox" || die "cannot write $1/busybox"
	rm -rf "$1/build"
	say "  $(($(date +%s) - _t0)) s"
}

# busybox_binary DST: the way out without sources: Debian's own program, where Debian has the architecture.
busybox_binary() {
	[ -n "$A_DEBIAN" ] ||
		die "no suite ($SOURCE_SUITES) has the source of busybox, and Debian has no binary for $ARCH; try again later"
	say "WARNING: the source of busybox is not to be had; taking Debian's busybox-static for $A_DEBIAN"
	apt_private "busybox-$A_DEBIAN" "${SOURCE_SUITES%% *}"
	printf 'APT::Architecture "%s";\nAPT::Architectures { "%s"; };\n' "$A_DEBIAN" "$A_DEBIAN" >>"$APT_CONFIG"
	apt_update
	(cd "$1" && again "downloading busybox-static" apt-get -q=2 download busybox-static) >"$1.log" 2>&1 ||
		die "neither source nor binary of busybox for $ARCH: $(grep -m 1 '^E:' "$1.log")"
	dpkg-deb --fsys-tarfile "$1"/*.deb | tar -xO ./usr/bin/busybox >"$1/busybox" &&
	chmod +x "$1/busybox" && rm -f "$1"/*.deb || die "cannot unpack $(echo "$1"/*.deb)"
}

# busybox SYSROOT MUSL_KEY: prints the program's path. Keyed by libc, not by the kernel's headers: any kernel's do.
busybox() {
	sysroot=$1	# busybox_make reads it
	if bb_src=$(fetch_source busybox); then
		_bb=$CACHE/toolchain/busybox-$(key "$(cat "$bb_src.id") $2" busybox.sh busybox.config)/$A_TARGET
		once "$_bb" busybox_make
	else
		_bb=$CACHE/toolchain/busybox-debian/$A_TARGET
		once "$_bb" busybox_binary
	fi
	printf '%s\n' "$_bb/busybox"
}
