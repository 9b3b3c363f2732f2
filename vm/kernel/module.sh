# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# External modules, built against the build folder of the very kernel they will be loaded into.

# cmd_module DIR OUT [VAR=VALUE...]: OUT gets the *.ko and the objects; DIR is only read.
cmd_module() {
	[ $# -ge 2 ] || usage
	[ -f "$1/Makefile" ] || [ -f "$1/Kbuild" ] || die "module: no Makefile or Kbuild in $1"
	_src=$(cd "$1" && pwd -P)
	mkdir -p "$2" || die "module: cannot create $2"
	_out=$(cd "$2" && pwd -P)
	shift 2
	need_tools
	kernel_key
	# Modules only read the build folder: any number at a time, as long as it holds the kernel they are for.
	build_open
	flock -s 9
	if ! build_holds; then
		build_own
		build_holds || build_kernel_quiet
		flock -s 9
	fi
	kernel_make "$BUILD" M="$_src" MO="$_out" "$@" modules >"$_out/build.log" 2>&1 || {
		grep -m 3 -A 3 -E 'error|Error|\*\*\*' "$_out/build.log" | sed 's/^/    /' >&2
		mkdir -p "$O/logs" && cp "$_out/build.log" "$O/logs/module-$ARCH.log"
		die "the module in $_src does not build against $SRC_DESC; see $O/logs/module-$ARCH.log"
	}
	find "$_out" -name '*.ko' | LC_ALL=C sort | grep . || die "the Makefile in $_src built no module"
}

build_holds() {
	[ "$(cat "$BUILD/key" 2>/dev/null)" = "$KEY" ]
}

# build_kernel_quiet: the build folder was used for another series since; the kernel itself may still be in the cache.
build_kernel_quiet() {
	if [ -f "$KERNEL/identity" ]; then build_run; else build_kernel; fi
}
