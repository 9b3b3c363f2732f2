# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# External modules, built against the build folder of the very kernel they will be loaded into.

# cmd_module DIR OUT [VAR=VALUE...]: OUT gets the *.ko, and the objects when it had to be built; DIR is only read.
# Kbuild takes seconds to find out that nothing changed, so modules are kept in $CACHE/modules/<key>/ as kernels are: the key
# is the kernel, DIR's files and the variables; beside the *.ko the sums of all other files it was built from.
cmd_module() {
	[ $# -ge 2 ] || usage
	[ -f "$1/Makefile" ] || [ -f "$1/Kbuild" ] || die "module: no Makefile or Kbuild in $1"
	_src=$(cd "$1" && pwd -P)
	mkdir -p "$2" || die "module: cannot create $2"
	_out=$(cd "$2" && pwd -P)
	shift 2
	need_tools
	kernel_key
	module_key "$@"
	if module_cached; then
		touch "$MODULES"
		cp "$MODULES"/*.ko "$_out/" || die "module: cannot write to $_out"
		find "$_out" -name '*.ko' | LC_ALL=C sort
		return 0
	fi
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
	module_keep || say "module: not kept in $CACHE/modules (disk full?)"
}

module_key() {
	MODULES=$CACHE/modules/$({
		printf '%s\n' "$KEY" "$@" "${STACKMAP_C:-}"
		cd "$_src" && find . -type f | LC_ALL=C sort | xargs sha256sum
	} | hash_full | cut -c1-32)
}

module_cached() {
	[ -f "$MODULES/deps" ] && (cd "$TOP" && sha256sum --status -c "$MODULES/deps" 2>/dev/null)
}

# module_keep: the absolute paths in Kbuild's own notes, without the kernel's (they are in the key).
module_keep() {
	_tmp=$CACHE/modules/.tmp.$$
	rm -rf "$_tmp" && mkdir -p "$_tmp" && find "$_out" -name '*.ko' -exec cp {} "$_tmp/" \; || return 1
	{
		echo vm/kernel/module.sh
		find "$_out" -name '.*.cmd' -exec grep -ohE '(^|[ "])/[^ "()\]+' {} + | sed "s/^[ \"]*//; s,^$TOP/,," |
			grep -v -e "^$CACHE/" -e "^$_out/" | LC_ALL=C sort -u
	} | (cd "$TOP" && while read -r _f; do [ ! -f "$_f" ] || sha256sum -- "$_f"; done) >"$_tmp/deps" || return 1
	rm -rf "$MODULES"
	mv -T "$_tmp" "$MODULES" || { rm -rf "$_tmp"; return 1; }
	find "$CACHE/modules" -mindepth 1 -maxdepth 1 -mtime +14 -exec rm -rf {} +
}

build_holds() {
	[ "$(cat "$BUILD/key" 2>/dev/null)" = "$KEY" ]
}

# build_kernel_quiet: the build folder was used for another series since; the kernel itself may still be in the cache.
build_kernel_quiet() {
	if [ -f "$KERNEL/identity" ]; then build_run; else build_kernel; fi
}
