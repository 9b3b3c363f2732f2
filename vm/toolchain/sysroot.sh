# SPDX-License-Identifier: GPL-2.0
# Sourced by toolchain.sh: what stands around musl in a toolchain directory.
#
#	bin/cc bin/ld bin/ar ...   include/ (musl, then the kernel's user headers)   lib/   gcc.specs

# libs_build DST: libgcc and our libatomic beside musl.
libs_build() {
	_gcc=$("$A_LIBGCC_CC" $A_TARGET_CFLAGS -print-libgcc-file-name) && [ -f "$_gcc" ] ||
		die "$A_LIBGCC_CC has no libgcc.a for '$A_TARGET_CFLAGS'; install the Debian package $A_LIBGCC_PACKAGE"
	cp "$_gcc" "$1/lib/libgcc.a" &&
	"$1/bin/cc" -std=gnu11 -O2 -Wall -c "$TOOLS/atomic.c" -o "$1/lib/atomic.o" &&
	"$1/bin/ar" rcsD "$1/lib/libatomic.a" "$1/lib/atomic.o" &&
	rm "$1/lib/atomic.o" || die "cannot build the toolchain's libraries in $1/lib"
}

# tools_write DST: the wrapper commands.
tools_write() {
	mkdir -p "$1/bin" && cp "$TOOLS/gcc.specs" "$1/gcc.specs" || die "cannot write $1/gcc.specs"
	sed -e "s|@CC@|${A_CROSS}gcc|" -e "s|@CFLAGS@|$A_TARGET_CFLAGS|" "$TOOLS/cc.in" >"$1/bin/cc"
	printf '#!/bin/sh\nexec %sld %s "$@"\n' "$A_CROSS" "$A_TARGET_LDFLAGS" >"$1/bin/ld"
	for _t in ar nm objcopy objdump ranlib readelf strip; do
		printf '#!/bin/sh\nexec %s%s "$@"\n' "$A_CROSS" "$_t" >"$1/bin/$_t"
	done
	chmod +x "$1"/bin/* || die "cannot write $1/bin"
}

# probe DST: a toolchain that cannot link a demanding program is not kept.
probe() {
	"$1/bin/cc" -std=gnu11 -O2 -Wall -Werror -pthread "$TOOLS/probe.c" -o "$1/probe" -lm >>"$1.log" 2>&1 ||
		die "the new toolchain for $ARCH cannot link $TOOLS/probe.c; see $1.log"
	rm "$1/probe"
}
