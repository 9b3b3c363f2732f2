# SPDX-License-Identifier: GPL-2.0
# Sourced by toolchain.sh: musl's static library and headers, the costly and stable part.

# musl_build SRC DST: configure and install musl's static library and headers.
musl_build() {
	rm -rf "$2.build" && mkdir -p "$2.build" || die "cannot create $2.build"
	(
		cd "$2.build" &&
		"$1/configure" --target="$A_TARGET" --prefix=/ --disable-shared CFLAGS=-O2 \
			CC="${A_CROSS}gcc $A_TARGET_CFLAGS" CROSS_COMPILE="$A_CROSS" &&
		make -j"$JOBS" && make DESTDIR="$2" install
	) >"$2.log" 2>&1 || die "musl did not build for $ARCH; see $2.log"
	rm -rf "$2.build" "${2:?}/bin"
}
