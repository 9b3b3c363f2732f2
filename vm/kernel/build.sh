# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=sh
# Build a kernel out of tree, or find it in $CACHE/kernels/<key>/. The build folder belongs to one work tree and
# configuration and stays, so the next series rebuilds only what its patches touch.

# kernel_make BUILD ARGS...: make in the build folder; everything that could differ between two builds of one key is fixed.
kernel_make() {
	_b=$1
	shift
	_cc=${A_CROSS}gcc
	! command -v ccache >/dev/null || _cc="ccache $_cc"
	CCACHE_DIR="$CACHE/ccache" CCACHE_BASEDIR="$CACHE" CCACHE_NOHASHDIR=1 CCACHE_MAXSIZE=5G CCACHE_DEPEND=1 \
		KBUILD_BUILD_TIMESTAMP='2026-01-01 00:00:00 UTC' KBUILD_BUILD_USER=stackmap KBUILD_BUILD_HOST=stackmap \
		KBUILD_BUILD_VERSION=1 LOCALVERSION='' \
		make -C "$TREE" O="$_b" ARCH="$A_KARCH" CROSS_COMPILE="$A_CROSS" CC="$_cc" RUSTC=false \
		-j"${JOBS:-$(nproc)}" "$@"
}

# need_tools: before anything is built, name what is missing and the package that has it.
need_tools() {
	need "${A_CROSS}gcc" "$(echo "$A_CC_PACKAGE" | sed 's/ / or /g')"
	[ "${1:-}" != boot ] || need "$A_QEMU" "$A_QEMU_PACKAGE"
	for _t in make:make flex:flex bison:bison bc:bc patch:patch git:git cpio:cpio xz:xz-utils; do
		need "${_t%:*}" "${_t#*:}"
	done
}

# kernel_key: sets REQUESTED (merged fragments), CONFIG_HASH, COMPILER, KEY, KERNEL. No make here: a warm call is quick.
# The name of the architecture is no part of it: another machine for the same kernel is another file in configs/arch/.
kernel_key() {
	REQUESTED=$(config_merge) || exit "$E_ERROR"
	REQUESTED=$(printf '%s\n' "$REQUESTED" | config_renamed)
	CONFIG_HASH=$(printf '%s\n' "$REQUESTED" "$A_KARCH" "$A_CROSS" "$A_IMAGE" | hash_full | cut -c1-16)
	COMPILER=$("${A_CROSS}gcc" --version | head -n 1)
	KEY=$A_KARCH-$(printf '%s\n' 1 "$SRC_ID" "$SRC_SHA256" "$SERIES_HASH" "$CONFIG_HASH" "$COMPILER" \
		"$("${A_CROSS}ld" --version | head -n 1)" | hash_full | cut -c1-16)
	KERNEL=$CACHE/kernels/$KEY
}

cmd_build() {
	need_tools boot
	kernel_key
	if [ ! -f "$KERNEL/identity" ]; then
		build_enter
		[ -f "$KERNEL/identity" ] || build_kernel
	fi
	touch "$KERNEL"
	printf '%s\n' "$KERNEL"
}

# build_enter: the tree holds the series (fd 8, shared) and the build folder is ours (fd 9).
build_enter() {
	build_open
	build_own
}

build_open() {
	tree_ready
	BUILD=$TREE_SLOT/build/$A_KARCH-$CONFIG_HASH
	mkdir -p "$BUILD" "$CACHE/kernels" || die "cannot write to the cache $CACHE"
	exec 9>"$BUILD.lock"
}

build_own() {
	flock -n -x 9 || { say "waiting: the same kernel is being built by another process"; flock -x 9; }
}

# build_run: bring the build folder to KEY. BUILD/key is what it holds; absent while it is between two.
build_run() {
	rm -f "$BUILD/key"
	printf '%s\n' "$REQUESTED" >"$BUILD/requested"
	config_apply "$BUILD"
	_begin=$(date +%s)
	{
		kernel_make "$BUILD" ${V:+V=1} "$(basename "$A_IMAGE")" modules 2>&1 && echo 0 >"$BUILD/rc" || echo 1 >"$BUILD/rc"
	} | "$TOP/vm/kernel/progress.sh" "$ARCH" "$BUILD/build.log" "$(build_objects)" "$(cat "$BUILD/objects" 2>/dev/null)"
	[ "$(cat "$BUILD/rc")" = 0 ] || build_failed
	build_objects >"$BUILD/objects"
	say "kernel $ARCH: built in $(($(date +%s) - _begin)) s"
	printf '%s\n' "$KEY" >"$BUILD/key"
}

# build_objects: how many objects there are by now; an interrupted build goes on where it was.
build_objects() {
	find "$BUILD" -name '*.o' | wc -l
}

# build_failed: the first thing a compiler, linker or make complained about.
build_failed() {
	mkdir -p "$O/logs" && cp "$BUILD/build.log" "$O/logs/kernel-$ARCH.log" || O=$BUILD
	_first=$(grep -n -m 1 -E '(error|Error|ERROR):|undefined reference|No space left|: fatal|[Kk]illed' "$BUILD/build.log" |
		cut -d: -f1)
	[ -n "$_first" ] || _first=$(grep -n -m 1 '^make.*\*\*\*' "$BUILD/build.log" | cut -d: -f1)
	sed -n "${_first:-1},$((${_first:-1} + 4))p" "$BUILD/build.log" | sed 's/^/    /' >&2
	_error=$(sed -n "${_first:-1}p" "$BUILD/build.log" | sed "s,$TREE/,,")
	_by=$(blame "$BUILD/build.log") || _by=
	die "the kernel does not build ($SRC_DESC, SERIES=${SERIES:-patches/series}, ARCH=$ARCH): $_error$_by; see $O/logs/kernel-$ARCH.log"
}

build_kernel() {
	build_run
	_tmp=$CACHE/kernels/.tmp.$$
	rm -rf "$_tmp"
	mkdir "$_tmp" || die "cannot write to $CACHE/kernels"
	cp "$BUILD/$A_IMAGE" "$_tmp/image" && cp "$BUILD/vmlinux" "$BUILD/System.map" "$BUILD/build.log" "$_tmp" &&
		cp "$BUILD/.config" "$_tmp/config" && build_identity >"$_tmp/identity" || {
		rm -rf "$_tmp"
		die "cannot write the kernel to $CACHE/kernels (free space: $(df -h "$CACHE" | awk 'END { print $4 }'))"
	}
	mv -T "$_tmp" "$KERNEL" || die "cannot create $KERNEL"
	find "$CACHE/kernels" -mindepth 1 -maxdepth 1 -mtime +14 -exec rm -rf {} +
}

build_identity() {
	cat <<-END
	KERNEL_RELEASE=$(cat "$BUILD/include/config/kernel.release")
	KERNEL_SOURCE=$SRC_DESC
	KERNEL_SHA256=$SRC_SHA256
	SERIES=${SERIES:-patches/series}
	SERIES_HASH=$SERIES_HASH
	CONFIG_HASH=$CONFIG_HASH
	COMPILER=$COMPILER
	KARCH=$A_KARCH
	END
	sed 's/^/SERIES_MISSING=/; q' "$PATCHED/missing" 2>/dev/null || :
}
